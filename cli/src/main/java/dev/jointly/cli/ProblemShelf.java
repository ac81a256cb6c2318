package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.InputFile;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Problem;
import java.io.InputStream;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Problems of files by id. In the order of the files one is in memory at a time; what is passed over waits. */
final class ProblemShelf implements AutoCloseable {
    private final Inputs inputs;
    private final Iterator<String> files;
    private final InputStream standardInput;
    private final Consumer<BadInputException> failed;
    private final Map<String, Problem> waiting = new LinkedHashMap<>();
    private @Nullable ProblemReader reader;

    /** @param failed hears of bad files, of which the rest is left out, where there are many */
    ProblemShelf(Inputs inputs, InputStream standardInput, Consumer<BadInputException> failed) {
        this.inputs = inputs;
        this.files = inputs.files().iterator();
        this.standardInput = standardInput;
        this.failed = failed;
    }

    /** The problem with an id, or the next one where the id is not known; each is handed out once. */
    Problem take(Optional<String> id) {
        if (id.isPresent()) {
            Problem waited = waiting.remove(id.get());
            if (waited != null) {
                return waited;
            }
        }
        for (Problem problem = next(); problem != null; problem = next()) {
            if (id.isEmpty() || id.get().equals(problem.id())) {
                return problem;
            }
            waiting.put(problem.id(), problem);
        }
        String place = inputs.files().size() == 1
                ? InputFile.name(inputs.files().get(0))
                : inputs.files().size() + " problem files";
        throw new BadInputException(place + ": found no problem "
                + id.map(name -> Excerpt.quoted(name) + ", or it was solved twice")
                        .orElse("for the last solution"));
    }

    private @Nullable Problem next() {
        while (true) {
            try {
                if (reader != null && reader.hasNext()) {
                    return reader.next();
                }
                close();
                if (!files.hasNext()) {
                    return null;
                }
                reader = ProblemReader.open(files.next(), standardInput);
            } catch (BadInputException e) {
                if (!inputs.many()) {
                    throw e;
                }
                close();
                failed.accept(e);
            }
        }
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
