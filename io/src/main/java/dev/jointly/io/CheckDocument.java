package dev.jointly.io;

import dev.jointly.problem.Move;
import dev.jointly.problem.Problem;
import java.util.List;

/**
 * A problem as given, and what a solution of it claims.
 *
 * @param moves of joints, on which no claim depends
 */
public record CheckDocument(Problem problem, ClaimDocument claim, List<Move> moves) {
    public CheckDocument {
        moves = List.copyOf(moves);
    }
}
