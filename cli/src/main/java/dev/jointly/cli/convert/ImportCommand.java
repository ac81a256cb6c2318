package dev.jointly.cli.convert;

import dev.jointly.cli.Choice;
import dev.jointly.cli.Console;
import dev.jointly.cli.Exit;
import dev.jointly.cli.Inputs;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.report.FileTally;
import dev.jointly.cli.report.ProgressBar;
import dev.jointly.cli.solve.PeopleLimit;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.InputFile;
import dev.jointly.io.InputFormat;
import dev.jointly.problem.Image;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code jointly import}. */
@Command(name = "import", description = "Makes problems of the detections of other tools, one for each frame.")
public final class ImportCommand implements Callable<Integer> {
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
            description =
                    "The files, folders of them, patterns in quotes, or @FILE with one path per line; - is standard"
                            + " input (not deepcut).")
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

    @Mixin
    SkeletonOptions skeleton = new SkeletonOptions();

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

    @Mixin
    PeopleLimit people = new PeopleLimit();

    @Mixin
    Outputs outputs = new Outputs();

    @Option(
            names = {"-q", "--quiet"},
            description = "Do not report which anatomy was chosen.")
    boolean quiet;

    /** Of the files so far, where their anatomy was given. */
    private @Nullable CostModel common;

    public ImportCommand(Console console) {
        this.console = console;
    }

    /** All formats on the class path. */
    static final class Formats extends Choice<InputFormat> {
        Formats() {
            super(InputFormat::all, InputFormat::name);
        }
    }

    /** The command, whose help describes all formats. */
    public CommandLine line() {
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
        if (output.equals("-") && "-".equals(evidence)) {
            throw wrong("standard output cannot be both the problems and the evidence");
        }
        requireNothingIgnored(chosen);
        int @Nullable [] pixels = pixels();
        Inputs inputs = Inputs.of(files, new Inputs.Kind(chosen.name() + " file", chosen.endings()), console.in());
        CostModel given = costs == null ? null : CostModelReader.read(Path.of(costs));
        skeleton.read(console.in(), given);
        people.orElse(skeleton.animals());
        InputFormat.Source source = new InputFormat.Source(console.in(), partNames);
        FrameReader reader = new FrameReader(chosen, source, inputs.files().size() > 1, pixels);
        try (ProblemPlace problems = ProblemPlace.open(output, evidence, people, outputs, console);
                ProgressBar progress =
                        new ProgressBar(console, !quiet, "files", inputs.files().size())) {
            FileTally tally = new FileTally(inputs, progress::say);
            CostModel model = given;
            if (given != null) {
                // every file is written when it is read
                each(inputs, tally, progress, file -> fitting(given, file, reader.read(file))
                        .forEach(frame -> problems.write(frame, given)));
            } else if (skeleton.given()) {
                if (!quiet) {
                    skeleton.notices().forEach(progress::say);
                }
                each(inputs, tally, progress, file -> writeFile(chosen, file, reader.read(file), problems));
                model = common;
            } else {
                List<Evidence> frames = read(inputs, reader, tally, progress);
                model = frames.isEmpty() ? null : writeAll(chosen, frames, problems);
            }
            tally.tellIfIncomplete();
            if (model == null || problems.count() == 0) {
                if (tally.allGood()) {
                    throw new BadInputException(InputFile.name(files.get(0)) + ": found no frames");
                }
                return Exit.NO;
            }
            problems.commit();
            if (!quiet) {
                progress.say((output.equals("-") ? "" : "wrote ")
                        + problems.count()
                        + (problems.count() == 1 ? " problem" : " problems")
                        + (output.equals("-") ? "; " : " to " + output + "; ")
                        + skeleton.report(model.anatomy())
                        + leftOut(problems));
            }
            return tally.allGood() ? Exit.DONE : Exit.NO;
        }
    }

    private void requireNothingIgnored(InputFormat chosen) {
        skeleton.wrong(chosen, costs != null).ifPresent(message -> {
            throw wrong(message);
        });
        if (!partNames.isEmpty() && !chosen.takesPartNames()) {
            throw wrong("--parts cannot be combined with " + chosen.name() + ", whose files name their parts");
        }
    }

    /** The frames of a file, all of which have what the cost model needs. */
    private List<Evidence> fitting(CostModel model, String file, List<Evidence> frames) {
        boolean affinities = frames.stream().anyMatch(frame -> !frame.edges().isEmpty());
        for (Evidence frame : frames) {
            model.requireFits(String.valueOf(costs), file, frame.parts(), affinities);
        }
        return frames;
    }

    private static String leftOut(ProblemPlace problems) {
        return problems.leftOut().isEmpty() ? "" : "; left out: " + String.join(", ", problems.leftOut());
    }

    private static void each(Inputs inputs, FileTally tally, ProgressBar progress, Consumer<String> work) {
        for (String file : inputs.files()) {
            try {
                work.accept(file);
            } catch (BadInputException e) {
                tally.fail(file, e);
            }
            tally.endOfFile();
            progress.step();
        }
    }

    private static List<Evidence> read(Inputs inputs, FrameReader reader, FileTally tally, ProgressBar progress) {
        List<Evidence> frames = new ArrayList<>();
        each(inputs, tally, progress, file -> frames.addAll(reader.read(file)));
        return frames;
    }

    /** The anatomy is chosen from all frames, so nothing is written before all are read. */
    private CostModel writeAll(InputFormat chosen, List<Evidence> frames, ProblemPlace problems) {
        CostModel model = model(chosen, files.get(0), frames);
        frames.forEach(frame -> problems.write(frame, model));
        return model;
    }

    /** The anatomy was given, and is that of all files. */
    private void writeFile(InputFormat chosen, String file, List<Evidence> frames, ProblemPlace problems) {
        if (frames.isEmpty()) {
            return;
        }
        CostModel model = model(chosen, file, frames);
        if (common != null && !common.anatomy().equals(model.anatomy())) {
            throw new BadInputException(
                    file + ": found the parts " + model.anatomy().parts() + " but expected "
                            + common.anatomy().parts() + ", as in the files before; import it on its own");
        }
        common = model;
        frames.forEach(frame -> problems.write(frame, model));
    }

    private CostModel model(InputFormat chosen, String file, List<Evidence> frames) {
        try {
            return CostModel.defaults(skeleton.anatomy(chosen, frames), chosen.measure());
        } catch (BadInputException | IllegalArgumentException e) {
            throw new BadInputException(file + ": " + e.getMessage(), e);
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

    /** The frames in the files of another tool, with all the parts of that tool; no two have the same id. */
    static final class FrameReader {
        /** Pixels that a detection may be outside of the image, and as a part of its side. */
        private static final double SLACK_PIXELS = 16;

        private static final double SLACK_SHARE = 0.05;

        private final InputFormat format;
        private final InputFormat.Source source;
        private final boolean several;
        private final int @Nullable [] size;
        private final Set<String> ids = new HashSet<>();

        /**
         * @param several whether there are several files, whose frames need longer ids
         * @param size width and height of every image; null for what the files say
         */
        FrameReader(InputFormat format, InputFormat.Source source, boolean several, int @Nullable [] size) {
            this.format = format;
            this.source = source;
            this.several = several;
            this.size = size;
        }

        /** All frames of one file. */
        List<Evidence> read(String file) {
            String prefix =
                    several ? format.scope(file).map(scope -> scope + "/").orElse("") : "";
            List<Evidence> frames = new ArrayList<>();
            Set<String> own = new HashSet<>();
            for (Evidence frame : format.read(file, source)) {
                String id = prefix + frame.id();
                if (ids.contains(id) || !own.add(id)) {
                    throw new BadInputException(file + ": found frame " + Excerpt.quoted(id)
                            + " a second time; import the files one by one");
                }
                requireInside(file, frame);
                frames.add(
                        new Evidence(id, image(id, frame.image()), frame.parts(), frame.candidates(), frame.edges()));
            }
            ids.addAll(own);
            return frames;
        }

        /** Networks whose maps are coarse place detections a little outside. */
        private void requireInside(String file, Evidence frame) {
            if (size == null) {
                return;
            }
            for (Candidate seen : frame.candidates()) {
                boolean wide = outside(seen.x(), size[0]);
                if (wide || outside(seen.y(), size[1])) {
                    throw new BadInputException(file + ": " + frame.id() + ": found a detection at "
                            + (wide ? "x = " + seen.x() : "y = " + seen.y()) + " but --size says that images are "
                            + (wide ? size[0] + " pixels wide" : size[1] + " pixels high"));
                }
            }
        }

        static boolean outside(double place, int side) {
            double slack = Math.min(SLACK_PIXELS, SLACK_SHARE * side);
            return place < -slack || place > side + slack;
        }

        private @Nullable Image image(String id, @Nullable Image known) {
            return size == null ? known : new Image(known == null ? id : known.file(), size[0], size[1]);
        }
    }
}
