package dev.jointly.cli.convert;

import dev.jointly.cli.Console;
import dev.jointly.cli.Exit;
import dev.jointly.cli.Inputs;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.report.FileTally;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.cli.report.ProgressBar;
import dev.jointly.cli.solve.PeopleLimit;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.io.EvidenceWriter;
import dev.jointly.io.FrameReader;
import dev.jointly.io.InputFile;
import dev.jointly.io.InputFormat;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Makes problems of the files of another tool, one for each frame. */
final class ProblemImport {
    private final Console console;
    private final InputFormat format;
    private final SkeletonOptions skeleton;
    private final PeopleLimit people;
    private final boolean quiet;

    /** The file of the cost model and what it says, if there is one. */
    private @Nullable String costs;

    private @Nullable CostModel given;
    /** Of the files so far. */
    private @Nullable CostModel common;
    /** Parts of the frames that the anatomy does not have. */
    private final Set<String> leftOut = new LinkedHashSet<>();
    /** Problems written. */
    private int count;

    /** @param skeleton which anatomy the problems have */
    ProblemImport(Console console, InputFormat format, SkeletonOptions skeleton, PeopleLimit people, boolean quiet) {
        this.console = console;
        this.format = format;
        this.skeleton = skeleton;
        this.people = people;
        this.quiet = quiet;
    }

    /**
     * What the files do not say.
     *
     * @param costs file of a cost model; null for a usual calibration
     * @param size width and height of every image; null for what the files say
     */
    record Given(@Nullable String costs, List<String> partNames, int @Nullable [] size) {}

    /**
     * Imports files.
     *
     * @param evidence file for what was read, before costs; null for none
     * @return the exit code
     */
    int run(List<String> files, Given known, Outputs outputs, String output, @Nullable String evidence) {
        Inputs inputs = Inputs.of(files, new Inputs.Kind(format.name() + " file", format.endings()), console.in());
        costs = known.costs();
        given = costs == null ? null : CostModelReader.read(Path.of(costs));
        skeleton.read(console.in(), given);
        people.orElse(skeleton.animals());
        InputFormat.Source source = new InputFormat.Source(console.in(), known.partNames());
        FrameReader reader = new FrameReader(format, source, inputs.files().size() > 1, known.size());
        try (OutputFile problems = outputs.open(output, console);
                @Nullable OutputFile seen = evidence == null ? null : outputs.open(evidence, console);
                ProgressBar progress =
                        new ProgressBar(console, !quiet, "files", inputs.files().size())) {
            BiConsumer<Evidence, CostModel> writing = (frame, by) -> {
                if (seen != null) {
                    seen.write(out -> EvidenceWriter.write(frame, Layout.LINE, out));
                }
                problems.write(out -> ProblemWriter.write(people.of(by.problem(frame)), Layout.LINE, out));
                count++;
                frame.parts().stream()
                        .filter(part -> !by.anatomy().parts().contains(part))
                        .forEach(leftOut::add);
            };
            FileTally tally = new FileTally(inputs, progress::say);
            if (given == null && !quiet) {
                skeleton.notices().forEach(progress::say);
            }
            // an anatomy that is chosen from all frames lets nothing be written before all are read
            boolean atOnce = given != null || skeleton.given();
            List<Evidence> all = new ArrayList<>();
            for (String file : inputs.files()) {
                try {
                    List<Evidence> frames = reader.read(file);
                    if (atOnce) {
                        write(file, frames, writing);
                    } else {
                        all.addAll(frames);
                    }
                } catch (BadInputException e) {
                    tally.fail(file, e);
                }
                tally.endOfFile();
                progress.step();
            }
            if (!all.isEmpty()) {
                write(files.get(0), all, writing);
            }
            tally.tellIfIncomplete();
            CostModel model = common;
            if (model == null || count == 0) {
                if (tally.allGood()) {
                    throw new BadInputException(InputFile.name(files.get(0)) + ": found no frames");
                }
                return Exit.NO;
            }
            // both complete or not at all
            if (seen != null) {
                seen.commit();
            }
            problems.commit();
            if (!quiet) {
                progress.say((output.equals("-") ? "" : "wrote ")
                        + PlainWords.count(count, "problem")
                        + (output.equals("-") ? "; " : " to " + output + "; ")
                        + skeleton.report(model.anatomy())
                        + (leftOut.isEmpty() ? "" : "; left out: " + String.join(", ", leftOut)));
            }
            return tally.allGood() ? Exit.DONE : Exit.NO;
        }
    }

    /** Writes frames, which have the anatomy of all those before. */
    private void write(String file, List<Evidence> frames, BiConsumer<Evidence, CostModel> writing) {
        if (frames.isEmpty()) {
            return;
        }
        CostModel model = model(file, frames);
        if (common != null && !common.anatomy().equals(model.anatomy())) {
            throw new BadInputException(
                    file + ": found the parts " + model.anatomy().parts() + " but expected "
                            + common.anatomy().parts() + ", as in the files before; import it on its own");
        }
        common = model;
        frames.forEach(frame -> writing.accept(frame, model));
    }

    private CostModel model(String file, List<Evidence> frames) {
        CostModel fixed = given;
        if (fixed != null) {
            boolean affinities =
                    frames.stream().anyMatch(frame -> !frame.edges().isEmpty());
            frames.forEach(frame -> fixed.requireFits(String.valueOf(costs), file, frame.parts(), affinities));
            return fixed;
        }
        try {
            return CostModel.defaults(skeleton.anatomy(format, frames), format.measure());
        } catch (BadInputException | IllegalArgumentException e) {
            throw new BadInputException(file + ": " + e.getMessage(), e);
        }
    }
}
