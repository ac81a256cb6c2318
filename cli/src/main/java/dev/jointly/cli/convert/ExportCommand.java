package dev.jointly.cli.convert;

import dev.jointly.cli.Choice;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.SharedOption;
import dev.jointly.cli.media.ClipTracks;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.cli.solve.Export;
import dev.jointly.cli.solve.LeastScore;
import dev.jointly.cli.solve.SolvedFiles;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.io.FrameNumber;
import dev.jointly.io.dlc.DlcFile;
import dev.jointly.io.export.CocoAnnotations;
import dev.jointly.io.export.DlcAssembliesPickle;
import dev.jointly.io.export.DlcAssembliesPickle.Video;
import dev.jointly.io.export.DlcCsv;
import dev.jointly.io.export.JointsCsv;
import dev.jointly.io.export.OutputFormat;
import dev.jointly.io.export.Solved;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code jointly export}. */
@Command(name = "export", description = "Converts solutions to the formats of other tools.")
public final class ExportCommand extends JointlyCommand implements Callable<Integer> {

    @Mixin
    SharedOption<OutputFormat> format = SharedOption.first(
            "FORMAT", new Choice<>(OutputFormat::all, OutputFormat::name), "One of ${COMPLETION-CANDIDATES}.");

    @Mixin
    SharedOption<List<String>> solutions = SharedOption.solutions("1..*", "Solution files");

    @Mixin
    SharedOption<String> problems = SharedOption.problems(
            false,
            "Problems of the solutions: a file, folder, pattern or @FILE. Needed for solutions of earlier versions,"
                    + " and by openpose for unused detections.");

    @Mixin
    SharedOption<String> category = SharedOption.category();

    @Option(
            names = "--full",
            paramLabel = "FILE",
            description =
                    "dlc-assemblies: the video's _full.pickle, for parts that are in no problem: all of an animal,"
                            + " and those of no animal.")
    @Nullable
    String full;

    @Option(
            names = "--tracks",
            paramLabel = "TRACKS",
            description = "coco, csv, dlc-csv, ultralytics: the tracks of the people, by jointly track.")
    @Nullable
    String tracks;

    @Option(
            names = "--fill",
            paramLabel = "N",
            description =
                    "With --tracks: people missing for N frames in a row at most are filled in along their track, and"
                            + " marked as filled. Default: none are.")
    int fill;

    @Option(
            names = "--coco-joints",
            description = "coco: COCO's 17 joints, in COCO's order and by its names, and no others.")
    boolean cocoJoints;

    @Option(
            names = "--csv-safe",
            description = "csv, dlc-csv: puts an apostrophe before names that a spreadsheet would take for formulas.")
    boolean csvSafe;

    @Mixin
    Outputs outputs = Outputs.required("FILE|DIR", "Output file or directory; - is standard output.");

    @Mixin
    SharedOption<Boolean> quiet = SharedOption.quiet();

    @Mixin
    LeastScore score = new LeastScore();

    private int images;
    private int people;
    private int weak;

    /** The help has the notes of all formats. */
    @Spec
    void describe(CommandSpec spec) {
        List<String> footer = new ArrayList<>(List.of(""));
        OutputFormat.all().stream()
                .filter(one -> !one.note().isEmpty())
                .map(one -> one.name() + " " + one.note())
                .forEach(footer::add);
        footer.add("");
        footer.add("Example: jointly export coco s.ndjson -o people.json");
        spec.usageMessage().footer(footer.toArray(String[]::new));
    }

