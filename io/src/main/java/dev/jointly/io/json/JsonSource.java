package dev.jointly.io.json;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.InputFile;
import dev.jointly.io.Reading;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * JSON documents one after another, plain or gzip, and the place where reading them is right now. The typed reads look at
 * the current token and complain with path, value and expectation; Jackson's own complaints are put in the same form
 * by {@link #broken}.
 *
 * <p>Not thread-safe.
 */
public final class JsonSource implements AutoCloseable {
    private static final JsonFactory FACTORY = factory(Limits.NESTING, Limits.DIGITS, Limits.STRING);

    /** Nesting of requests, and digits of their numbers. */
    private static final int MAX_IN_REQUESTS = 100;

    /** How Jackson reports which of the limits above a document exceeds. */
    private static final Pattern BEYOND =
            Pattern.compile("(Document|Name|String|Number)\\b.*?\\((\\d+)\\) exceeds the maximum allowed \\((\\d+).*");

    /** A place as Jackson's messages spell it. */
    private static final Pattern LOCATION = Pattern.compile("\\[Source: .*?; line: (\\d+), column: (\\d+)]");

    private static final Pattern MANY = Pattern.compile(".*\\.(ndjson|jsonl)(\\.gz)?", Pattern.CASE_INSENSITIVE);

    /** Lists in lists in lists: more than any format has. */
    private static final int MAX_LISTS = 3;

    private static final int[] NO_TOTAL = {};

    private final JsonFactory factory;
    private final String name;
    private Map<JsonShape.Limit, int[]> totals = new HashMap<>();
    /** Values of the document that are in memory. */
    private int values;

    private int mostValues = Limits.VALUES;
    private final JsonChars characters;
    private final LineParser parser;
    private boolean refusesMisspelt = true;
    private int document;
    private long startLine;
    /** Lines before the first one of the parser. */
    private long linesBefore;

    private JsonSource(JsonFactory factory, String name, JsonChars characters, LineParser parser) {
        this.factory = factory;
        this.name = name;
        this.characters = characters;
        this.parser = parser;
    }

    /** Another parser for each line, behind one that readers keep. Counts what Jackson counts in other units, or not if passed over. */
    private static final class LineParser extends JsonParserDelegate {
        private final int mostDigits;

        LineParser(JsonParser first) {
            super(first);
            mostDigits = first.streamReadConstraints().getMaxNumberLength();
        }

        @Override
        public @Nullable JsonToken nextToken() throws IOException {
            JsonToken token = delegate.nextToken();
            if (token == JsonToken.FIELD_NAME) {
                String name = delegate.currentName();
                if (name.length() > Limits.NAME && name.codePointCount(0, name.length()) > Limits.NAME) {
                    throw new StreamConstraintsException("Name length (" + name.codePointCount(0, name.length())
                            + ") exceeds the maximum allowed (" + Limits.NAME + ")");
                }
            } else if (token != null && token.isNumeric() && delegate.getTextLength() > mostDigits) {
                long digits =
                        delegate.getText().chars().filter(Character::isDigit).count();
                if (digits > mostDigits) {
                    throw new StreamConstraintsException(
                            "Number length (" + digits + ") exceeds the maximum allowed (" + mostDigits + ")");
                }
            }
            return token;
        }

        /** Looks at all that is passed over. */
        @Override
        public JsonParser skipChildren() throws IOException {
            JsonToken start = currentToken();
            for (int open = start != null && start.isStructStart() ? 1 : 0; open > 0; ) {
                JsonToken token = nextToken();
                if (token == null) {
                    return this;
                }
                open += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            }
            return this;
        }

        void continueWith(JsonParser next) {
            delegate = next;
        }
    }

    /** Opens a file; {@code -} is standard input, which stays open when the source is closed. */
    public static JsonSource open(String file, InputStream standardInput) {
        String name = InputFile.name(file);
        return of(name, InputFile.raw(file, standardInput));
    }

    /** Documents from a stream, known by {@code name} in messages. */
    public static JsonSource of(String name, InputStream raw) {
        return of(name, raw, false);
    }

    /** Opens a file whose documents may be on lines of their own, so that a bad one does not take the next one with it. */
    public static JsonSource byLine(String file, InputStream standardInput) {
        return of(InputFile.name(file), InputFile.raw(file, standardInput), true);
    }

    private static JsonFactory factory(int nesting, int digits, int longestText) {
        return new JsonFactoryBuilder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(nesting)
                        .maxNumberLength(digits)
                        .maxStringLength(longestText)
                        .maxNameLength(2 * Limits.NAME)
                        .build())
                .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
                // a table of names costs time that grows with the square of their length, and names can be made to
                // collide in it
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .build();
    }

    /** The body of a request, in which a text may be as long as the whole; no unknown field is refused for its spelling. */
    public static JsonSource request(String name, byte[] body) {
        JsonFactory factory = factory(MAX_IN_REQUESTS, MAX_IN_REQUESTS, Math.max(1, body.length));
        return of(factory, name, new ByteArrayInputStream(body), false).asGiven();
    }

    private static JsonSource of(String name, InputStream raw, boolean byLine) {
        return of(FACTORY, name, raw, byLine);
    }

    private static JsonSource of(JsonFactory factory, String name, InputStream raw, boolean byLine) {
        JsonChars characters = new JsonChars(InputFile.unpacked(name, raw), byLine, Limits.DOCUMENT);
        try {
            return new JsonSource(factory, name, characters, new LineParser(factory.createParser(characters)));
        } catch (IOException e) {
            throw InputFile.unreadable(name, raw, e);
        }
    }

    /**
     * What a format makes of the first document; closes the source.
     *
     * @param what for messages, such as "a cost model"
     */
    public <T> T only(String what, JsonShape shape, Function<JsonValue, T> format) {
        try {
            return Reading.of(name, () -> {
                nextDocument(what);
                return format.apply(document(shape));
            });
        } finally {
            close();
        }
    }

    /** All of a document that came with the program or from its developers, which may have NaN, as Python writes it. */
    public static JsonValue any(String name, InputStream in) {
        JsonFactory factory = factory(Limits.NESTING, Limits.DIGITS, Limits.STRING);
        factory.configure(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS.mappedFeature(), true);
        try (JsonSource source = of(factory, name, in, false)) {
            source.mostValues = Integer.MAX_VALUE;
            return Reading.of(
                    name,
                    () -> source.checked(() -> {
                        if (source.parser.nextToken() == null) {
                            throw new BadInputException(name + ": is empty but expected a document");
                        }
                        return source.value(null, source.where(), 0, JsonShape.ANYTHING, MAX_LISTS);
                    }));
        }
    }

    private interface Read<T> {
        T read() throws IOException;
    }

    /** What a read gives; says what it means if it fails. */
    private <T> T checked(Read<T> read) {
        try {
            return read.read();
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /** The document at whose opening bracket the source stands. */
    public JsonValue document(JsonShape shape) {
        totals = new HashMap<>();
        values = 0;
        JsonShape.Field field = new JsonShape.Field(shape, JsonShape.Limit.of(0, "entries"));
        return checked(() -> value(null, where(), 0, field, MAX_LISTS));
    }

    /** @param lists how deep lists in it are looked into */
    private JsonValue value(
            @Nullable JsonValue parent, @Nullable String key, int index, JsonShape.Field field, int lists)
            throws IOException {
        JsonToken token = parser.currentToken();
        JsonShape shape = field.shape();
        if (++values > mostValues) {
            throw new BadInputException(where() + shown(path()) + ": found more than " + mostValues
                    + " values in one document but expected at most that many");
        }
        switch (token) {
            case START_OBJECT -> {
                JsonValue object = new JsonValue(parent, key, index, token, new LinkedHashMap<>(), shape);
                Map<JsonShape.Limit, int[]> outer = totals;
                if (shape == null) {
                    parser.skipChildren();
                } else {
                    totals = shape.isApart() ? new HashMap<>() : outer;
                    members(object, shape);
                    totals = outer;
                }
                return object;
            }
            case START_ARRAY -> {
                return array(parent, key, index, field, lists);
            }
            case VALUE_NUMBER_INT -> {
                if (parent != null && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
                    return new JsonValue(parent, key, index, token, parser.getLongValue(), shape);
                }
                return new JsonValue(parent, key, index, token, parser.getText(), shape);
            }
            default -> {
                String text = parser.isNaN() ? Double.toString(parser.getDoubleValue()) : parser.getText();
                return new JsonValue(parent, key, index, token, text, shape);
            }
        }
    }

    private void members(JsonValue object, JsonShape shape) throws IOException {
        Map<String, JsonValue> members = object.members();
        Set<String> unknown = Set.of();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String member = parser.currentName();
            JsonShape.Field field = shape.field(member);
            if (field == null && unknown.isEmpty()) {
                unknown = new HashSet<>();
            }
            if (field == null ? !unknown.add(member) : members.containsKey(member)) {
                throw object.problem(JsonValue.escaped(member), "found this field a second time but expected it once");
            }
            if (unknown.size() > Limits.FIELDS || members.size() >= Limits.FIELDS) {
                throw object.problem(
                        JsonValue.escaped(member), "found more than " + Limits.FIELDS + " fields in one object");
            }
            parser.nextToken();
            if (field == null) {
                shape.checkUnknown(object, member, refusesMisspelt);
                parser.skipChildren();
            } else if (field.isSkipped()) {
                parser.skipChildren();
                members.put(member, new JsonValue(object, member, 0, JsonToken.VALUE_NULL, "", null));
            } else {
                JsonValue value = value(object, member, 0, field, MAX_LISTS);
                if (field.isTaken() && !value.isList()) {
                    throw value.bad(field.list());
                }
                if (member.equals("format")) {
                    shape.checkFormat(value);
                }
                members.put(member, value);
            }
        }
        shape.requireFormat(object);
    }

    private JsonValue array(
            @Nullable JsonValue parent, @Nullable String key, int index, JsonShape.Field field, int lists)
            throws IOException {
        Supplier<? extends JsonShape.Rows> rows = field.rows();
        if (rows != null) {
            return rows(parent, key, index, field, rows.get());
        }
        Supplier<? extends JsonShape.Entries> taking = field.entries();
        // most lists are short
        List<JsonValue> kept = taking == null ? new ArrayList<>(4) : List.of();
        JsonShape.Entries entries = taking == null ? kept::add : taking.get();
        Object content = taking == null ? kept : entries;
        JsonValue array = new JsonValue(parent, key, index, JsonToken.START_ARRAY, content, field.shape());
        JsonShape.Limit limit = field.limit();
        if (lists == 0 || limit.most() < 0) {
            parser.skipChildren();
            return array;
        }
        boolean shared = limit.inAll() < Integer.MAX_VALUE;
        int[] total = shared ? totals.computeIfAbsent(limit, unseen -> new int[1]) : NO_TOTAL;
        JsonShape.Field ofEntries = field.ofEntries();
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            if (i >= limit.most() || (shared && total[0]++ >= limit.inAll())) {
                throw array.problem(
                        Integer.toString(i),
                        "found more than " + (i >= limit.most() ? limit.most() : limit.inAll()) + " " + limit.what()
                                + " but expected at most that many");
            }
            int before = values;
            entries.add(value(array, null, i, ofEntries, lists - 1));
            if (taking != null) {
                // what has been taken need not stay
                values = before;
            }
        }
        return array;
    }

    private JsonValue rows(
            @Nullable JsonValue parent, @Nullable String key, int index, JsonShape.Field field, JsonShape.Rows rows)
            throws IOException {
        JsonValue array = new JsonValue(parent, key, index, JsonToken.START_ARRAY, rows, null);
        Row row = new Row(array, field.row());
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            if (i >= field.limit().most()) {
                throw array.problem(
                        Integer.toString(i),
                        "found more than " + i + " " + field.limit().what() + " but expected at most that many");
            }
            row.begin(i);
            rows.add(row);
        }
        return array;
    }

    /** A list of numbers, read one after another; what is wrong becomes a value only to complain about it. */
    public final class Row {
        private final JsonValue array;
        private final String expected;
        private int index;
        private int position;

        Row(JsonValue array, String expected) {
            this.array = array;
            this.expected = expected;
        }

        void begin(int row) throws IOException {
            index = row;
            position = -1;
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                throw value(array, null, index, JsonShape.SKIPPED, 0).bad(expected);
            }
        }

        /** The next one, an index that may yet turn out too large. */
        public int index(String what) throws IOException {
            boolean small = next() == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() == JsonParser.NumberType.INT;
            if (!small || parser.getIntValue() < 0) {
                throw bad(what);
            }
            return parser.getIntValue();
        }

        /** The next one, a whole number of 64 bits. */
        public long whole(String what) throws IOException {
            if (next() != JsonToken.VALUE_NUMBER_INT || parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
                throw bad(what);
            }
            return parser.getLongValue();
        }

        /** The next one, a finite number. */
        public double finite(String what) throws IOException {
            if (!next().isNumeric() || !Double.isFinite(parser.getDoubleValue())) {
                throw bad(what);
            }
            return parser.getDoubleValue();
        }

        /** Complains if there is another one. */
        public void end(String what) throws IOException {
            if (next() != JsonToken.END_ARRAY) {
                throw bad(what);
            }
        }

        private JsonToken next() throws IOException {
            position++;
            return requireNonNull(parser.nextToken(), "a list does not end with the input");
        }

        /** A complaint about the number read last. */
        public BadInputException bad(String what) {
            if (parser.currentToken() == JsonToken.END_ARRAY) {
                return bad("the end of the array", what);
            }
            try {
                return value(row(), null, position, JsonShape.SKIPPED, 0).bad(what);
            } catch (IOException e) {
                return broken(e);
            }
        }

        /** A complaint about the list. */
        public BadInputException bad(String found, String what) {
            return row().bad(found, what);
        }

        private JsonValue row() {
            return new JsonValue(array, null, index, JsonToken.START_ARRAY, List.of(), null);
        }
    }

    /**
     * From here on, unknown fields outside closed objects are passed over however they are spelt. Checkers read files so: a field
     * that looks misspelt is a likely mistake of the problem's author, but it makes no file invalid.
     */
    public JsonSource asGiven() {
        refusesMisspelt = false;
        return this;
    }

    /** The input as messages spell it. */
    public String name() {
        return name;
    }

    /** Moves to the start of the next document, which must be an object; false at the end of the input. */
    public boolean nextDocument(String what) {
        document++;
        characters.nextDocument();
        return checked(() -> {
            while (parser.nextToken() == null) {
                if (characters.nextLine()) {
                    restart();
                    continue;
                }
                if (document == 1) {
                    throw new BadInputException(name + ": is empty but expected " + what);
                }
                return false;
            }
            startLine = line(parser.currentTokenLocation());
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw bad(what + ", which is an object");
            }
            return true;
        });
    }

    private void restart() throws IOException {
        linesBefore = characters.newlines();
        parser.continueWith(factory.createParser(characters));
    }

    private long line(JsonLocation place) {
        return linesBefore + place.getLineNr();
    }

    /**
     * Passes over the rest of the line after a failure, so that the next document can be read.
     *
     * @return the number of the line; empty if documents are not on lines of their own, so that nothing more can be read
     */
    public OptionalLong skipLine() {
        try {
            boolean more = characters.skipLine();
            long line = characters.newlines() + (characters.nextLine() ? 0 : 1);
            restart();
            return more ? OptionalLong.of(line) : OptionalLong.empty();
        } catch (IOException e) {
            // reported by the failure before it, or met again by the next read
            return OptionalLong.empty();
        }
    }

    /** Complains if the line of a document has more than that document. */
    public void endLine() {
        if (characters.byLine() && checked(() -> parser.nextToken() != null)) {
            throw bad("the end of the line, with one document per line");
        }
    }

    /** Whether the document so far is on one line. */
    public boolean onOneLine() {
        return line(parser.currentTokenLocation()) == startLine;
    }

    /** Where the current token is, as a JSON pointer. */
    private String path() {
        return parser.getParsingContext().pathAsPointer().toString();
    }

    /** Passes over the current value, whatever it is. */
    public void skip() {
        checked(parser::skipChildren);
    }

    /** A complaint about the current token. */
    private BadInputException bad(String expected) {
        return new BadInputException(where() + shown(path()) + ": found " + found() + " but expected " + expected);
    }

    /** What a failed read means to the person who wrote the file. */
    private BadInputException broken(IOException e) {
        if (e instanceof StreamConstraintsException || e instanceof JsonChars.TooLongException) {
            return new BadInputException(where() + shown(path()) + ": " + exceeded(e), e);
        }
        if (e instanceof JsonProcessingException syntax) {
            JsonLocation at = syntax.getLocation();
            String place = at == null ? "" : "line " + line(at) + ", column " + at.getColumnNr() + ": ";
            return new BadInputException(name + ": " + place + shown(path()) + ": " + complaint(syntax), e);
        }
        return new BadInputException(name + ": " + InputFile.transport(e), e);
    }

    private static String exceeded(IOException e) {
        String message = String.valueOf(e.getMessage());
        Matcher limit = BEYOND.matcher(message);
        if (!limit.matches()) {
            return message;
        }
        String what =
                switch (limit.group(1)) {
                    case "Document" -> "values nested " + limit.group(2) + " deep";
                    case "Name" -> "a field name of " + limit.group(2) + " characters";
                    case "String" -> "text of " + limit.group(2) + " characters";
                    default -> "a number of " + limit.group(2) + " digits";
                };
        // Jackson counts names in UTF-16 units, of which a character may have two
        String most = limit.group(1).equals("Name") ? String.valueOf(Limits.NAME) : limit.group(3);
        return "found " + what + " but expected at most " + most;
    }

    private String complaint(JsonProcessingException syntax) {
        if (syntax instanceof JsonEOFException) {
            return "the input ends in the middle of a document but expected its closing brackets";
        }
        String message = syntax.getOriginalMessage();
        if (message.startsWith("Non-standard token '")) {
            return "found " + message.split("'", 3)[1] + " but expected a finite number";
        }
        return "not valid JSON: "
                + LOCATION.matcher(message)
                        .replaceAll(at ->
                                "line " + (linesBefore + Long.parseLong(at.group(1))) + ", column " + at.group(2));
    }

    /** How messages about the current document begin. */
    private String where() {
        if (document > 1 || MANY.matcher(name).matches()) {
            return name + ": document " + document + " (line " + startLine + "): ";
        }
        return name + ": ";
    }

    static String shown(String path) {
        if (path.isEmpty()) {
            return "top level";
        }
        // a long path is long because of an invented name; both ends say where it is
        return path.length() <= 100 ? path : path.substring(0, 50) + "..." + path.substring(path.length() - 47);
    }

    private String found() {
        try {
            return switch (parser.currentToken()) {
                case START_OBJECT -> "an object";
                case START_ARRAY -> "an array";
                case END_OBJECT -> "the end of the object";
                case END_ARRAY -> "the end of the array";
                case VALUE_STRING -> Excerpt.quoted(parser.getText());
                default -> Excerpt.of(parser.getText());
            };
        } catch (IOException e) {
            return "something unreadable (" + Excerpt.of(String.valueOf(e.getMessage())) + ")";
        }
    }

    @Override
    public void close() {
        try {
            parser.close();
            characters.close();
        } catch (IOException e) {
            throw new BadInputException(name + ": cannot be closed: " + e.getMessage(), e);
        }
    }
}
