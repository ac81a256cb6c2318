package dev.jointly.io.pickle;

import dev.jointly.io.BadInputException;
import dev.jointly.io.InputFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
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
    static final long MOST_BYTES = 1L << 30;

    /**
     * Values, marks and memo entries of a file; so many take about a gigabyte. A frame of twelve parts has about 1,500 with
     * the usual graph, and 4,500 with all 66 pairs of parts scored.
     */
    static final int MOST_VALUES = 30_000_000;

    private final PickleInput in;
    private final List<Object> stack = new ArrayList<>();
    private final List<Integer> marks = new ArrayList<>();
    private final Map<Long, Object> memo = new HashMap<>();

    /** Where in the memo things are that are memoised before they have their content. */
    private final IdentityHashMap<Object, Long> unfinished = new IdentityHashMap<>();

    private final int mostValues;
    private int values;

    private PickleReader(PickleInput in, int mostValues) {
        this.in = in;
        this.mostValues = mostValues;
    }

    /** The value in a file, plain or gzip; {@code -} is standard input. */
    public static Object read(String file, InputStream standardInput) {
        String name = InputFile.name(file);
        try (InputStream plain = InputFile.open(file, standardInput)) {
            return read(name, plain, MOST_BYTES, MOST_VALUES);
        } catch (IOException e) {
            throw new BadInputException(name + ": cannot be closed: " + e.getMessage(), e);
        }
    }

    static Object read(String name, InputStream plain, long mostBytes, int mostValues) {
        PickleInput in = new PickleInput(name, plain, mostBytes);
        PickleReader machine = new PickleReader(in, mostValues);
        try {
            return machine.run();
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
            case Op.BININT -> push((long) (int) in.little(4));
            case Op.BININT1 -> push(in.little(1));
            case Op.BININT2 -> push(in.little(2));
            case Op.LONG1 -> push(bigInteger(in.unsignedByte()));
            case Op.BINFLOAT -> push(in.float64());
            case Op.SHORT_BINUNICODE -> push(in.text(in.unsignedByte()));
            case Op.BINUNICODE -> push(in.text(in.little(4)));
            case Op.BINUNICODE8 -> push(in.text(in.little(8)));
            case Op.SHORT_BINBYTES -> push(in.bytes(in.unsignedByte()));
            case Op.BINBYTES -> push(in.bytes(in.little(4)));
            case Op.BINBYTES8, Op.BYTEARRAY8 -> push(in.bytes(in.little(8)));

            case Op.EMPTY_TUPLE -> push(new Tuple(List.of()));
            case Op.TUPLE1 -> push(new Tuple(popMany(1)));
            case Op.TUPLE2 -> push(new Tuple(popMany(2)));
            case Op.TUPLE3 -> push(new Tuple(popMany(3)));
            case Op.TUPLE -> push(new Tuple(popMark()));
            case Op.EMPTY_LIST -> push(new ArrayList<>());
            case Op.APPEND -> append(popMany(1));
            case Op.APPENDS -> append(popMark());
            case Op.EMPTY_DICT -> push(new LinkedHashMap<>());
            case Op.SETITEM -> put(popMany(2));
            case Op.SETITEMS -> put(popMark());

            case Op.MEMOIZE -> memoize(memo.size());
            case Op.BINPUT -> memoize(in.unsignedByte());
            case Op.LONG_BINPUT -> memoize(in.little(4));
            case Op.BINGET -> push(memoized(in.unsignedByte()));
            case Op.LONG_BINGET -> push(memoized(in.little(4)));

            case Op.GLOBAL -> push(Constructors.named(in.line() + "." + in.line()));
            case Op.STACK_GLOBAL -> stackGlobal();
            case Op.REDUCE -> call(popMany(2));
            case Op.NEWOBJ -> newObject(popMany(2));
            case Op.BUILD -> build(popMany(1).get(0));
            default -> throw in.bad("found opcode " + op + " but expected one that plain data and arrays need");
        }
    }

    private void push(Object value) {
        count();
        stack.add(value);
    }

    private void mark() {
        count();
        marks.add(stack.size());
    }

    private void count() {
        if (++values > mostValues) {
            throw in.bad("found more than " + mostValues + " values but expected at most that many");
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
        for (int i = 0; i < items.size(); i += 2) {
            Object key = items.get(i);
            boolean plain = key instanceof String || key instanceof Number || key instanceof Boolean;
            if (!plain && !(key instanceof Tuple)) {
                throw in.bad("found " + Constructors.kind(key) + " as a key but expected text, a number or a tuple");
            }
            dictionary(target).put(key, items.get(i + 1));
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object target) {
        return (List<Object>) target;
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> dictionary(Object target) {
        return (Map<Object, Object>) target;
    }

    private void memoize(long at) {
        count();
        Object value = top();
        memo.put(at, value);
        if (value instanceof Constructors.Blank || value instanceof DType) {
            unfinished.put(value, at);
        }
    }

    private Object memoized(long at) {
        Object value = memo.get(at);
        if (value == null) {
            throw in.bad("found a mention of value " + at + ", which has not come yet");
        }
        return value;
    }

    private void stackGlobal() {
        List<Object> names = popMany(2);
        if (!(names.get(0) instanceof String module) || !(names.get(1) instanceof String name)) {
            throw in.bad("found a name that is not text");
        }
        push(Constructors.named(module + "." + name));
    }

    private void call(List<Object> callableAndArguments) {
        push(Constructors.call(callableAndArguments.get(0), callableAndArguments.get(1)));
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
        Object built = Constructors.build(object, state);
        Long at = unfinished.remove(object);
        if (at != null) {
            memo.put(at, built);
        }
        push(built);
    }
}
