package dev.jointly.cli.convert;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.cli.Choice;
import dev.jointly.cli.Exit;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.SharedOption;
import dev.jointly.cli.report.ProgressBar;
import dev.jointly.io.AnatomyJson;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Layout;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.Calibration;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelWriter;
import dev.jointly.vision.cost.Fit;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.draw.ReliabilityPlot;
import dev.jointly.vision.eval.Learning;
import dev.jointly.vision.eval.TuningMetric;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jointly fit}. */
@Command(
        name = "fit",
        description = "Fits a cost model to the evidence of a detector and annotated images.",
        footer = {
            "",
            "Prints the calibration on every fifth image, of a model fitted to the others. The model that is"
                    + " written is fitted to all images.",
            "Example: jointly fit --evidence seen.ndjson --truth person_keypoints.json --anatomy network.model.json"
                    + " -o costs.json"
        })
public final class FitCommand extends JointlyCommand implements Callable<Integer> {
    private static final int HELD_OUT = 5;

    /** A gap this small changes no figure, and saves much time. */
    private static final double GAP = 0.003;

    private static final Duration LIMIT = Duration.ofSeconds(5);

    @Mixin
    LabelledImages labelled = new LabelledImages();

    @Option(
            names = "--anatomy",
            paramLabel = "FILE",
            required = true,
            description = "A file with the field anatomy: a problem, or a cost model.")
    String anatomyFile = "";

    @Option(
            names = "--major",
            paramLabel = "PART",
            description = "Major part, of which every person has at least one; up to three times. Default: the file's.")
    List<String> majors = new ArrayList<>();

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the model. Default: fitted.")
    String name = "fitted";

    @Option(
            names = "--no-tuning",
            description = "Do not tune pose cost, weights and gains. Tuning groups all images about thirty times.")
    boolean asIs;

    @Mixin
    SharedOption<TuningMetric> goal = SharedOption.choice(
            "--for",
            "GOAL",
            Choice.of(TuningMetric.class),
            TuningMetric.F1,
            "What to tune for: one of ${COMPLETION-CANDIDATES}. f1: joints and people, none missing and none too many;"
                    + " ap: COCO's average precision, which hardly counts people too many. Default: f1.");

    @Mixin
    Outputs outputs = Outputs.required("FILE", "File for the cost model.");

    @Option(names = "--plot", paramLabel = "FILE", description = "Plot of the calibration on held-out images, as PNG.")
    @Nullable
    String plot;

    @Override
    public Integer call() {
        Anatomy anatomy = anatomy();
        List<LabelledImage> images =
                labelled.read(console().in(), anatomy, "name the anatomy of the detector with --anatomy");
        Fit fit = new Fit(anatomy, Fit.Options.defaults());
        if (images.size() >= HELD_OUT) {
            CostModel part = fit.fit(name, every(images, false));
            Map<String, Calibration> calibrations = fit.calibration(part, every(images, true));
            console().print(report(calibrations));
            if (plot != null) {
                outputs.write(plot, console(), out -> ReliabilityPlot.write(calibrations, out));
            }
        } else if (plot != null) {
            throw new BadInputException("--plot: found " + images.size() + " images but expected at least " + HELD_OUT
                    + ", to hold out every fifth");
        }
        CostModel model = asIs ? fit.fit(name, images) : learnt(anatomy, images);
        outputs.write(outputs.place(), console(), out -> CostModelWriter.write(model, Layout.PRETTY, out));
        return Exit.DONE;
    }

    private Anatomy anatomy() {
        Anatomy anatomy = AnatomyJson.ofFile(Path.of(anatomyFile));
        if (majors.isEmpty()) {
            return anatomy;
        }
        return Misuse.checked("--major: ", () -> {
            List<Integer> leads = majors.stream().map(anatomy::partNamed).toList();
            return new Anatomy(anatomy.name(), anatomy.parts(), leads, anatomy.limbs());
        });
    }

    private CostModel learnt(Anatomy anatomy, List<LabelledImage> images) {
        Function<Problem, List<Pose>> solver = solving().grouping(LIMIT, GAP);
        try (ProgressBar progress = new ProgressBar(console(), true, "trials at most", Learning.mostTrials())) {
            return new Learning(anatomy, goal.value(), solver, (tolerance, model, goodness) -> progress.step())
                    .learn(name, images);
        }
    }

    /** Either every fifth image or all the others. */
    private static List<LabelledImage> every(List<LabelledImage> images, boolean heldOut) {
        return IntStream.range(0, images.size())
                .filter(i -> (i % HELD_OUT == 0) == heldOut)
                .mapToObj(images::get)
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
}
