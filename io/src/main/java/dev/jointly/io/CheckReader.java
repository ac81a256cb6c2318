package dev.jointly.io;

import dev.jointly.problem.Move;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads documents with the fields {@code problem} and {@code solution}, each read as by the reader of its own format, and perhaps
 * {@code moves} of joints; in any order.
 *
 * <p>Not thread-safe.
 */
public final class CheckReader extends DocumentReader<CheckDocument> {
    private static final List<String> FIELDS = List.of("problem", "solution", "moves");

    private final JsonSource source;

    private CheckReader(JsonSource source) {
        super(source, "document with a problem and its solution");
        this.source = source;
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static CheckReader of(String name, InputStream in) {
        return new CheckReader(JsonSource.of(name, in).asGiven());
    }

    @Override
    protected CheckDocument document() throws IOException {
        @Nullable Problem problem = null;
        @Nullable ClaimDocument claim = null;
        List<Move> moves = List.of();
        JsonObject object = new JsonObject(source, FIELDS, "an object with problem and solution");
        while (object.next()) {
            switch (object.field()) {
                case "problem" -> problem = new ProblemReader(source).document();
                case "solution" -> claim = new ClaimReader(source).document();
                case "moves" -> moves = MoveReader.read(source);
                default -> source.skip();
            }
        }
        object.require("problem", "a problem");
        object.require("solution", "a solution");
        if (problem == null || claim == null) {
            throw new IllegalStateException("required fields are there");
        }
        return new CheckDocument(problem, claim, moves);
    }
}
