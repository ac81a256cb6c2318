package dev.jointly.cli.convert;

import dev.jointly.cli.Exit;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.SharedOption;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jointly compare}. */
@Command(
        name = "compare",
        description =
                "Compares two sets of people for the same frames, joint by joint: same, moved, swapped or missing.",
        footer = {
            "",
            "A and B are solutions, _assemblies.pickle or tables (CollectedData_*.csv or .h5, dlc-csv) of DeepLabCut, or COCO's"
                    + " annotations, recognised by content. docs/doubts.md has the rules.",
            "Exit code: 0 whether they differ or not, 2 a file cannot be read or compared.",
            "Example: jointly compare s.ndjson m_assemblies.pickle --problems p.ndjson --sheet differ.png"
        })
public final class CompareCommand extends JointlyCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "A", description = "A file with people, plain or .gz.")
    String a = "";

    @Parameters(index = "1", paramLabel = "B", description = "Another one for the same frames.")
    String b = "";

    @Mixin
    SharedOption<String> problems = SharedOption.problems(
            false,
            "The problems of solutions: for --doubtful, and for the order of parts if the other file has no names. A file,"
                    + " folder, pattern or @FILE.");

    @Option(
            names = "--tolerance",
            paramLabel = "PIXELS",
            description = "Joints at most so far apart are in the same place. Default: 1.")
    double tolerance = 1;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write a table with one row per frame; - is standard" + " output, in place of the summary.")
    @Nullable
    String csv;

    @Option(
            names = "--sheet",
            paramLabel = "FILE.png",
            description = "Draw the frames that differ most, and those of --doubtful, A beside B.")
    @Nullable
    String sheet;

    @Mixin
    SharedOption<String> images = SharedOption.images("DIR", "Folder with the images of the frames, for --sheet.");

    @Mixin
    SharedOption<String> video = SharedOption.video("The video of the frames, found by their numbers, for --sheet.");

    @Mixin
    SharedOption<Integer> top = SharedOption.top(
            12, "Number of the frames that differ most, for --sheet and --frames-to-label. Default: 12.");

    @Option(
            names = "--doubtful",
            paramLabel = "N",
            description =
                    "Also the N most doubtful frames of A, which are solutions with margins; needs --problems. Default: 0.")
    int doubtful;

    @Mixin
    Outputs outputs = new Outputs();

    @Option(
            names = "--frames-to-label",
            paramLabel = "FILE.json",
            description =
                    "Write the numbers of these frames as a JSON array, for DeepLabCut and SLEAP (docs/doubts.md).")
    @Nullable
    String framesToLabel;

    @Override
    public Integer call() throws IOException {
        check();
        new FileComparison(console(), outputs, a, b, problems.given(), video.given())
                .run(
                        tolerance,
                        new FileComparison.Frames(top.value(), doubtful, images.given()),
                        new FileComparison.Results(csv, sheet, framesToLabel));
        return Exit.DONE;
    }

    private void check() {
        if (!(tolerance >= 0 && tolerance <= 1e9)) {
            throw new Misuse("--tolerance is " + tolerance + " but must be a number of pixels from 0 to 1e9");
        }
        if (top.value() < 0 || doubtful < 0) {
            throw new Misuse("--top and --doubtful are numbers of frames, from 0");
        }
        if (doubtful > 0 && problems.given() == null) {
            throw new Misuse("--doubtful needs --problems, with which the margins of A are checked");
        }
        if ((images.given() != null || video.given() != null) && sheet == null) {
            throw new Misuse("--images and --video need --sheet FILE.png");
        }
        if (images.given() != null && video.given() != null) {
            throw new Misuse("--images cannot be combined with --video");
        }
        if (sheet != null && !sheet.endsWith(".png")) {
            throw new Misuse("--sheet is '" + sheet + "' but must end in .png");
        }
    }
}
