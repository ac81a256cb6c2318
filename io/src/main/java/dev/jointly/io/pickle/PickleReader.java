package dev.jointly.io.pickle;

import dev.jointly.io.BadInputException;
import dev.jointly.io.InputFile;
import dev.jointly.io.pickle.Constructors.Inert;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one pickle into plain values: {@link None}, Boolean, Long, Double, String, byte[], {@link Tuple}, List, Map,
 * {@link NdArray}. The machine has a stack, marks on it, and a memo of values that come again. It never recurses, so no
 * nesting is too deep for it, and values are never compared, printed or walked here.
 *
 * <p>Throws {@link BadInputException}, and nothing else, for whatever is wrong with the input.
 */
public final class PickleReader {
    /** Bytes of a file, unpacked. */
    static final long MAX_BYTES = 1L << 30;

    /**
     * Memory for what is read, in words of eight bytes, counted as it is taken: a gigabyte. 20,000 frames of twelve parts and
     * eleven pairs of them fit, or 5,000 with all 66 pairs.
     */
    static final long MAX_WORDS = 1L << 27;

    /** Bytes of one text or one array; the most affinities that evidence may have take 40 million. */
    static final int MAX_LENGTH = 1 << 26;

    /** Characters of a dictionary's key. */
    static final int MAX_KEY = 1_000;

    private static final int NUMBER = 3;
    private static final int OBJECT = 6;
    private static final int DICTIONARY = 16;
    private static final int ENTRY = 8;
    private static final int ARRAY = 20;

    private final PickleInput in;
    private final List<Object> stack = new ArrayList<>();
    private final List<Integer> marks = new ArrayList<>();
    private final Memo memo = new Memo();
    private final long mostWords;
    private long words;

    private PickleReader(PickleInput in, long words) {
        this.in = in;
        this.mostWords = words;
        this.words = words;
    }

    /** What is in a file, plain or gzip; {@code -} is standard input. */
    public static Pickle read(String file, InputStream standardInput) {
        String name = InputFile.name(file);
        try (InputStream plain = InputFile.open(file, standardInput)) {
            return read(name, plain, MAX_BYTES, MAX_WORDS);
        } catch (IOException e) {
            throw new BadInputException(name + ": cannot be closed: " + e.getMessage(), e);
        }
    }

    /**
     * What is in a stream.
     *
     * @param name of the stream in messages
     * @param mostMemory bytes for its values
     */
    public static Pickle of(String name, InputStream plain, long mostMemory) {
        return read(name, plain, MAX_BYTES, Math.min(MAX_WORDS, mostMemory / Long.BYTES));
    }

    static Pickle read(String name, InputStream plain, long mostBytes, long mostWords) {
        PickleInput in = new PickleInput(name, plain, mostBytes);
        PickleReader machine = new PickleReader(in, mostWords);
        try {
            return new Pickle(machine.run(), in.position());
        } catch (IllegalArgumentException e) {
            throw in.bad(String.valueOf(e.getMessage()));
        }
    }

    private Object run() {
        if (in.unsignedByte() != Op.PROTO) {
            throw in.bad("found no pickle but expected one of protocol 2 to 5");
        }
        int protocol = in.unsignedByte();
        if (protocol < 2 || protocol > 5) {
            throw in.bad("found a pickle of protocol " + protocol + " but expected 2 to 5");
        }
        for (int op = in.unsignedByte(); op != Op.STOP; op = in.unsignedByte()) {
            step(op);
        }
        return pop();
    }

    private void step(int op) {
        switch (op) {
            case Op.FRAME -> in.little(8);
            case Op.MARK -> mark();
            case Op.POP -> pop();
            case Op.POP_MARK -> popMark();

            case Op.NONE -> push(None.NONE);
            case Op.TRUE -> push(true);
            case Op.FALSE -> push(false);
            case Op.BININT -> push(NUMBER, (long) (int) in.little(4));
            case Op.BININT1 -> push(NUMBER, in.little(1));
            case Op.BININT2 -> push(NUMBER, in.little(2));
            case Op.LONG1 -> push(NUMBER, bigInteger(in.unsignedByte()));
            case Op.BINFLOAT -> push(NUMBER, in.float64());
            case Op.SHORT_BINUNICODE -> text(in.unsignedByte());
            case Op.BINUNICODE -> text(in.little(4));
            case Op.BINUNICODE8 -> text(in.little(8));
            case Op.SHORT_BINBYTES -> bytes(in.unsignedByte());
            case Op.BINBYTES -> bytes(in.little(4));
            case Op.BINBYTES8, Op.BYTEARRAY8 -> bytes(in.little(8));

            case Op.EMPTY_TUPLE -> tuple(List.of());
            case Op.TUPLE1 -> tuple(popMany(1));
            case Op.TUPLE2 -> tuple(popMany(2));
            case Op.TUPLE3 -> tuple(popMany(3));
            case Op.TUPLE -> tuple(popMark());
            case Op.EMPTY_LIST -> push(OBJECT, new ArrayList<>());
            case Op.APPEND -> append(popMany(1));
            case Op.APPENDS -> append(popMark());
            case Op.EMPTY_DICT -> push(DICTIONARY, new LinkedHashMap<>());
            case Op.SETITEM -> put(popMany(2));
            case Op.SETITEMS -> put(popMark());

            case Op.MEMOIZE -> memoize(memo.size());
            case Op.BINPUT -> memoize(in.unsignedByte());
            case Op.LONG_BINPUT -> memoize(in.little(4));
            case Op.BINGET -> push(memo.get(in.unsignedByte()));
            case Op.LONG_BINGET -> push(memo.get(in.little(4)));

            case Op.GLOBAL -> push(ARRAY, Constructors.named(in.line() + "." + in.line()));
            case Op.STACK_GLOBAL -> stackGlobal();
            case Op.REDUCE -> call(popMany(2));
            case Op.NEWOBJ -> newObject(popMany(2));
            case Op.BUILD -> build(popMany(1).get(0));
            default -> throw in.bad("found opcode " + op + " but expected one that plain data and arrays need");
        }
    }

