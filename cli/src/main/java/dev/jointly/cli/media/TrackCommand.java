package dev.jointly.cli.media;

import dev.jointly.cli.Console;
import dev.jointly.cli.Exit;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.SharedOption;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.io.BadInputException;
import dev.jointly.io.TracksDocument;
import dev.jointly.io.TracksReader;
import dev.jointly.problem.Micro;
import dev.jointly.solve.Solution;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.TrackSolver;
import dev.jointly.track.TrackVerdict;
import dev.jointly.track.TrackVerdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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

    @Parameters(
            arity = "0..*",
            paramLabel = "SOLUTION",
            description =
                    "Solution files of one clip, plain or .gz; folders of *.solution.json; patterns in quotes; @FILE with"
                            + " one path per line; - is standard input.")
    List<String> solutions = new ArrayList<>();

    @Mixin
    SharedOption<String> problems = SharedOption.problems(
            false,
            "Problems that the solutions belong to, found by id: a file, folder, pattern or @FILE. Needed for"
                    + " solutions of earlier versions only.");

    @Option(
            names = "--longest-gap",
            paramLabel = "K",
            description = "The most frames in a row in which a person may be missing, 0 to 1000. Default: 8.")
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
    Outputs outputs = new Outputs("FILE", "Output file. Default: standard output.");

    @Mixin
    SharedOption<Boolean> quiet = SharedOption.quiet();

    public TrackCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (check != null) {
            Misuse.unless(
                    solutions.isEmpty() && problems.given() == null,
                    "--check takes a file with tracks and neither solutions nor --problems");
            return checked(check);
        }
        Misuse.unless(!solutions.isEmpty(), "expected solutions, or --check FILE");
        Misuse.unless(
                longestGap >= 0 && longestGap <= 1000,
                "--longest-gap " + longestGap + " must be from 0 to 1000 frames");
        Misuse.unless(
                motion == null || (motion >= 1e-6 && motion <= 1e6),
                "--motion " + motion + " must be from 0.000001 to 1000000 body sizes");
        LinkSettings settings = LinkSettings.DEFAULT.withLongestGap(longestGap);
        Tracking tracking = new Tracking(
                console,
                TrackSolver::solve,
                settings,
                motion == null ? OptionalDouble.empty() : OptionalDouble.of(motion));
        return tracking.run(solutions, problems.given(), outputs, outputs.place(), quiet.value());
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
                "BOUNDED (gap " + PlainWords.percent(Solution.gap(verdict.objective(), verdict.bound())) + ")";
            case REJECTED -> "REJECTED: " + String.join("; ", verdict.reasons());
        };
    }
}
