package dev.jointly.cli;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.EvidenceWriter;
import dev.jointly.io.InputFormat;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code jointly import}. */
@Command(name = "import", description = "Makes problems of the detections of other tools, one for each frame.")
final class ImportCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @Nullable
    CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "KIND",
            converter = Formats.class,
            completionCandidates = Formats.class,
            description = "Whose files: one of ${COMPLETION-CANDIDATES}.")
    @Nullable
    InputFormat format;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE",
            description = "The files; - is standard input (not deepcut).")
    List<String> files = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "File for the problems, a line each; - is standard output.")
    String output = "";

    @Option(names = "--costs", paramLabel = "MODEL", description = "Cost model file. Default: a usual calibration.")
    @Nullable
    String costs;

    @Option(
            names = "--hub",
            paramLabel = "PART",
            description = "Major part, of which every person has at least one; up to three times."
                    + " Default: the neck, or the part that is missed least. Not with --costs, which has them.")
    List<String> hubs = new ArrayList<>();

    @Option(names = "--evidence", paramLabel = "FILE", description = "Also write what was read, before costs.")
    @Nullable
    String evidence;

    @Option(
            names = "--size",
            paramLabel = "WIDTHxHEIGHT",
            description = "Size of the images in pixels, which the files do not contain and some exports need.")
    @Nullable
    String size;

    @Option(
            names = "--parts",
            paramLabel = "NAMES",
            split = ",",
            description = "deepcut: names of the part classes, with commas. Default: part0,part1,...")
    List<String> partNames = new ArrayList<>();

    @Option(
            names = {"-q", "--quiet"},
            description = "Do not report which anatomy was chosen.")
    boolean quiet;

    ImportCommand(Console console) {
        this.console = console;
    }

    /** All formats on the class path. */
    static final class Formats extends Choice<InputFormat> {
        Formats() {
            super(InputFormat.all(), InputFormat::name);
        }
    }

    /** The command, whose help describes all formats. */
    CommandLine line() {
        CommandLine line = new CommandLine(this);
        List<String> footer = new ArrayList<>(List.of(""));
        InputFormat.all().forEach(one -> footer.add(one.name() + ": " + one.description()));
        footer.add("");
        footer.add("Example: jointly import dlc video_full.pickle -o problems.ndjson");
        line.getCommandSpec().usageMessage().footer(footer.toArray(String[]::new));
        return line;
    }

    @Override
    public Integer call() {
        InputFormat chosen = Objects.requireNonNull(format, "picocli requires it");
        if (hubs.size() > 3) {
            throw wrong("found " + hubs.size() + " times --hub but expected 3 at most");
        }
        if (output.equals("-") && "-".equals(evidence)) {
            throw wrong("standard output cannot be both the problems and the evidence");
        }
        requireNothingIgnored(chosen);
        CostModel given = costs == null ? null : CostModelReader.read(Path.of(costs));
        ImportedEvidence read;
        try (ProgressBar progress = new ProgressBar(console, !quiet, "files", files.size())) {
            InputFormat.Source source = new InputFormat.Source(console.in(), partNames);
            read = ImportedEvidence.read(
                    chosen, files, source, frames -> body(chosen, given, frames), pixels(), progress::step);
        }
        if (evidence != null) {
            write(evidence, read.frames(), (frame, out) -> EvidenceWriter.write(frame, Layout.LINE, out));
        }
        CostModel model = given == null ? CostModel.defaults(read.anatomy(), chosen.measure()) : given;
        write(output, read.frames(), (frame, out) -> ProblemWriter.write(model.problem(frame), Layout.LINE, out));
        if (!quiet) {
            console.say(
                    read.frames().size() + (read.frames().size() == 1 ? " problem; " : " problems; ") + read.body());
        }
        return Exit.DONE;
    }

    private void requireNothingIgnored(InputFormat chosen) {
        if (costs != null && !hubs.isEmpty()) {
            throw wrong("--hub cannot be combined with --costs: major parts are those of the cost model");
        }
        if (!partNames.isEmpty() && !chosen.takesPartNames()) {
            throw wrong("--parts cannot be combined with " + chosen.name() + ", whose files name their parts");
        }
    }

    /** That of the cost model, where there is one and it fits. */
    private Anatomy body(InputFormat chosen, @Nullable CostModel given, List<Evidence> frames) {
        if (given == null) {
            return chosen.anatomy(frames, hubs);
        }
        boolean affinities = frames.stream().anyMatch(frame -> !frame.edges().isEmpty());
        for (Evidence frame : frames) {
            given.requireFits(String.valueOf(costs), files.get(0), frame.parts(), affinities);
        }
        return given.anatomy();
    }

    private interface Writing<T> {
        void write(T value, OutputStream out) throws IOException;
    }

    private <T> void write(String place, List<T> values, Writing<T> writing) {
        try (ProgressBar progress = new ProgressBar(console, !quiet, "frames", values.size())) {
            if (place.equals("-")) {
                writeAll(values, writing, console.out(), progress);
                return;
            }
            try (OutputFile file = OutputFile.create(Path.of(place))) {
                writeAll(values, writing, file.stream(), progress);
                file.commit();
            }
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(place, e);
        }
    }

    private static <T> void writeAll(List<T> values, Writing<T> writing, OutputStream out, ProgressBar progress)
            throws IOException {
        for (T value : values) {
            writing.write(value, out);
            progress.step();
        }
    }

    private int @Nullable [] pixels() {
        if (size == null) {
            return null;
        }
        if (!size.matches("[1-9]\\d{0,6}x[1-9]\\d{0,6}")) {
            throw wrong("--size is '" + size + "' but must be like 640x480");
        }
        String[] sides = size.split("x", 2);
        return new int[] {Integer.parseInt(sides[0]), Integer.parseInt(sides[1])};
    }

    private RuntimeException wrong(String message) {
        return spec == null
                ? new IllegalArgumentException(message)
                : new ParameterException(spec.commandLine(), message);
    }
}
