package dev.jointly.bench;

import dev.jointly.pose.Pose;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/**
 * What a user who repairs a grouping might do next: take a joint away from a person, give it to another one, drop it, ask for
 * an unused detection, or take a pin back.
 */
final class RandomRepairs {
    private final Problem problem;
    private final Random random;
    private final List<Pin> pins = new ArrayList<>();

    RandomRepairs(Problem problem, long seed) {
        this.problem = problem;
        random = new Random(seed);
    }

    /** The pins after the next change, given what the user sees; may be more than can hold. */
    List<Pin> next(Solution seen) {
        if (!pins.isEmpty() && random.nextInt(4) == 0) {
            pins.remove(random.nextInt(pins.size()));
        } else {
            pins.add(pin(seen));
        }
        return List.copyOf(pins);
    }

    /** Takes the last pin back. */
    void undo() {
        pins.remove(pins.size() - 1);
    }

    private Pin pin(Solution seen) {
        if (seen.poses().isEmpty() || random.nextInt(5) == 0) {
            return new Pin.Use(unused(seen));
        }
        Pose pose = seen.poses().get(random.nextInt(seen.poses().size()));
        Pose other = seen.poses().get(random.nextInt(seen.poses().size()));
        int lead = pose.lead(problem.anatomy());
        List<Integer> joints = pose.detections();
        int d = joints.get(random.nextInt(joints.size()));
        if (d == lead || random.nextInt(4) == 0) {
            return new Pin.Skip(d);
        }
        return !other.equals(pose) && random.nextBoolean()
                ? new Pin.Together(other.lead(problem.anatomy()), d)
                : new Pin.Apart(lead, d);
    }

    private int unused(Solution seen) {
        BitSet free = new BitSet();
        free.set(0, problem.size());
        seen.poses().forEach(pose -> pose.detections().forEach(free::clear));
        int[] some = free.stream().toArray();
        return some.length == 0 ? random.nextInt(problem.size()) : some[random.nextInt(some.length)];
    }
}
