package dev.jointly.cli.media;

import dev.jointly.certify.Claim;
import dev.jointly.cli.CannotSolveException;
import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Console;
import dev.jointly.cli.Exit;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.cli.solve.SolvedFiles;
import dev.jointly.io.BadInputException;
import dev.jointly.io.ClipFrames;
import dev.jointly.io.Excerpt;
import dev.jointly.io.Layout;
import dev.jointly.io.TrackedFrame;
import dev.jointly.io.TracksAsked;
import dev.jointly.io.TracksDocument;
import dev.jointly.io.TracksDocument.Bound;
import dev.jointly.io.TracksWriter;
import dev.jointly.io.dlc.DlcIdentities;
import dev.jointly.io.export.Solved;
import dev.jointly.pose.Person;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
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
            if (!clip.frames.isEmpty()) {
                TracksDocument tracks = tracks(clip);
                outputs.write(output, console, out -> TracksWriter.write(tracks, Layout.PRETTY, out));
                if (!quiet) {
                    console.say(summary(tracks));
                }
            }
            return files.exitCode();
        } catch (TrackPinsException e) {
            List<TrackedFrame> frames = clip.frames.untracked();
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
        Clip clip = solved.frames.clip();
        LinkSettings fitted =
                motion.isEmpty() ? MotionFit.fitted(settings, clip) : settings.withMotion(motion.getAsDouble());
        TrackQuestion question = asked.question(solved.frames.untracked(), solved.frames.stride());
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
                fitted,
                solved.frames.stride(),
                solved.tracked(solution),
                problem,
                solution,
                bound,
                !asked.isEmpty(),
                near);
    }

    private static String summary(TracksDocument tracks) {
        int people = tracks.frames().stream()
                .mapToInt(frame -> frame.tracks().size())
                .sum();
        int linked = tracks.solution().tracks().stream()
                .mapToInt(track -> track.people().size())
                .sum();
        return PlainWords.count(tracks.solution().tracks().size(), "track") + " over "
                + PlainWords.count(tracks.frames().size(), "frame")
                + (tracks.stride() > 1 ? " (stride " + tracks.stride() + ")" : "") + ", " + linked + " of "
                + PlainWords.people(people) + " in them; cost "
                + Micro.toString(tracks.solution().objective()) + ", proven: nothing is cheaper for these costs"
                + (tracks.constrained() ? " that keeps what is asked" : "");
    }

    /** The solutions of one clip, in any order, on their way to its tracks. Not thread-safe. */
    private static final class ClipSolutions {
        /** A frame without what is the same in all frames. */
        private record Seen(String problem, String problemSha256) {}

        private final @Nullable DlcIdentities identities;
        private final ClipFrames frames = new ClipFrames("problem", "id");
        private final SortedMap<Integer, Seen> seen = new TreeMap<>();
        private @Nullable List<String> parts;
        private boolean identified;

        /** @param identities which animals detections could be; null if that is not known */
        ClipSolutions(@Nullable DlcIdentities identities) {
            this.identities = identities;
        }

        /** Takes one, whose people stay in its order. */
        void add(Problem problem, Claim claim) {
            Solved solved = ClipTracks.NONE.solved(problem, claim);
            if (parts != null && !parts.equals(solved.parts())) {
                throw new BadInputException("problem " + Excerpt.quoted(problem.id())
                        + " has other parts than those before it; import a clip with one skeleton");
            }
            List<Person> people = claim.poses().stream()
                    .map(pose -> solved.seen(pose.global()))
                    .toList();
            int number = frames.add(problem.id(), people);
            seen.put(number, new Seen(problem.id(), claim.problemSha256()));
            parts = solved.parts();
            DlcIdentities known = identities;
            if (known != null) {
                List<List<Double>> scores = claim.poses().stream()
                        .map(pose -> identity(known, number, solved, pose.global()))
                        .toList();
                identified |= !scores.stream().allMatch(List::isEmpty);
                frames.identify(number, scores);
            }
        }

        private static List<Double> identity(
                DlcIdentities known, int frame, Solved solved, Map<Integer, Integer> global) {
            List<List<Double>> detections = new ArrayList<>();
            global.forEach((part, d) -> {
                Person.Joint joint = solved.joint(d);
                detections.add(known.of(frame, solved.parts().get(part), joint.x(), joint.y()));
            });
            return DlcIdentities.sum(detections);
        }

        /** Whether it is known of nobody which animal it could be, although that was given. */
        boolean unidentified() {
            return identities != null && !identified;
        }

        /** Tracks of the clip that were found and checked, as frames of a document. */
        List<TrackedFrame> tracked(TrackSolution solution) {
            List<TrackedFrame> tracked = new ArrayList<>();
            Map<Integer, List<Integer>> tracksOf = frames.tracks(solution);
            seen.forEach((number, frame) -> tracked.add(new TrackedFrame(
                    frame.problem(), frame.problemSha256(), number, tracksOf.getOrDefault(number, List.of()))));
            return tracked;
        }
    }
}
