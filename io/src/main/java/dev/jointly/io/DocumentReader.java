package dev.jointly.io;

import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Documents of one kind, one after another, read one at a time: a single one, or NDJSON. Not thread-safe. */
public class DocumentReader<T> implements Iterator<T>, AutoCloseable {
    private final JsonSource source;
    private final String kind;
    private final JsonShape shape;
    private final Function<JsonValue, T> format;
    private @Nullable Boolean more;

    /**
     * Reads what has a shape and makes something of it.
     *
     * @param kind what a document is, such as "problem"
     */
    public DocumentReader(JsonSource source, String kind, JsonShape shape, Function<JsonValue, T> format) {
        this.source = source;
        this.kind = kind;
        this.shape = shape;
        this.format = format;
    }

    /** Name of the input as messages spell it. */
    public String name() {
        return source.name();
    }

    /** Looks as far as the first character of the next document. */
    @Override
    public boolean hasNext() {
        if (more == null) {
            more = Reading.of(name(), () -> source.nextDocument("a " + kind));
        }
        return more;
    }

    @Override
    public T next() {
        begin();
        return Reading.of(name(), () -> format.apply(source.document(shape)));
    }

    private void begin() {
        if (!hasNext()) {
            throw new NoSuchElementException(source.name() + " has no further " + kind);
        }
        more = null;
    }

    /** Whether the document last read was on one line, as in NDJSON; does not look further. */
    public boolean onOneLine() {
        return source.onOneLine();
    }

    /** Passes over the next document; it must be JSON, but nothing else is asked of it. */
    public void skip() {
        begin();
        source.skip();
    }

    /** Complains if there is more than the document last read on its line; awaits the end of the line. */
    public void endLine() {
        source.endLine();
    }

    /**
     * Passes over the rest of the line after a failure, so that the next document can be read.
     *
     * @return the number of the line; empty if documents are not on lines of their own, so that nothing more can be read
     */
    public OptionalLong skipLine() {
        more = null;
        return source.skipLine();
    }

    @Override
    public void close() {
        source.close();
    }
}
