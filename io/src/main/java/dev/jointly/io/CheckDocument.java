package dev.jointly.io;

import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.problem.Move;
import dev.jointly.problem.Problem;
import java.io.InputStream;
import java.util.List;

/**
 * A problem as given, and what a solution of it claims.
 *
 * @param moves of joints, on which no claim depends
 */
public record CheckDocument(Problem problem, ClaimDocument claim, List<Move> moves) {
    private static final JsonShape SHAPE = JsonShape.of("an object with problem and solution")
            .with("problem", ProblemReader.GIVEN)
            .with("solution", ClaimReader.SHAPE)
            .with("moves", EditReader.MOVES, EditReader.MOVE);

    public CheckDocument {
        moves = List.copyOf(moves);
    }

    /**
     * Reads documents with the fields {@code problem} and {@code solution}, each read as by the reader of its own format, and perhaps
     * {@code moves} of joints, from a stream known by {@code name} in messages.
     */
    public static DocumentReader<CheckDocument> reader(String name, InputStream in) {
        return new DocumentReader<>(
                JsonSource.of(name, in).asGiven(),
                "document with a problem and its solution",
                SHAPE,
                CheckDocument::document);
    }

    private static CheckDocument document(JsonValue value) {
        return new CheckDocument(
                ProblemReader.problem(value.get("problem", "a problem")),
                new ClaimDocument(value.get("solution", "a solution")),
                EditReader.moves(value));
    }
}
