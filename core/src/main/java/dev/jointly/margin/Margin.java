package dev.jointly.margin;

import dev.jointly.proof.MarginClaim;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How much more the best other grouping costs: one without this joint in this pose, or one without this person.
 *
 * <p>The margin of joint d in the pose led by n is the least cost with the pin {@code apart [n, d]}, minus the optimum. The
 * margin of a person is the least cost with all its detections skipped, minus the optimum.
 *
 * @param pose which of the solution's poses
 * @param joint the detection, or empty for the person as a whole
 * @param claim the pins, and the proven lower bound
 * @param atMost the margin is at most this, in micro-units; empty where no other grouping is known
 * @param fixed whether the pins of the problem leave no other grouping
 */
public record Margin(int pose, OptionalInt joint, MarginClaim claim, OptionalLong atMost, boolean fixed) {
    /** Proven, in micro-units; never negative. */
    public long atLeast() {
        return claim.atLeast();
    }

    /** Whether the margin is known to the micro-unit. */
    public boolean exact() {
        return atMost.isPresent() && atMost.getAsLong() == atLeast();
    }
}
