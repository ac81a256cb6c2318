package dev.jointly.cli.media;

import dev.jointly.cli.CannotSolveException;
import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Console;
import dev.jointly.cli.Exit;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.report.SolveLog;
import dev.jointly.cli.solve.SolvedFiles;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Layout;
import dev.jointly.io.TracksDocument;
import dev.jointly.io.TracksDocument.Bound;
import dev.jointly.io.TracksReader;
import dev.jointly.io.TracksWriter;
import dev.jointly.problem.Micro;
import dev.jointly.solve.Solution;
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
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code jointly track}. */
@Command(
        name = "track",
        description =
                "Links the people of all frames of a clip into tracks: the cheapest ones for costs by distances of"
                        + " joints, with a proof.",
        footer = {
            "",
            "Ids of problems end with the number of the frame, such as frame0012, clip/frame0012 or img0012.png. Tracks are"
                    + " checked before they are written; docs/tracks.md has the costs.",
            "Exit code of --check: 0 everything claimed is true, 1 something is not, 2 the file cannot be read.",
            "Example: jointly track s.ndjson -o tracks.json"
        })
public final class TrackCommand implements Callable<Integer> {
    private final Console console;
    private final Function<TrackProblem, TrackSolution> solver;

    @Spec
    @Nullable
    CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "SOLUTION",
            description =
                    "Solution files of one clip, plain or .gz; folders of *.solution.json; patterns in quotes; @FILE with"
                            + " one path per line; - is standard input.")
    List<String> solutions = new ArrayList<>();

    @Option(
            names = {"--problem", "--problems"},
            paramLabel = "PROBLEMS",
            description =
                    "Problems that the solutions belong to, found by id: a file, folder, pattern or @FILE. Needed for"
                            + " solutions of earlier versions only.")
    @Nullable
    String problems;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Output file. Default: standard output.")
    String output = "-";

    @Option(
            names = "--longest-gap",
            paramLabel = "K",
            description = "The most frames in a row in which somebody may be missing, 0 to 1000. Default: 8.")
    int longestGap = LinkSettings.DEFAULT.longestGap();

    @Option(
            names = "--motion",
            paramLabel = "SIZES",
            description =
                    "How far a joint typically moves from one frame to the next, in body sizes. Default: fitted to the"
                            + " clip.")
    @Nullable
    Double motion;

    @Option(names = "--check", paramLabel = "FILE", description = "Check a file that this command has written.")
    @Nullable
    String check;

    @Mixin
    Outputs outputs = new Outputs();

    @Option(
            names = {"-q", "--quiet"},
            description = "Do not report what was found.")
    boolean quiet;

    public TrackCommand(Console console) {
        this(console, TrackSolver::solve);
    }

    public TrackCommand(Console console, Function<TrackProblem, TrackSolution> solver) {
        this.console = console;
        this.solver = solver;
    }

    @Override
    public Integer call() {
        if (check != null) {
            if (!solutions.isEmpty() || problems != null) {
                throw wrong("--check takes a file with tracks and neither solutions nor --problems");
            }
            return checked(check);
        }
        if (solutions.isEmpty()) {
            throw wrong("expected solutions, or --check FILE");
        }
        if (longestGap < 0 || longestGap > 1000) {
            throw wrong("--longest-gap " + longestGap + " must be from 0 to 1000 frames");
        }
        if (motion != null && !(motion >= 1e-6 && motion <= 1e6)) {
            throw wrong("--motion " + motion + " must be from 0.000001 to 1000000 body sizes");
        }
        return tracked(solutions, problems);
    }

    private int tracked(List<String> solved, @Nullable String of) {
        ClipSolutions clip = new ClipSolutions();
        try (SolvedFiles files = SolvedFiles.open(solved, of, console)) {
            OutputFile.requireNoInput(output, files.solutions().files(), "a solution");
            files.forEach((problem, claim, margins) -> clip.add(problem, claim));
            if (!clip.isEmpty()) {
                TracksDocument tracks = tracks(clip);
                write(tracks);
                report(tracks);
            }
            return files.exitCode();
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(output, e);
        }
    }

    private TracksDocument tracks(ClipSolutions solved) {
        LinkSettings start = LinkSettings.DEFAULT.withLongestGap(longestGap);
        Clip clip = solved.clip();
        LinkSettings settings = motion == null ? MotionFit.fitted(start, clip) : start.withMotion(motion);
        TrackProblem problem = new LinkCosts(settings).problem(clip);
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
        return new TracksDocument(settings, solved.stride(), solved.tracked(solution), problem, solution, bound);
    }

    private void write(TracksDocument tracks) throws IOException {
        if (output.equals("-")) {
            TracksWriter.write(tracks, Layout.PRETTY, console.out());
            return;
        }
        try (OutputFile file = outputs.create(Path.of(output))) {
            TracksWriter.write(tracks, Layout.PRETTY, file.stream());
            file.commit();
        }
    }

    private void report(TracksDocument tracks) {
        if (quiet) {
            return;
        }
        int people = tracks.frames().stream()
                .mapToInt(frame -> frame.tracks().size())
                .sum();
        int linked = tracks.solution().tracks().stream()
                .mapToInt(track -> track.people().size())
                .sum();
        console.say(count(tracks.solution().tracks().size(), "track", "tracks") + " over "
                + count(tracks.frames().size(), "frame", "frames")
                + (tracks.stride() > 1 ? " (stride " + tracks.stride() + ")" : "") + ", " + linked + " of "
                + count(people, "person", "people") + " in them; cost "
                + Micro.toString(tracks.solution().objective()) + ", proven: nothing is cheaper for these costs");
    }

    private static String count(int number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    private int checked(String file) {
        try (TracksReader reader = TracksReader.open(file, console.in())) {
            TracksDocument tracks = reader.next();
            if (reader.hasNext()) {
                throw new BadInputException(file + ": found a second document but expected the tracks of one clip");
            }
            TrackVerdict verdict = tracks.verdict();
            StringBuilder text = new StringBuilder();
            if (verdict.outcome() != Outcome.REJECTED) {
                text.append("proven lower bound   ").append(Micro.toString(verdict.bound()));
                text.append("\nrecomputed objective ").append(Micro.toString(verdict.objective()));
                text.append('\n');
            }
            console.print(text + words(verdict) + "\n");
            return verdict.outcome() == Outcome.REJECTED ? Exit.NO : Exit.DONE;
        }
    }

    private static String words(TrackVerdict verdict) {
        return switch (verdict.outcome()) {
            case OPTIMAL -> "PROVEN OPTIMAL";
            case BOUNDED ->
                "BOUNDED (gap " + SolveLog.percent(Solution.gap(verdict.objective(), verdict.bound())) + ")";
            case REJECTED -> "REJECTED: " + String.join("; ", verdict.reasons());
        };
    }

    private RuntimeException wrong(String message) {
        return spec == null
                ? new IllegalArgumentException(message)
                : new ParameterException(spec.commandLine(), message);
    }
}