    /** @param size of the value in words, where it was made just now */
    private void push(int size, Object value) {
        take(size);
        push(value);
    }

    /** Every place on the stack counts, although it is given back: what is on it together is not known before. */
    private void push(Object value) {
        take(1);
        stack.add(value);
    }

    private void mark() {
        take(NUMBER);
        marks.add(stack.size());
    }

    private void text(long length) {
        requireLength(length);
        take(length / 4);
        push(OBJECT, in.text(length));
    }

    private void bytes(long length) {
        requireLength(length);
        take(length / 8);
        push(OBJECT, in.bytes(length));
    }

    private void requireLength(long length) {
        if (length < 0 || length > MAX_LENGTH) {
            throw in.bad(
                    "found a length of " + Long.toUnsignedString(length) + " bytes but expected at most " + MAX_LENGTH);
        }
    }

    private void tuple(List<Object> items) {
        push(OBJECT + items.size(), new Tuple(items));
    }

    private void take(long more) {
        words -= more;
        if (words < 0) {
            throw in.bad("found more than fits in the memory for one file but expected at most " + mostWords / (1 << 17)
                    + " MB of values");
        }
    }

    private Object pop() {
        return popMany(1).get(0);
    }

    private Object top() {
        requireStack(1);
        return stack.get(stack.size() - 1);
    }

    private List<Object> popMany(int count) {
        requireStack(count);
        List<Object> end = stack.subList(stack.size() - count, stack.size());
        List<Object> popped = List.copyOf(end);
        end.clear();
        return popped;
    }

    /** What can be popped is what lies above the last mark. */
    private void requireStack(int count) {
        int floor = marks.isEmpty() ? 0 : marks.get(marks.size() - 1);
        if (stack.size() - floor < count) {
            throw in.bad("found an opcode that needs " + count + " values where there are fewer");
        }
    }

    private List<Object> popMark() {
        if (marks.isEmpty()) {
            throw in.bad("found an opcode that needs a mark where there is none");
        }
        int count = stack.size() - marks.get(marks.size() - 1);
        List<Object> popped = popMany(count);
        marks.remove(marks.size() - 1);
        return popped;
    }

    private long bigInteger(int length) {
        if (length > 8) {
            throw in.bad("found a whole number of " + length + " bytes but expected 8 at most");
        }
        // the sign is that of the highest byte there is
        int unused = 64 - 8 * length;
        return length == 0 ? 0 : in.little(length) << unused >> unused;
    }

    private void append(List<Object> items) {
        Object target = top();
        if (target instanceof ArrayList<?>) {
            take(items.size());
            list(target).addAll(items);
        } else if (!(target instanceof Inert)) {
            throw in.bad("found items for " + Constructors.kind(target) + " but expected a list for them");
        }
    }

    private void put(List<Object> items) {
        Object target = top();
        if (target instanceof Inert) {
            return;
        }
        if (!(target instanceof LinkedHashMap<?, ?>) || items.size() % 2 != 0) {
            throw in.bad("found items for " + Constructors.kind(target) + " but expected a dictionary for them");
        }
        take((long) ENTRY * items.size() / 2);
        for (int i = 0; i < items.size(); i += 2) {
            dictionary(target).put(key(items.get(i)), items.get(i + 1));
        }
    }

