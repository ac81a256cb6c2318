package dev.jointly.cli.media;

import dev.jointly.cli.CannotSolveException;
import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Console;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.solve.SolvedFiles;
import dev.jointly.io.Layout;
import dev.jointly.io.TracksDocument;
import dev.jointly.io.TracksDocument.Bound;
import dev.jointly.io.TracksWriter;
import dev.jointly.problem.Micro;
import dev.jointly.track.Clip;
import dev.jointly.track.LinkCosts;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.MotionFit;
import dev.jointly.track.TrackCheck;
import dev.jointly.track.TrackProblem;
import dev.jointly.track.TrackSolution;
import dev.jointly.track.TrackSolver;
import dev.jointly.track.TrackVerdict;
import dev.jointly.track.TrackVerdict.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Links the people of the solutions of one clip into tracks, and writes none that do not pass their check.
 *
 * @param settings with the longest gap
 * @param motion of joints from frame to frame, in body sizes; fitted to the clip if it is empty
 */
record Tracking(
        Console console, Function<TrackProblem, TrackSolution> solver, LinkSettings settings, OptionalDouble motion) {

    /** With the default settings. */
    Tracking(Console console) {
        this(console, TrackSolver::solve, LinkSettings.DEFAULT, OptionalDouble.empty());
    }

    /**
     * Tracks the people of files.
     *
     * @param problems of the solutions; null to take what the solutions say of them
     * @return the exit code
     */
    int run(List<String> solutions, @Nullable String problems, Outputs outputs, String output, boolean quiet) {
        ClipSolutions clip = new ClipSolutions();
        try (SolvedFiles files = SolvedFiles.open(solutions, problems, console)) {
            OutputFile.requireNoInput(output, files.solutions().files(), "a solution");
            files.forEach((problem, claim, margins) -> clip.add(problem, claim));
            if (!clip.isEmpty()) {
                TracksDocument tracks = tracks(clip);
                outputs.write(output, console, out -> TracksWriter.write(tracks, Layout.PRETTY, out));
                if (!quiet) {
                    console.say(summary(tracks));
                }
            }
            return files.exitCode();
        } catch (IOException e) {
            throw new CannotWriteException(output, e);
        }
    }

    private TracksDocument tracks(ClipSolutions solved) {
        Clip clip = solved.clip();
        LinkSettings fitted =
                motion.isEmpty() ? MotionFit.fitted(settings, clip) : settings.withMotion(motion.getAsDouble());
        TrackProblem problem = new LinkCosts(fitted).problem(clip);
        TrackSolution solution;
        try {
            solution = solver.apply(problem);
        } catch (ArithmeticException e) {
            throw new CannotSolveException(e);
        }
        TrackVerdict verdict = TrackCheck.check(problem, solution);
        if (verdict.outcome() != Outcome.OPTIMAL) {
            throw new CannotSolveException(new IllegalStateException("the tracks do not pass their check, so nothing is"
                    + " written: " + String.join("; ", verdict.reasons())));
        }
        Bound bound = new Bound(true, verdict.bound());
        return new TracksDocument(fitted, solved.stride(), solved.tracked(solution), problem, solution, bound);
    }

    private static String summary(TracksDocument tracks) {
        int people = tracks.frames().stream()
                .mapToInt(frame -> frame.tracks().size())
                .sum();
        int linked = tracks.solution().tracks().stream()
                .mapToInt(track -> track.people().size())
                .sum();
        return count(tracks.solution().tracks().size(), "track", "tracks") + " over "
                + count(tracks.frames().size(), "frame", "frames")
                + (tracks.stride() > 1 ? " (stride " + tracks.stride() + ")" : "") + ", " + linked + " of "
                + count(people, "person", "people") + " in them; cost "
                + Micro.toString(tracks.solution().objective()) + ", proven: nothing is cheaper for these costs";
    }

    private static String count(int number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
