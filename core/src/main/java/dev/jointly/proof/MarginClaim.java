package dev.jointly.proof;

import dev.jointly.problem.Pin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The claim that every solution which keeps some further pins costs this much more than the published one. The bound that
 * proves it is computed like that of the solution, with these pins added: from a proof of its own, or from the
 * solution's with other base prices for some detections. A tree with one of these detections is set aside then: its
 * detections count at their base prices.
 *
 * @param pins in addition to those of the problem
 * @param atLeast how much more, in micro-units
 * @param prices other base prices, one per detection at most; empty where there is a proof of its own
 * @param proof of its own, or null
 */
public record MarginClaim(
        List<Pin> pins,
        long atLeast,
        List<Price> prices,
        @Nullable Proof proof) {
    /** The base prices of one detection, on the grid of the solution's proof. */
    public record Price(int detection, long lambda1, long lambda3) {}

    /** Accepts anything, including null, as a proof does. */
    public MarginClaim {
        pins = copy(pins);
        prices = copy(prices);
    }

    private static <T> List<T> copy(List<T> list) {
        return list == null ? list : Collections.unmodifiableList(new ArrayList<>(list));
    }
}
