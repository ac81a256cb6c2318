package dev.jointly.io;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads documents in sequence and continues after an unreadable one. If each document is on its own line (NDJSON), any line
 * may be damaged; otherwise reading ends at the first damaged document.
 *
 * <p>Not thread-safe.
 */
public final class DocumentLines<T> implements Iterator<DocumentLines.Entry<T>>, AutoCloseable {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** Makes a reader of a stream with this name. */
    @FunctionalInterface
    public interface Opening<T> {
        DocumentReader<T> of(String name, InputStream in);
    }

    /**
     * A document, or why it cannot be read.
     *
     * @param place file and line as messages spell it
     * @param id its id, if that can be read, even if nothing else can
     * @param failure null where there is a document
     */
    public record Entry<T>(
            String place,
            Optional<String> id,
            @Nullable T document,
            @Nullable BadInputException failure) {}

    private final String name;
    private final String idField;
    private final Opening<T> opening;
    private final InputStream in;
    /** Of the documents if they are not one per line. */
    private @Nullable DocumentReader<T> whole;
    /** The line to be read next; null at the end. */
    private byte @Nullable [] line;

    private @Nullable BadInputException failure;
    private int lineNumber;
    private int documents;

    private DocumentLines(String name, String idField, Opening<T> opening, InputStream in) throws IOException {
        this.name = name;
        this.idField = idField;
        this.opening = opening;
        this.in = in;
        line = nextLine();
        if (line != null && !isOneDocument(line)) {
            whole = opening.of(name, new SequenceInputStream(new ByteArrayInputStream(line), in));
        }
    }

    /**
     * Opens a file by name; {@code -} is standard input.
     *
     * @param idField the field that names a document
     */
    public static <T> DocumentLines<T> open(
            String file, InputStream standardInput, String idField, Opening<T> opening) {
        InputStream in = new BufferedInputStream(InputFile.open(file, standardInput), 1 << 16);
        String name = InputFile.name(file);
        try {
            return new DocumentLines<>(name, idField, opening, in);
        } catch (IOException e) {
            throw InputFile.unreadable(name, in, e);
        }
    }

    @Override
    public boolean hasNext() {
        if (whole == null) {
            return line != null || documents == 0;
        }
        try {
            // a reader that has failed would go on after what it failed at
            return failure != null || whole.hasNext();
        } catch (BadInputException e) {
            failure = e;
            return true;
        }
    }

    @Override
    public Entry<T> next() {
        if (!hasNext()) {
            throw new NoSuchElementException(name + " has no further document");
        }
        documents++;
        return whole == null ? nextOfLines() : nextOfWhole(whole);
    }

    private Entry<T> nextOfLines() {
        byte[] bytes = line == null ? new byte[0] : line;
        int number = lineNumber;
        try {
            line = line == null ? null : nextLine();
        } catch (IOException e) {
            throw InputFile.unreadable(name, in, e);
        }
        String place = line == null && documents == 1 ? name : name + ": line " + number;
        Optional<String> id = id(bytes, idField);
        try (DocumentReader<T> reader = opening.of(place, new ByteArrayInputStream(bytes))) {
            T document = reader.next();
            if (reader.hasNext()) {
                throw new BadInputException(place + ": found a second document but expected one per line");
            }
            return new Entry<>(place, id, document, null);
        } catch (BadInputException e) {
            // the column counts from the start of the line, which is the parser's first
            String message = String.valueOf(e.getMessage());
            String corrected = message.replace(place + ": line 1, column", place + ": column");
            return new Entry<>(place, id, null, place.equals(name) ? e : new BadInputException(corrected, e));
        }
    }

    private Entry<T> nextOfWhole(DocumentReader<T> reader) {
        String place = name + ": document " + documents;
        try {
            if (failure != null) {
                throw failure;
            }
            T document = reader.next();
            // the end of a file with one document shows whether all of it was sound
            boolean only = documents == 1 && !reader.hasNext();
            return new Entry<>(only ? name : place, Optional.empty(), document, null);
        } catch (BadInputException e) {
            // where it would go on is anybody's guess
            whole = null;
            line = null;
            return new Entry<>(place, Optional.empty(), null, e);
        }
    }

    /** The next line that is not blank, or null. */
    private byte @Nullable [] nextLine() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean blank = true;
        int next;
        while ((next = in.read()) >= 0) {
            if (next == '\n') {
                lineNumber++;
                if (!blank) {
                    return bytes.toByteArray();
                }
                bytes.reset();
                continue;
            }
            blank &= next == ' ' || next == '\t' || next == '\r';
            bytes.write(next);
        }
        lineNumber++;
        return blank ? null : bytes.toByteArray();
    }

    /** Whether brackets that are open at the end of the line tell that the document goes on. */
    private static boolean isOneDocument(byte[] line) {
        int depth = 0;
        boolean text = false;
        for (int i = 0; i < line.length; i++) {
            if (text) {
                if (line[i] == '\\') {
                    i++;
                } else {
                    text = line[i] != '"';
                }
            } else if (line[i] == '"') {
                text = true;
            } else if (line[i] == '{' || line[i] == '[') {
                depth++;
            } else if (line[i] == '}' || line[i] == ']') {
                depth--;
            }
        }
        return depth <= 0;
    }

    /**
     * The id of the document on a line; none where it cannot be read.
     *
     * @param idField the field that names a document
     */
    public static Optional<String> id(byte[] line, String idField) {
        try (JsonParser parser = FACTORY.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean wanted = parser.currentName().equals(idField);
                JsonToken value = parser.nextToken();
                if (wanted) {
                    return value == JsonToken.VALUE_STRING ? Optional.of(parser.getText()) : Optional.empty();
                }
                parser.skipChildren();
            }
            return Optional.empty();
        } catch (IOException e) {
            // the reader of the entire document reports what is wrong with it
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw new BadInputException(name + ": cannot be closed: " + e.getMessage(), e);
        }
    }
}
