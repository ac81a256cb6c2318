package dev.jointly.cli.convert;

import dev.jointly.cli.Choice;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.SharedOption;
import dev.jointly.cli.solve.PeopleLimit;
import dev.jointly.io.InputFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code jointly import}. */
@Command(name = "import", description = "Makes problems of the detections of other tools, one for each frame.")
public final class ImportCommand extends JointlyCommand implements Callable<Integer> {

    @Mixin
    SharedOption<InputFormat> format = SharedOption.first(
            "KIND", new Choice<>(InputFormat::all, InputFormat::name), "Whose files: one of ${COMPLETION-CANDIDATES}.");

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "The files, folders of them, patterns in quotes, or @FILE; - is standard input (not deepcut).")
    List<String> files = new ArrayList<>();

    @Mixin
    SharedOption<String> costs = SharedOption.costs("a usual calibration.");

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
    Outputs outputs = Outputs.required("FILE", "File for the problems, one per line; - is standard output.");

    @Mixin
    SharedOption<Boolean> quiet = SharedOption.quiet();

    /** The help describes all formats. */
    @Spec
    void describe(CommandSpec spec) {
        List<String> footer = new ArrayList<>(List.of(""));
        InputFormat.all().forEach(one -> footer.add(one.name() + ": " + one.description()));
        footer.add("");
        footer.add("Example: jointly import dlc video_full.pickle -o problems.ndjson");
        spec.usageMessage().footer(footer.toArray(String[]::new));
    }

    @Override
    public Integer call() {
        InputFormat chosen = format.value();
        Misuse.unless(
                !outputs.place().equals("-") || !"-".equals(evidence),
                "standard output cannot be both the problems and the evidence");
        skeleton.check(chosen, costs.given() != null);
        Misuse.unless(
                partNames.isEmpty() || chosen.takesPartNames(),
                "--parts cannot be combined with " + chosen.name() + ", whose files name their parts");
        return new ProblemImport(console(), chosen, skeleton, people, quiet.value())
                .run(
                        files,
                        new ProblemImport.Given(costs.given(), partNames, pixels()),
                        outputs,
                        outputs.place(),
                        evidence);
    }

    private int @Nullable [] pixels() {
        if (size == null) {
            return null;
        }
        if (!size.matches("[1-9]\\d{0,6}x[1-9]\\d{0,6}")) {
            throw new Misuse("--size is '" + size + "' but must be like 640x480");
        }
        String[] sides = size.split("x", 2);
        return new int[] {Integer.parseInt(sides[0]), Integer.parseInt(sides[1])};
    }
}