    /**
     * Keys of which any number is found in the time of a few: many texts of one hash are distinguished by their order, but other
     * numbers than these could share a hash with each other and with texts, and have no order among them.
     */
    private Object key(Object key) {
        boolean plain = key instanceof Boolean
                || key instanceof Tuple
                || (key instanceof Long number && number == number.intValue())
                || (key instanceof String text && text.length() <= MAX_KEY);
        if (!plain) {
            String found =
                    key instanceof String text ? "text of " + text.length() + " characters" : Constructors.kind(key);
            throw in.bad("found " + found + " as a key but expected text of at most " + MAX_KEY
                    + " characters, a whole number of 32 bits or a tuple");
        }
        return key;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object target) {
        return (List<Object>) target;
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> dictionary(Object target) {
        return (Map<Object, Object>) target;
    }

    private void memoize(long number) {
        take(2);
        memo.put(number, top());
    }

    private void stackGlobal() {
        List<Object> names = popMany(2);
        if (!(names.get(0) instanceof String module) || !(names.get(1) instanceof String name)) {
            throw in.bad("found a name that is not text");
        }
        push(ARRAY, Constructors.named(module + "." + name));
    }

    private void call(List<Object> callableAndArguments) {
        Object callable = callableAndArguments.get(0);
        Object arguments = callableAndArguments.get(1);
        take(Constructors.words(callable, arguments));
        push(ARRAY, Constructors.call(callable, arguments));
    }

    private void newObject(List<Object> classAndArguments) {
        if (!(classAndArguments.get(0) instanceof Inert)) {
            throw in.bad("found a new object of " + Constructors.kind(classAndArguments.get(0))
                    + " but expected only arrays");
        }
        push(classAndArguments.get(0));
    }

    /** The finished thing takes the place of the unfinished one, on the stack and in the memo. */
    private void build(Object state) {
        Object object = pop();
        take(Constructors.words(object, state));
        Object built = Constructors.build(object, state);
        memo.finish(object, built);
        push(ARRAY, built);
    }

    /** Values that come again, by number; writers of pickles count them from 0. */
    private static final class Memo {
        private final List<Object> values = new ArrayList<>();

        /** Numbers of things that are remembered before they have their content. */
        private final IdentityHashMap<Object, Integer> unfinished = new IdentityHashMap<>();

        int size() {
            return values.size();
        }

        void put(long number, Object value) {
            if (number > values.size()) {
                throw new IllegalArgumentException(
                        "found value " + number + " to remember but expected number " + values.size());
            }
            int at = (int) number;
            if (at == values.size()) {
                values.add(value);
            } else {
                values.set(at, value);
            }
            if (value instanceof Constructors.Blank || value instanceof DType) {
                unfinished.put(value, at);
            }
        }

        Object get(long number) {
            if (number >= values.size()) {
                throw new IllegalArgumentException(
                        "found a reference to value " + number + ", which is not defined yet");
            }
            return values.get((int) number);
        }

        /** Puts a finished thing in the place of the unfinished one. */
        void finish(Object thing, Object finished) {
            Integer at = unfinished.remove(thing);
            if (at != null) {
                values.set(at, finished);
            }
        }
    }

    /** The bytes of a pickle and how far reading them has come. Never takes more memory than the input has bytes for. */
    private static final class PickleInput {
        private final String name;
        private final InputStream in;
        private final long most;
        private long position;

        PickleInput(String name, InputStream in, long most) {
            this.name = name;
            this.in = in;
            this.most = most;
        }

        /** Bytes that have been read. */
        long position() {
            return position;
        }

        int unsignedByte() {
            try {
                int read = position < most ? in.read() : -1;
                if (read < 0) {
                    throw cutOff(1);
                }
                position++;
                return read;
            } catch (IOException e) {
                throw broken(e);
            }
        }

        /** An integer of up to eight bytes, the lowest first; eight make a signed one. */
        long little(int count) {
            byte[] eight = new byte[8];
            System.arraycopy(bytes(count), 0, eight, 0, count);
            return ByteBuffer.wrap(eight).order(ByteOrder.LITTLE_ENDIAN).getLong();
        }

        double float64() {
            return ByteBuffer.wrap(bytes(8)).getDouble();
        }

        byte[] bytes(long count) {
            if (count < 0 || count > most - position) {
                throw bad("found a length of " + Long.toUnsignedString(count) + " bytes but expected a file of at most "
                        + most + " bytes");
            }
            try {
                byte[] read = in.readNBytes((int) count);
                position += read.length;
                if (read.length < count) {
                    throw bad("the file ends in the middle of the pickle but expected " + (count - read.length)
                            + " more bytes");
                }
                return read;
            } catch (IOException e) {
                throw broken(e);
            }
        }

        String text(long count) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes(count)))
                        .toString();
            } catch (CharacterCodingException e) {
                throw bad("found text that is not valid UTF-8");
            }
        }

        /** A line of ASCII, without its line feed, as old opcodes spell names. */
        String line() {
            StringBuilder line = new StringBuilder();
            for (int c = unsignedByte(); c != '\n'; c = unsignedByte()) {
                if (line.length() == 1000) {
                    throw bad("found a name of more than 1000 characters");
                }
                line.append((char) c);
            }
            return line.toString();
        }

        private BadInputException cutOff(long missing) {
            if (position + missing > most) {
                return bad("found more but expected a file of at most " + most + " bytes");
            }
            return bad("the file ends in the middle of the pickle but expected " + missing + " more bytes");
        }

        private BadInputException broken(IOException e) {
            return new BadInputException(name + ": " + InputFile.transport(e), e);
        }

        BadInputException bad(String what) {
            return new BadInputException(name + ": byte " + position + ": " + what);
        }
    }
}
