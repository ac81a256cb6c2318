package dev.jointly.cli.solve;

import dev.jointly.cli.Inputs;
import dev.jointly.io.BadInputException;
import dev.jointly.io.DocumentLines;
import dev.jointly.io.DocumentLines.Entry;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The documents of several files, one file after another. A file that cannot be opened or read on is one entry with its
 * failure, by the id that its name tells.
 */
final class EntryChain<T> implements Iterator<Entry<T>>, AutoCloseable {
    private final Inputs.Kind kind;
    private final Predicate<String> isId;
    private final Iterator<String> files;
    private final Function<String, DocumentLines<T>> opening;
    private String file = "";
    private @Nullable DocumentLines<T> lines;
    private @Nullable Entry<T> next;

    /** @param isId whether the name of a file, without its ending, may be taken for an id */
    EntryChain(Inputs inputs, Inputs.Kind kind, Predicate<String> isId, Function<String, DocumentLines<T>> opening) {
        this.kind = kind;
        this.isId = isId;
        this.files = inputs.files().iterator();
        this.opening = opening;
    }

    @Override
    public boolean hasNext() {
        while (next == null) {
            try {
                if (lines != null && lines.hasNext()) {
                    next = named(lines.next());
                    continue;
                }
                close();
                if (!files.hasNext()) {
                    return false;
                }
                file = files.next();
                lines = opening.apply(file);
            } catch (BadInputException e) {
                close();
                next = named(new Entry<>(file, Optional.empty(), null, e));
            }
        }
        return true;
    }

    private Entry<T> named(Entry<T> entry) {
        String stem = kind.stem(file);
        return entry.failure() == null || entry.id().isPresent() || !isId.test(stem)
                ? entry
                : new Entry<>(entry.place(), Optional.of(stem), null, entry.failure());
    }

    @Override
    public Entry<T> next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException("no further file");
        }
        Entry<T> entry = next;
        next = null;
        return entry;
    }

    @Override
    public void close() {
        if (lines != null) {
            lines.close();
            lines = null;
        }
    }
}
