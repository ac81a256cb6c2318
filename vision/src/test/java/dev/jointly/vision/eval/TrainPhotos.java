package dev.jointly.vision.eval;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.BodySize;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.cost.TrainingImages;
import dev.jointly.vision.net.Execution;
import dev.jointly.vision.net.ImageDetector;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.Network;
import dev.jointly.vision.net.Views;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;

/** The photos of train2017 that are there as files, and the people that the default network and our grouping find in them. */
final class TrainPhotos {
    private static final double TOLERANCE = 0.3;

    private TrainPhotos() {}

    /** A photo, its problem and its people. */
    record Grouped(LabelledImage image, Problem problem, List<Pose> people) {
        /** The same people with the joints where another version of the problem has them. */
        EvaluatedImage evaluated(Problem moved) {
            Evidence seen = image.evidence();
            List<Candidate> places = new ArrayList<>();
            for (int d = 0; d < moved.size(); d++) {
                Detection detection = moved.detections().get(d);
                Candidate found = seen.candidates().get(d);
                places.add(new Candidate(
                        found.part(),
                        Objects.requireNonNull(detection.x()),
                        Objects.requireNonNull(detection.y()),
                        found.score()));
            }
            Evidence evidence = new Evidence(seen.id(), seen.image(), seen.parts(), places, seen.edges());
            return EvaluatedImage.of(
                    evidence,
                    people.stream()
                            .map(pose -> GroupedPerson.of(pose, moved, evidence))
                            .toList(),
                    image.truth());
        }
    }

    /** Time of this thread, which is all that a network with one thread uses; other work on the machine does not count. */
    static double cpuSeconds() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    }

    static Path installed(String name) {
        Path network = ModelStore.ofUser().network(name);
        assumeTrue(Files.isRegularFile(network), "needs the network " + name);
        return network;
    }

    /** What the network finds. */
    static List<LabelledImage> images(double longSide, Views views) throws IOException {
        ModelStore.Model model = ModelStore.ofUser().named(ModelStore.SHIPPED.get(0));
        installed(model.card().name());
        try (ImageDetector network =
                Network.open(model.card().withLongSide(longSide), model.network(), Execution.cpu(1), views)) {
            return TrainingImages.trainPhotos(network);
        }
    }

    /** Models fitted to four fifths of the images, for the remaining fifth each. */
    static List<CostModel> models(List<LabelledImage> images) {
        CostModel shipped = ShippedCosts.of(ModelStore.SHIPPED.get(0)).orElseThrow();
        return Learning.foldModels(shipped.anatomy(), TOLERANCE, images);
    }

    /** The people, each image by a model that was not fitted to it. */
    static List<Grouped> grouped(List<LabelledImage> images, List<CostModel> models) {
        List<Grouped> grouped = new ArrayList<>();
        for (int i = 0; i < images.size(); i++) {
            Problem problem = models.get(Learning.fold(i, images.size()))
                    .problem(images.get(i).evidence());
            grouped.add(new Grouped(
                    images.get(i), problem, PeopleEvaluationTest.solver().apply(problem)));
        }
        return grouped;
    }

    /** Median distance in pixels of a true joint from the nearest one found, where that is a joint within the tolerance. */
    static double medianError(List<EvaluatedImage> images) {
        double[] all = images.stream()
                .flatMapToDouble(image -> image.truth().people().stream()
                        .flatMapToDouble(person -> errors(image.truth(), person, image.found())))
                .sorted()
                .toArray();
        return all[all.length / 2];
    }

    private static DoubleStream errors(Truth truth, Person person, List<EvaluatedImage.Found> found) {
        double most = Comparison.TOLERANCE * BodySize.of(person);
        DoubleStream.Builder errors = DoubleStream.builder();
        for (int p = 0; p < truth.parts().size(); p++) {
            Joint joint = person.joints().get(p);
            int part = p;
            if (joint.mark() != Mark.ABSENT) {
                found.stream()
                        .filter(one -> one.has(part))
                        .mapToDouble(one -> Math.hypot(one.x()[part] - joint.x(), one.y()[part] - joint.y()))
                        .filter(distance -> distance <= most)
                        .min()
                        .ifPresent(errors::add);
            }
        }
        return errors.build();
    }
}
