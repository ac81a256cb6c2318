package dev.jointly.cli.solve;

import dev.jointly.io.export.Solved;
import dev.jointly.margin.Margin;
import dev.jointly.problem.Move;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import java.awt.image.BufferedImage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A problem with its solution, ready to be published.
 *
 * @param margins of the solution; empty unless they were asked for
 * @param found the problem with its detections where they were found; the same unless joints were moved
 * @param moves by a person; null where the input has no moves
 * @param frame of a video that it is about, to be drawn on; null if that is not wanted
 */
public record SolvedProblem(
        Problem problem,
        Solution solution,
        List<Margin> margins,
        Problem found,
        @Nullable List<Move> moves,
        @Nullable BufferedImage frame) {
    SolvedProblem(Problem problem, Solution solution, List<Margin> margins) {
        this(problem, solution, margins, problem, null, null);
    }

    /** The same with detections in other places; costs, and so the proof, stay. */
    public SolvedProblem moved(Problem moved) {
        return new SolvedProblem(moved, solution, margins, found, moves, frame);
    }

    /** The same with the frame to be drawn on. */
    public SolvedProblem on(BufferedImage image) {
        return new SolvedProblem(problem, solution, margins, found, moves, image);
    }

    /** The same with joints where a person put them. */
    SolvedProblem movedBy(List<Move> by) {
        return new SolvedProblem(Move.all(problem, by), solution, margins, problem, by, frame);
    }

    /** For the format of another tool. Joints that a person moved are marked, and moving makes no one weaker. */
    Solved exported() {
        return moves == null
                ? Solved.of(problem, solution)
                : Solved.of(found, solution).moved(moves);
    }
}
