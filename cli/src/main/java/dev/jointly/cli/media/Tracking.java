package dev.jointly.cli.media;

import dev.jointly.cli.CannotSolveException;
import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Console;
import dev.jointly.cli.Exit;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.solve.SolvedFiles;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Layout;
import dev.jointly.io.TrackedFrame;
import dev.jointly.io.TracksAsked;
import dev.jointly.io.TracksDocument;
import dev.jointly.io.TracksDocument.Bound;
import dev.jointly.io.TracksWriter;
import dev.jointly.io.dlc.DlcIdentities;
import dev.jointly.problem.Micro;
import dev.jointly.track.Clip;
import dev.jointly.track.LinkCosts;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.MotionFit;
import dev.jointly.track.TrackCheck;
import dev.jointly.track.TrackMargin;
import dev.jointly.track.TrackPinsException;
import dev.jointly.track.TrackProblem;
import dev.jointly.track.TrackQuestion;
import dev.jointly.track.TrackSolution;
import dev.jointly.track.TrackSolver;
import dev.jointly.track.TrackVerdict;
import dev.jointly.track.TrackVerdict.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Links the people of the solutions of one clip into tracks, and writes none that do not pass their check.
 *
 * @param found what is done with tracks before their check: nothing, but in a test
 * @param settings with the longest gap
 * @param motion of joints from frame to frame, in body sizes; fitted to the clip if it is empty
 * @param asked what they must keep
 * @param margins whether margins are written too
 * @param identities which animals detections could be; null if that is not known
 */
record Tracking(
        Console console,
        UnaryOperator<TrackSolution> found,
        LinkSettings settings,
        OptionalDouble motion,
        TracksAsked asked,
        boolean margins,
        @Nullable DlcIdentities identities) {

    /** With the default settings. */
    Tracking(Console console) {
        this(
                console,
                UnaryOperator.identity(),
                LinkSettings.DEFAULT,
                OptionalDouble.empty(),
                TracksAsked.NOTHING,
                false,
                null);
    }

    /**
     * Tracks the people of files.
     *
     * @param problems of the solutions; null to take what the solutions say of them
     * @return the exit code
     */
    int run(List<String> solutions, @Nullable String problems, Outputs outputs, String output, boolean quiet) {
        ClipSolutions clip = new ClipSolutions(identities);
        try (SolvedFiles files = SolvedFiles.open(solutions, problems, console)) {
            OutputFile.requireNoInput(output, files.solutions().files(), "a solution");
            files.forEach((problem, claim, itsMargins) -> clip.add(problem, claim));
            if (clip.unidentified()) {
                throw new BadInputException(
                        "the identities are of no detection of these solutions; expected those of the"
                                + " file that the problems were imported from");
            }
            if (!clip.isEmpty()) {
                TracksDocument tracks = tracks(clip);
                outputs.write(output, console, out -> TracksWriter.write(tracks, Layout.PRETTY, out));
                if (!quiet) {
                    console.say(summary(tracks));
                }
            }
            return files.exitCode();
        } catch (TrackPinsException e) {
            List<TrackedFrame> frames = clip.untracked();
            console.say(Console.error("these pins cannot all hold: "
                    + e.pins().stream()
                            .map(pin -> pin.words(person -> TracksAsked.name(frames, person)))
                            .collect(Collectors.joining("; "))
                    + ": " + e.getMessage()));
            return Exit.NO;
        } catch (IOException e) {
            throw new CannotWriteException(output, e);
        }
    }

    private TracksDocument tracks(ClipSolutions solved) {
        Clip clip = solved.clip();
        LinkSettings fitted =
                motion.isEmpty() ? MotionFit.fitted(settings, clip) : settings.withMotion(motion.getAsDouble());
        TrackQuestion question = asked.question(solved.untracked(), solved.stride());
        TrackProblem problem;
        TrackSolution solution;
        List<TrackMargin> near;
        try {
            TrackSolver solver = new TrackSolver(new LinkCosts(fitted).problem(clip), question.limit(), () -> false);
            solver.pin(question.pins());
            problem = solver.problem();
            solution = found.apply(solver.solution());
            near = margins ? solver.margins() : List.of();
        } catch (ArithmeticException e) {
            throw new CannotSolveException(e);
        }
        TrackVerdict verdict = TrackCheck.check(problem, solution, question, near);
        if (verdict.outcome() != Outcome.OPTIMAL) {
            throw new CannotSolveException(new IllegalStateException("the tracks do not pass their check, so nothing is"
                    + " written: " + String.join("; ", verdict.reasons())));
        }
        Bound bound = new Bound(true, verdict.bound());
        return new TracksDocument(
                fitted, solved.stride(), solved.tracked(solution), problem, solution, bound, !asked.isEmpty(), near);
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
                + Micro.toString(tracks.solution().objective()) + ", proven: nothing is cheaper for these costs"
                + (tracks.constrained() ? " that keeps what is asked" : "");
    }

    private static String count(int number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
