package dev.jointly.pose;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PersonScore;
import dev.jointly.problem.Problem;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The confidence in a person, for ranking people of many images: the scores of the joints, summed and divided by a
 * power of their number, times a power of the person's extent. A sum favours people with many joints and a mean favours
 * fragments; and the larger a person is, the more precise the joints are, since detectors have cells of several pixels.
 * Minus the cost of a pose ranks worse: it grows with the square of the joints. Both powers were chosen on training
 * images ({@code dev/evaluation.md}).
 */
public final class Strength {
    private static final double JOINTS_POWER = 0.75;
    private static final double EXTENT_POWER = 0.25;

    /** The least extent, so that a person with one joint does not have size 0. */
    private static final double LEAST_EXTENT = 0.01;

    private Strength() {}

    /**
     * The strength of a person with these joints, 0 without any. A detection without a score counts as 1.
     *
     * @param joints detections of the problem, at most one per part
     */
    public static double of(Problem problem, Collection<Integer> joints) {
        double sum = 0;
        for (int d : joints) {
            Double score = problem.detections().get(d).score();
            sum += score == null ? 1 : score;
        }
        return sum
                / Math.pow(Math.max(1, joints.size()), JOINTS_POWER)
                * Math.pow(Math.max(LEAST_EXTENT, extent(problem, joints)), EXTENT_POWER);
    }

    /**
     * The calibrated score of a person with these joints, from 0 to 1; empty where the problem has no calibration, or where
     * coordinates are so large that the extent is no number.
     *
     * @param joints part to detection
     */
    public static OptionalDouble score(Problem problem, Map<Integer, Integer> joints) {
        PersonScore model = problem.personScore();
        double score = model == null ? Double.NaN : model.of(features(problem, joints));
        return Double.isNaN(score) ? OptionalDouble.empty() : OptionalDouble.of(score);
    }

    /** Whether the score of a person with these joints is below the calibrated threshold. */
    public static boolean weak(Problem problem, Map<Integer, Integer> joints) {
        PersonScore model = problem.personScore();
        return model != null && score(problem, joints).orElse(1) < model.weakBelow();
    }

    /** What the score of a person depends on. */
    public static PersonScore.Features features(Problem problem, Map<Integer, Integer> joints) {
        double sum = 0;
        double least = Double.POSITIVE_INFINITY;
        int links = 0;
        for (Anatomy.Limb limb : problem.anatomy().limbs()) {
            Integer a = joints.get(limb.a());
            Integer b = joints.get(limb.b());
            if (a != null && b != null) {
                double link = -Micro.toDouble(problem.pairs().cost(a, b));
                sum += link;
                least = Math.min(least, link);
                links++;
            }
        }
        return new PersonScore.Features(
                of(problem, joints.values()),
                joints.size(),
                extent(problem, joints.values()),
                links == 0 ? 0 : sum / links,
                links == 0 ? 0 : least);
    }

    /** Diagonal of the bounding box of the joints, in units of the image's longer side, or in pixels if that is unknown. */
    private static double extent(Problem problem, Collection<Integer> joints) {
        DoubleSummaryStatistics across = new DoubleSummaryStatistics();
        DoubleSummaryStatistics down = new DoubleSummaryStatistics();
        for (int d : joints) {
            Detection detection = problem.detections().get(d);
            Double x = detection.x();
            Double y = detection.y();
            if (x != null && y != null) {
                across.accept(x);
                down.accept(y);
            }
        }
        Image image = problem.image();
        double unit = image == null ? 1 : Math.max(image.width(), image.height());
        return across.getCount() == 0
                ? 0
                : Math.hypot(across.getMax() - across.getMin(), down.getMax() - down.getMin()) / unit;
    }
}
