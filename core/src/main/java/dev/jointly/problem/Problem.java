package dev.jointly.problem;

import dev.jointly.anatomy.Anatomy;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One grouping problem of the two-tier formulation: detections D with costs theta, pairs with costs phi, and omega, the
 * cost of one more person.
 *
 * @param poseCost omega in micro-units
 * @param maxPoses the most poses that a solution may have; empty for as many as there are
 * @param personScore how people found are scored, where that was calibrated for their network
 */
public record Problem(
        String id,
        @Nullable Image image,
        Anatomy anatomy,
        long poseCost,
        List<Detection> detections,
        PairCosts pairs,
        List<Pin> pins,
        OptionalInt maxPoses,
        @Nullable PersonScore personScore) {

    /** The largest number of detections. Solver and checker also limit the number of pairs that these can form. */
    public static final int MAX_DETECTIONS = 100_000;

    public Problem {
        detections = List.copyOf(detections);
        pins = List.copyOf(pins);
        if (detections.size() > MAX_DETECTIONS) {
            throw new IllegalArgumentException(
                    detections.size() + " detections are more than the most, " + MAX_DETECTIONS);
        }
        if (pairs.detections() != detections.size()) {
            throw new IllegalArgumentException(
                    "the pairs are of " + pairs.detections() + " detections but there are " + detections.size());
        }
        requireInRange("poseCost", poseCost);
        for (int d = 0; d < detections.size(); d++) {
            int part = detections.get(d).part();
            if (part < 0 || part >= anatomy.size()) {
                throw new IllegalArgumentException("detection " + d + " has part " + part + " but the anatomy has only "
                        + anatomy.size() + " parts");
            }
            requireInRange("the cost of detection " + d, detections.get(d).cost());
        }
        List<Detection> seen = detections;
        pairs.forEach((a, b, micro) -> {
            if (!anatomy.mayPair(seen.get(a).part(), seen.get(b).part())) {
                throw new IllegalArgumentException("pair [" + a + ", " + b + "] joins parts \""
                        + anatomy.parts().get(seen.get(a).part()) + "\" and \""
                        + anatomy.parts().get(seen.get(b).part())
                        + "\", which are neither one part, nor a limb, nor a major part with another");
            }
            if (micro != PairCosts.FORBIDDEN) {
                requireInRange("the cost of pair [" + a + ", " + b + "]", micro);
            }
        });
        pins.forEach(pin -> check(pin, seen.size()));
        if (maxPoses.isPresent() && (maxPoses.getAsInt() < 0 || maxPoses.getAsInt() > MAX_DETECTIONS)) {
            throw new IllegalArgumentException(
                    "maxPoses is " + maxPoses.getAsInt() + " but must be from 0 to " + MAX_DETECTIONS);
        }
    }

    /** A problem whose people are not scored. */
    public Problem(
            String id,
            @Nullable Image image,
            Anatomy anatomy,
            long poseCost,
            List<Detection> detections,
            PairCosts pairs,
            List<Pin> pins,
            OptionalInt maxPoses) {
        this(id, image, anatomy, poseCost, detections, pairs, pins, maxPoses, null);
    }

    /** The same without a limit on the number of poses. */
    public Problem(
            String id,
            @Nullable Image image,
            Anatomy anatomy,
            long poseCost,
            List<Detection> detections,
            PairCosts pairs,
            List<Pin> pins) {
        this(id, image, anatomy, poseCost, detections, pairs, pins, OptionalInt.empty());
    }

    private static void requireInRange(String what, long micro) {
        if (micro > Micro.LARGEST || micro < -Micro.LARGEST) {
            throw new IllegalArgumentException(
                    what + " is " + micro + " micro-units but must be of magnitude at most " + Micro.LARGEST);
        }
    }

    private static void check(Pin pin, int size) {
        for (int d : pin.detections()) {
            if (d < 0 || d >= size) {
                throw new IllegalArgumentException(
                        pin + " names detection " + d + " but there are only " + size + " detections");
            }
        }
        if (pin.detections().length == 2 && pin.detections()[0] == pin.detections()[1]) {
            throw new IllegalArgumentException(pin + " must name two different detections");
        }
    }

    /** The same problem with other pins. */
    public Problem withPins(List<Pin> others) {
        return new Problem(id, image, anatomy, poseCost, detections, pairs, others, maxPoses, personScore);
    }

    /** The same problem with at most so many poses, or fewer if it allows only fewer already. */
    public Problem withAtMost(int poses) {
        OptionalInt most = OptionalInt.of(Math.min(poses, maxPoses.orElse(poses)));
        return new Problem(id, image, anatomy, poseCost, detections, pairs, pins, most, personScore);
    }

    /** The same problem with as many poses as there are. */
    public Problem withoutLimit() {
        return maxPoses.isEmpty()
                ? this
                : new Problem(id, image, anatomy, poseCost, detections, pairs, pins, OptionalInt.empty(), personScore);
    }

    /** The same problem with its detections in other places. */
    public Problem withDetections(List<Detection> moved) {
        return new Problem(id, image, anatomy, poseCost, moved, pairs, pins, maxPoses, personScore);
    }

    /** The same problem with scores of people. */
    public Problem withPersonScore(@Nullable PersonScore score) {
        return new Problem(id, image, anatomy, poseCost, detections, pairs, pins, maxPoses, score);
    }

    /** How many detections there are. */
    public int size() {
        return detections.size();
    }

    /** Part of detection d: R_d. */
    public int part(int d) {
        return detections.get(d).part();
    }

    /** theta of detection d in micro-units. */
    public long cost(int d) {
        return detections.get(d).cost();
    }
}