    @Override
    public Integer call() {
        OutputFormat chosen = completed(format.value());
        if (tracks != null && !chosen.takesTracks()) {
            throw new Misuse("--tracks cannot be combined with " + chosen.name() + ", only with "
                    + OutputFormat.all().stream()
                            .filter(OutputFormat::takesTracks)
                            .map(OutputFormat::name)
                            .collect(Collectors.joining(", ")));
        }
        if (csvSafe && !(chosen.equals(JointsCsv.FORMAT) || chosen.equals(DlcCsv.FORMAT))) {
            throw new Misuse("--csv-safe cannot be combined with " + chosen.name() + ", only with csv, dlc-csv");
        }
        Misuse.unless(fill >= 0 && fill <= 1000, "--fill " + fill + " must be from 0 to 1000 frames");
        Misuse.unless(
                fill == 0 || (tracks != null && !solutions.value().contains("-")),
                "--fill needs --tracks, and files with the solutions, which are read twice");
        String output = outputs.place();
        ClipTracks known = ClipTracks.read(tracks, console().in());
        Export.Naming naming = new Export.Naming(category.value(), known.given(), csvSafe, fill > 0);
        TrackGaps gaps = gaps(known);
        try (SolvedFiles files = SolvedFiles.open(solutions.value(), problems.given(), console());
                Export export = Export.open(chosen, output, naming, outputs, console())) {
            files.forEach((problem, claim, margins) -> {
                Solved solved = gaps.filled(known.solved(score.of(problem), claim));
                export.admit(problem);
                export.check(solved);
                export.add(solved);
                images++;
                people += solved.people().size();
                weak += solved.weak();
            });
            export.finish();
            if (!quiet.value() && images > 0 && !output.equals("-")) {
                console()
                        .say("wrote " + PlainWords.people(people) + " of " + PlainWords.count(images, "image") + " to "
                                + output
                                + (weak == 0 ? "" : ", " + PlainWords.count(weak, "weak one") + " left out"));
            }
            return files.exitCode();
        }
    }

    /** After a first look at all frames, if gaps are to be filled. */
    private TrackGaps gaps(ClipTracks known) {
        TrackGaps gaps = new TrackGaps(known, fill);
        if (fill > 0) {
            try (SolvedFiles files = SolvedFiles.open(solutions.value(), problems.given(), console())) {
                files.forEach((problem, claim, margins) -> gaps.see(known.solved(score.of(problem), claim)));
            }
        }
        return gaps;
    }

    private OutputFormat completed(OutputFormat chosen) {
        if (cocoJoints) {
            if (!chosen.equals(CocoAnnotations.FORMAT)) {
                throw new Misuse("--coco-joints cannot be combined with " + chosen.name() + ", only with coco");
            }
            return CocoAnnotations.WITH_COCO_JOINTS;
        }
        if (full == null) {
            return chosen;
        }
        if (!chosen.equals(DlcAssembliesPickle.FORMAT)) {
            throw new Misuse("--full cannot be combined with " + chosen.name() + ", only with dlc-assemblies");
        }
        return DlcAssembliesPickle.format(
                DlcVideo.of(DlcFile.read(full, console().in())));
    }

    /** What DeepLabCut's own file of a video adds to the people in it. */
    static final class DlcVideo {
        /** DeepLabCut's default: parts of no animal need a higher confidence. */
        private static final double CUTOFF = 0.1;

        private DlcVideo() {}

        static Video of(DlcFile file) {
            int own = file.animalParts().size();
            if (own == file.parts().size()) {
                return new Video(file.animalParts(), null);
            }
            SortedMap<Integer, double[][]> single = new TreeMap<>();
            for (Evidence frame : file.frames()) {
                Optional<FrameNumber> number = FrameNumber.of(frame.id());
                double[][] best = best(frame, own);
                if (number.isPresent() && best != null) {
                    single.put(number.get().number(), best);
                }
            }
            return new Video(file.animalParts(), single);
        }

        /** The most confident detection of each part of no animal; null if none is confident enough. */
        private static double @Nullable [][] best(Evidence frame, int own) {
            double[][] best = new double[frame.parts().size() - own][3];
            for (double[] row : best) {
                Arrays.fill(row, Double.NaN);
            }
            boolean any = false;
            for (Candidate seen : frame.candidates()) {
                if (seen.part() >= own && seen.score() > CUTOFF) {
                    double[] row = best[seen.part() - own];
                    if (Double.isNaN(row[2]) || seen.score() > row[2]) {
                        best[seen.part() - own] = new double[] {seen.x(), seen.y(), seen.score()};
                    }
                    any = true;
                }
            }
            return any ? best : null;
        }
    }
}
