package dev.jointly.cli;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.Layout;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.Calibration;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelWriter;
import dev.jointly.vision.cost.Fit;
import dev.jointly.vision.cost.Fit.Picture;
import dev.jointly.vision.cost.Tuning;
import dev.jointly.vision.eval.Goodness;
import dev.jointly.vision.eval.Optimal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code jointly fit}. */
@Command(
        name = "fit",
        description = "Learns costs from what a detector saw and what annotators know.",
        footer = {
            "",
            "Every fifth picture is held out, and how well probabilities hold there is printed. The model written is"
                    + " then fitted to all of them.",
            "Example: jointly fit --evidence seen.ndjson --truth person_keypoints.json --anatomy network.model.json"
                    + " -o costs.json"
        })
final class FitCommand implements Callable<Integer> {
    private static final int HELD_OUT = 5;

    /** A gap this small changes no figure, and saves much time. */
    private static final double GAP = 0.003;

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final Console console;
    private final Solving solving;

    @Spec
    @Nullable
    CommandSpec spec;

    @Option(
            names = "--evidence",
            paramLabel = "FILE",
            arity = "1..*",
            required = true,
            description = "Evidence, as import and pose write it, plain or .gz.")
    List<String> evidence = new ArrayList<>();

    @Option(names = "--truth", paramLabel = "FILE", required = true, description = "Annotations in COCO's format.")
    String truth = "";

    @Option(
            names = "--anatomy",
            paramLabel = "FILE",
            required = true,
            description = "A file with the field anatomy: a problem, or a cost model.")
    String anatomyFile = "";

    @Option(
            names = "--major",
            paramLabel = "PART",
            description = "Major part, of which every body has at least one; up to three times. Default: the file's.")
    List<String> majors = new ArrayList<>();

    @Option(names = "--name", paramLabel = "NAME", description = "What the model is called. Default: fitted.")
    String name = "fitted";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "File for the cost model.")
    String output = "";

    @Option(
            names = "--no-tuning",
            description = "Leave pose cost and balance as they are; tuning solves all pictures some thirty times.")
    boolean asIs;

    FitCommand(Console console, Solving solving) {
        this.console = console;
        this.solving = solving;
    }

    @Override
    public Integer call() {
        List<Picture> pictures = LabelledPictures.read(evidence, truth, console.in());
        Fit fit = new Fit(anatomy(), Fit.Options.defaults());
        if (pictures.size() >= HELD_OUT) {
            CostModel part = fit.fit(name, every(pictures, false));
            say(report(fit.calibration(part, every(pictures, true))));
        }
        CostModel model = fit.fit(name, pictures);
        write(asIs ? model : tuned(model, pictures));
        return Exit.DONE;
    }

    private Anatomy anatomy() {
        try {
            return Bodies.anatomy(Path.of(anatomyFile), majors);
        } catch (IllegalArgumentException e) {
            throw spec == null ? e : new ParameterException(spec.commandLine(), "--major: " + e.getMessage(), e);
        }
    }

    private CostModel tuned(CostModel model, List<Picture> pictures) {
        AtomicInteger trials = new AtomicInteger();
        Function<Problem, List<Pose>> solver = Bodies.solver(solving, LIMIT, GAP);
        return Tuning.tune(model, candidate -> Goodness.of(new Optimal(candidate, solver), pictures), value -> {
            if (console.terminal()) {
                console.say(String.format(
                        Locale.ROOT,
                        "trial %d of at most %d: %.4f",
                        trials.incrementAndGet(),
                        Tuning.mostTrials(),
                        value));
            }
        });
    }

    /** Either every fifth picture or all the others. */
    private static List<Picture> every(List<Picture> pictures, boolean heldOut) {
        return IntStream.range(0, pictures.size())
                .filter(i -> (i % HELD_OUT == 0) == heldOut)
                .mapToObj(pictures::get)
                .toList();
    }

    private static String report(Map<String, Calibration> calibrations) {
        StringBuilder text = new StringBuilder("held out  examples  log loss     AUC\n");
        calibrations.forEach((kind, c) -> text.append(
                String.format(Locale.ROOT, "%-8s  %8d  %8.4f  %6.4f%n", kind, c.examples(), c.logLoss(), c.auc())));
        text.append("\nreliability  examples  said   was\n");
        calibrations.forEach((kind, c) -> c.reliability()
                .forEach(bin -> text.append(String.format(
                        Locale.ROOT, "%-11s  %8d  %.3f  %.3f%n", kind, bin.examples(), bin.mean(), bin.share()))));
        return text.toString();
    }

    private void say(String text) {
        try {
            console.out().write(text.getBytes(StandardCharsets.UTF_8));
            console.out().flush();
        } catch (IOException e) {
            throw new CannotWriteException("-", e);
        }
    }

    private void write(CostModel model) {
        try (OutputFile file = OutputFile.create(Path.of(output))) {
            CostModelWriter.write(model, Layout.PRETTY, file.stream());
            file.commit();
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(output, e);
        }
    }
}
