package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Problem;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Problems of a file by id. In the order of the file one is in memory at a time; what is passed over waits. */
final class ProblemShelf implements AutoCloseable {
    private final ProblemReader reader;
    private final Map<String, Problem> waiting = new LinkedHashMap<>();

    ProblemShelf(String file, InputStream standardInput) {
        reader = ProblemReader.open(file, standardInput);
    }

    /** The problem with an id, or the next one where the id is not known; each is handed out once. */
    Problem take(Optional<String> id) {
        if (id.isPresent()) {
            Problem waited = waiting.remove(id.get());
            if (waited != null) {
                return waited;
            }
        }
        while (reader.hasNext()) {
            Problem problem = reader.next();
            if (id.isEmpty() || id.get().equals(problem.id())) {
                return problem;
            }
            waiting.put(problem.id(), problem);
        }
        throw new BadInputException(reader.name() + ": found no problem "
                + id.map(name -> Excerpt.quoted(name) + ", or it was solved twice")
                        .orElse("for the last solution"));
    }

    @Override
    public void close() {
        reader.close();
    }
}
