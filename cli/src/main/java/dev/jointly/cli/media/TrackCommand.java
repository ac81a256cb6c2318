package dev.jointly.cli.media;

import dev.jointly.cli.Exit;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.SharedOption;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.io.BadInputException;
import dev.jointly.io.DocumentReader;
import dev.jointly.io.TracksAsked;
import dev.jointly.io.TracksDocument;
import dev.jointly.io.TracksReader;
import dev.jointly.io.dlc.DlcIdentities;
import dev.jointly.problem.Micro;
import dev.jointly.solve.Solution;
import dev.jointly.track.AnimalLimit.Stretch;
import dev.jointly.track.Crossings;
import dev.jointly.track.Crossings.Crossing;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.TrackMargin;
import dev.jointly.track.TrackQuestion;
import dev.jointly.track.TrackVerdict;
import dev.jointly.track.TrackVerdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
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
public final class TrackCommand extends JointlyCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..*",
            paramLabel = "SOLUTION",
            description =
                    "Solution files of one clip, folders of *.solution.json, patterns in quotes, or @FILE with one path"
                            + " per line; - is standard input.")
    List<String> solutions = new ArrayList<>();

    @Mixin
    SharedOption<String> problems = SharedOption.problems(
            false,
            "Problems of the solutions: a file, folder, pattern or @FILE. Needed for solutions of earlier versions"
                    + " only.");

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

    @Option(
            names = "--margins",
            description =
                    "Also write how much more the cheapest tracks without each link, birth and death cost, and what"
                            + " they are.")
    boolean margins;

    @Option(
            names = "--pins",
            paramLabel = "PINS",
            description =
                    "A file with what is known of the tracks: same, different, begins, ends; also the number of animals per"
                            + " stretch of frames.")
    @Nullable
    String pins;

    @Option(
            names = "--animals",
            paramLabel = "N",
            description =
                    "The most tracks at any frame, exactly. A missing animal counts as long as its track goes on.")
    @Nullable
    Integer animals;

    @Option(
            names = "--crossings",
            paramLabel = "FILE",
            description = "List the doubtful places of a file with margins, most doubtful first.")
    @Nullable
    String crossings;

    @Option(
            names = "--check",
            paramLabel = "FILE",
            description = "Check a file that this command has written, with the --pins and --animals of then.")
    @Nullable
    String check;

    @Option(
            names = "--identity",
            paramLabel = "W",
            description =
                    "What a link costs more between two people whose identities have nothing in common, in part if they"
                            + " have. Needs --identities.")
    @Nullable
    Double identity;

    @Option(
            names = "--identities",
            paramLabel = "PICKLE",
            description = "DeepLabCut's _full.pickle that the problems were imported from, with scores of identities.")
    @Nullable
    String identities;

    @Mixin
    Outputs outputs = new Outputs("FILE", "Output file. Default: standard output.");

    @Mixin
    SharedOption<Boolean> quiet = SharedOption.quiet();

    @Override
    public Integer call() {
        Misuse.unless(animals == null || animals >= 0, "--animals " + animals + " must be 0 or more");
        boolean alone = solutions.isEmpty() && problems.given() == null;
        if (check != null) {
            Misuse.unless(
                    alone && crossings == null,
                    "--check takes a file with tracks and neither solutions nor --problems");
            return checked(read(check));
        }
        if (crossings != null) {
            Misuse.unless(alone, "--crossings takes a file with tracks and neither solutions nor --problems");
            return listed(read(crossings));
        }
        Misuse.unless(!solutions.isEmpty(), "expected solutions, or --check FILE");
        Misuse.unless(
                longestGap >= 0 && longestGap <= 1000,
                "--longest-gap " + longestGap + " must be from 0 to 1000 frames");
        Misuse.unless(
                motion == null || (motion >= 1e-6 && motion <= 1e6),
                "--motion " + motion + " must be from 0.000001 to 1000000 body sizes");
        Misuse.unless(
                (identity == null) == (identities == null), "--identity W and --identities PICKLE need each other");
        Misuse.unless(
                identity == null || (identity >= 0 && identity <= 1e6),
                "--identity " + identity + " must be from 0 to 1000000");
        LinkSettings settings =
                LinkSettings.DEFAULT.withLongestGap(longestGap).withIdentity(identity == null ? 0 : identity);
        Tracking tracking = new Tracking(
                console(),
                UnaryOperator.identity(),
                settings,
                motion == null ? OptionalDouble.empty() : OptionalDouble.of(motion),
                asked(),
                margins,
                identities == null
                        ? null
                        : DlcIdentities.read(identities, console().in()));
        return tracking.run(solutions, problems.given(), outputs, outputs.place(), quiet.value());
    }

    private TracksAsked asked() {
        TracksAsked asked = TracksAsked.NOTHING;
        if (pins != null) {
            try (DocumentReader<TracksAsked> reader =
                    TracksAsked.open(pins, console().in())) {
                asked = reader.next();
            }
        }
        List<Stretch> stretches = new ArrayList<>(asked.stretches());
        if (animals != null) {
            stretches.add(new Stretch(0, Integer.MAX_VALUE, animals));
        }
        return new TracksAsked(asked.pins(), stretches);
    }

    private TracksDocument read(String file) {
        try (TracksReader reader = TracksReader.open(file, console().in())) {
            TracksDocument tracks = reader.next();
            if (reader.hasNext()) {
                throw new BadInputException(file + ": found a second document but expected the tracks of one clip");
            }
            return tracks;
        }
    }

    private int checked(TracksDocument tracks) {
        TrackQuestion question = asked().question(tracks.frames(), tracks.stride());
        TrackVerdict verdict = tracks.verdict(question);
        StringBuilder text = new StringBuilder();
        if (verdict.outcome() != Outcome.REJECTED) {
            text.append("proven lower bound   ").append(Micro.toString(verdict.bound()));
            text.append("\nrecomputed objective ").append(Micro.toString(verdict.objective()));
            if (!tracks.margins().isEmpty() && tracks.judgesMargins(question) && verdict.outcome() == Outcome.OPTIMAL) {
                long exact =
                        tracks.margins().stream().filter(TrackMargin::exact).count();
                text.append("\nconfirmed margins    ")
                        .append(tracks.margins().size())
                        .append(", ")
                        .append(exact)
                        .append(" exactly, the others from atLeast to margin");
            }
            text.append('\n');
        }
        console().print(text + words(verdict) + "\n");
        return verdict.outcome() == Outcome.REJECTED ? Exit.NO : Exit.DONE;
    }

    /** Places with a margin below the cost of ending a track and beginning another, and all exchanges. */
    private int listed(TracksDocument tracks) {
        Misuse.unless(!tracks.margins().isEmpty(), "the tracks have no margins; write them with track --margins");
        TrackVerdict verdict = tracks.verdict(asked().question(tracks.frames(), tracks.stride()));
        if (verdict.outcome() == Outcome.REJECTED) {
            throw new BadInputException(crossings + ": its check failed: " + String.join("; ", verdict.reasons()));
        }
        Crossings crossed = new Crossings(tracks.problem(), tracks.solution().tracks());
        long broken = Micro.of(tracks.settings().birth() + tracks.settings().death());
        StringBuilder text = new StringBuilder();
        for (Crossing crossing :
                crossed.list(tracks.margins(), broken, tracks.settings().longestGap() + 1)) {
            text.append(String.format(
                    Locale.ROOT,
                    "frame %d  %s  %s %s  %s: %s%n",
                    tracks.number(crossing.frame()),
                    crossing.tracks().isEmpty() ? "no track" : "tracks " + joined(crossing.tracks()),
                    crossing.margin() ? "margin" : "cost",
                    Micro.toString(crossing.cost()),
                    crossing.kind().words(),
                    crossed.words(crossing, tracks::number)));
        }
        console().print(text.toString());
        return Exit.DONE;
    }

    private static String joined(List<Integer> tracks) {
        return tracks.stream().map(String::valueOf).collect(Collectors.joining(", "));
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
