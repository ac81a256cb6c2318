package dev.jointly.vision.eval;

import dev.jointly.evidence.Truth.Box;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.vision.cost.PartNames;
import dev.jointly.vision.eval.EvaluatedImage.Found;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * COCO's object keypoint similarity: the mean over the marked joints of exp(-d^2 / (2 area k^2)), where k is twice the
 * spread sigma with which annotators place the part. A joint that was not found counts as far away.
 */
public final class Oks {
    private static final Map<String, Double> COCO = Map.ofEntries(
            Map.entry("nose", 0.026),
            Map.entry("left_eye", 0.025),
            Map.entry("right_eye", 0.025),
            Map.entry("left_ear", 0.035),
            Map.entry("right_ear", 0.035),
            Map.entry("left_shoulder", 0.079),
            Map.entry("right_shoulder", 0.079),
            Map.entry("left_elbow", 0.072),
            Map.entry("right_elbow", 0.072),
            Map.entry("left_wrist", 0.062),
            Map.entry("right_wrist", 0.062),
            Map.entry("left_hip", 0.107),
            Map.entry("right_hip", 0.107),
            Map.entry("left_knee", 0.087),
            Map.entry("right_knee", 0.087),
            Map.entry("left_ankle", 0.089),
            Map.entry("right_ankle", 0.089));

    /** For a part COCO has not measured: in the middle of those it has. */
    private static final double OTHER = 0.07;

    private final double[] sigma;

    /** With the given sigmas, one per part. */
    Oks(double... sigma) {
        this.sigma = sigma.clone();
    }

    /** With COCO's sigmas for the parts it knows, whatever their spelling. */
    public static Oks of(List<String> parts) {
        List<String> known = List.copyOf(COCO.keySet());
        return new Oks(parts.stream()
                .mapToInt(part -> PartNames.find(part, known))
                .mapToDouble(i -> i < 0 ? OTHER : COCO.getOrDefault(known.get(i), OTHER))
                .toArray());
    }

    /** From 0 to 1. A person without marked joints is measured by the box: inside it, doubled, is no distance. */
    public double similarity(Person person, Found found) {
        boolean marked = person.marked() > 0;
        double sum = 0;
        int count = 0;
        for (int p = 0; p < sigma.length; p++) {
            Joint joint = person.joints().get(p);
            if (marked && joint.mark() == Mark.ABSENT) {
                continue;
            }
            count++;
            if (found.has(p)) {
                double dx = marked ? found.x()[p] - joint.x() : outsideX(person.box(), found.x()[p]);
                double dy = marked ? found.y()[p] - joint.y() : outsideY(person.box(), found.y()[p]);
                double k = 2 * sigma[p];
                // the ulp only keeps an area of 0 from dividing by zero, as in the reference rules
                sum += Math.exp(-(dx * dx + dy * dy) / (2 * (person.area() + Math.ulp(1.0)) * k * k));
            }
        }
        return count == 0 ? 0 : sum / count;
    }

    private static double outsideX(@Nullable Box box, double x) {
        return box == null ? 0 : outside(box.left(), box.width(), x);
    }

    private static double outsideY(@Nullable Box box, double y) {
        return box == null ? 0 : outside(box.top(), box.height(), y);
    }

    /** How far outside of three times the extent, the middle third of which is the box's. */
    private static double outside(double from, double extent, double at) {
        return Math.max(0, from - extent - at) + Math.max(0, at - (from + 2 * extent));
    }
}
