package dev.jointly.io;

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
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
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
    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Limits.NESTING)
                    .maxNumberLength(Limits.DIGITS)
                    .maxStringLength(Limits.STRING)
                    .maxNameLength(2 * Limits.NAME)
                    .build())
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            // a table of names costs time that grows with the square of their length, and names can be made to collide
            // in it
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    /** How Jackson reports which of the limits above a document exceeds. */
    private static final Pattern BEYOND =
            Pattern.compile("(Document|Name|String|Number)\\b.*?\\((\\d+)\\) exceeds the maximum allowed \\((\\d+).*");

    /** A place as Jackson's messages spell it. */
    private static final Pattern LOCATION = Pattern.compile("\\[Source: .*?; line: (\\d+), column: (\\d+)]");

    private static final Pattern MANY = Pattern.compile(".*\\.(ndjson|jsonl)(\\.gz)?", Pattern.CASE_INSENSITIVE);

    private final String name;
    private final JsonChars characters;
    private final LineParser parser;
    private boolean refusesMisspelt = true;
    private int document;
    private long startLine;
    /** Lines before the first one of the parser. */
    private long linesBefore;

    private JsonSource(String name, JsonChars characters, LineParser parser) {
        this.name = name;
        this.characters = characters;
        this.parser = parser;
    }

    /** Another parser for each line, behind one that readers keep. Counts what Jackson counts in other units. */
    private static final class LineParser extends JsonParserDelegate {
        LineParser(JsonParser first) {
            super(first);
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
            } else if (token != null && token.isNumeric() && delegate.getTextLength() > Limits.DIGITS) {
                long digits =
                        delegate.getText().chars().filter(Character::isDigit).count();
                if (digits > Limits.DIGITS) {
                    throw new StreamConstraintsException(
                            "Number length (" + digits + ") exceeds the maximum allowed (" + Limits.DIGITS + ")");
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
    static JsonSource byLine(String file, InputStream standardInput) {
        return of(InputFile.name(file), InputFile.raw(file, standardInput), true);
    }

    private static JsonSource of(String name, InputStream raw, boolean byLine) {
        JsonChars characters = new JsonChars(InputFile.unpacked(name, raw), byLine, Limits.DOCUMENT);
        try {
            return new JsonSource(name, characters, new LineParser(FACTORY.createParser(characters)));
        } catch (IOException e) {
            throw InputFile.unreadable(name, raw, e);
        }
    }

    /** Reads the object at which a source stands. */
    @FunctionalInterface
    public interface Body<T> {
        /** Reads it to its end. */
        T read(JsonSource source) throws IOException;
    }

    /**
     * Reads the first document, and closes the source.
     *
     * @param what for messages, such as "a cost model"
     */
    public <T> T only(String what, Body<T> body) {
        try {
            return Reading.of(name, () -> {
                nextDocument(what);
                try {
                    return body.read(this);
                } catch (IOException e) {
                    throw broken(e);
                }
            });
        } finally {
            close();
        }
    }

    /**
     * From here on, unknown fields outside closed objects are passed over however they are spelt. Checkers read files so: a field
     * that looks misspelt is a likely mistake of whoever wrote a problem, but it makes no file invalid.
     */
    JsonSource asGiven() {
        refusesMisspelt = false;
        return this;
    }

    boolean refusesMisspelt() {
        return refusesMisspelt;
    }

    /** The input as messages spell it. */
    public String name() {
        return name;
    }

    /** The parser itself, to move on. */
    public JsonParser parser() {
        return parser;
    }

    /** Moves to the start of the next document, which must be an object; false at the end of the input. */
    public boolean nextDocument(String what) {
        try {
            document++;
            characters.nextDocument();
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
        } catch (IOException e) {
            throw broken(e);
        }
    }

    private void restart() throws IOException {
        linesBefore = characters.newlines();
        parser.continueWith(FACTORY.createParser(characters));
    }

    private long line(JsonLocation place) {
        return linesBefore + place.getLineNr();
    }

    /**
     * Passes over the rest of the line after a failure, so that the next document can be read.
     *
     * @return the number of the line; empty if documents are not on lines of their own, so that nothing more can be read
     */
    OptionalLong skipLine() {
        try {
            boolean more = characters.skipLine();
            long line = characters.newlines() + (characters.nextLine() ? 0 : 1);
            restart();
            return more ? OptionalLong.of(line) : OptionalLong.empty();
        } catch (IOException e) {
            // told by the failure before it, or met again by who reads on
            return OptionalLong.empty();
        }
    }

    /** Complains if the line of a document has more than that document. */
    void endLine() {
        try {
            if (characters.byLine() && parser.nextToken() != null) {
                throw bad("the end of the line, with one document per line");
            }
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /** Whether the document so far is on one line. */
    boolean onOneLine() {
        return line(parser.currentTokenLocation()) == startLine;
    }

    /** Where the current token is, as a JSON pointer. */
    public String path() {
        return parser.getParsingContext().pathAsPointer().toString();
    }

    /** The current token, which must be a string. */
    public String string(String expected) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw bad(expected);
        }
        return parser.getText();
    }

    /** A string that can stand as a name: visible, and not endless. */
    public String name(String expected) throws IOException {
        String text = string(expected);
        if (text.isEmpty() || text.codePointCount(0, text.length()) > Limits.NAME || !Excerpt.printable(text)) {
            throw bad(expected + ", of 1 to " + Limits.NAME + " characters, none of them a control character");
        }
        return text;
    }

    /** A string, number, true or false, as it is spelt. */
    public String word(String expected) throws IOException {
        if (!parser.currentToken().isScalarValue()) {
            throw bad(expected);
        }
        return parser.getText();
    }

    /** The current token, which must be an integer. */
    public int integer(String expected) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT
                || parser.getNumberType() != JsonParser.NumberType.INT) {
            throw bad(expected);
        }
        return parser.getIntValue();
    }

    /** The same within both limits. */
    public int integer(int least, int most, String expected) throws IOException {
        int value = integer(expected);
        if (value < least || value > most) {
            throw bad(expected);
        }
        return value;
    }

    /** An index that may yet turn out too large. */
    public int index(String expected) throws IOException {
        return integer(0, Integer.MAX_VALUE, expected);
    }

    /** The current token, which must be a finite number. */
    public double finite(String expected) throws IOException {
        if (!parser.currentToken().isNumeric() || !Double.isFinite(parser.getDoubleValue())) {
            throw bad(expected);
        }
        return parser.getDoubleValue();
    }

    /** Complains unless the current token is this one. */
    public void expect(JsonToken token, String expected) {
        if (parser.currentToken() != token) {
            throw bad(expected);
        }
    }

    /** The name and version of a format. */
    public void literal(String format) throws IOException {
        String expected = "\"" + format + "\"";
        String found = string(expected);
        if (!found.equals(format)) {
            throw bad(expected + (found.equals(ProblemReader.FORMAT) ? " (this is a problem, not a solution)" : ""));
        }
    }

    /** Complains where there are as many entries as may be, and one more begins. */
    public void checkRoom(int size, int most) {
        checkRoom(size, most, "entries");
    }

    private void checkRoom(int size, int most, String what) {
        if (size >= most) {
            throw problem(path(), "found more than " + most + " " + what + " but expected at most that many");
        }
    }

    /** Passes over the current value, whatever it is. */
    public void skip() throws IOException {
        parser.skipChildren();
    }

    /** A complaint about the current token. */
    public BadInputException bad(String expected) {
        return bad(path(), found(), expected);
    }

    /** A complaint about the value at a path. */
    public BadInputException bad(String path, String found, String expected) {
        return problem(path, "found " + found + " but expected " + expected);
    }

    /** A complaint about the place at a path, in its own words. */
    public BadInputException problem(String path, String what) {
        return new BadInputException(where() + shown(path) + ": " + what);
    }

    /** Reads one entry of an array, at which the source stands. */
    @FunctionalInterface
    public interface Entry {
        void read() throws IOException;
    }

    /** Walks the array at which the source stands; an entry reads all of its own value. */
    public void array(int most, String expected, Entry entry) throws IOException {
        array(most, "entries", expected, entry);
    }

    /** @param what entries are called where there are too many, such as "pairs" */
    void array(int most, String what, String expected, Entry entry) throws IOException {
        expect(JsonToken.START_ARRAY, expected);
        for (int size = 0; parser.nextToken() != JsonToken.END_ARRAY; size++) {
            checkRoom(size, most, what);
            entry.read();
        }
    }

    /** Reads the value of one entry of an array. */
    @FunctionalInterface
    public interface Item<T> {
        /** Reads all of it. */
        T read() throws IOException;
    }

    /** The current token, which must be true or false. */
    public boolean bool() throws IOException {
        if (!parser.currentToken().isBoolean()) {
            throw bad("true or false");
        }
        return parser.getBooleanValue();
    }

    /** The entries of the array at which the source stands, which must be so many. */
    public <T> List<T> exactly(int size, String expected, Item<T> item) throws IOException {
        List<T> items = new ArrayList<>();
        array(size, expected, () -> items.add(item.read()));
        if (items.size() < size) {
            throw bad(expected);
        }
        return items;
    }

    /** What a failed read means to the person who wrote the file. */
    public BadInputException broken(IOException e) {
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
    public String where() {
        if (document > 1 || MANY.matcher(name).matches()) {
            return name + ": document " + document + " (line " + startLine + "): ";
        }
        return name + ": ";
    }

    private static String shown(String path) {
        if (path.isEmpty()) {
            return "top level";
        }
        // a long path is long because of a name somebody made up; both ends say where it is
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
