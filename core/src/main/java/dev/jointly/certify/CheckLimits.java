package dev.jointly.certify;

import java.util.function.BooleanSupplier;

/**
 * How much work a check may do. The bound that is proven within limits is valid, and never above the one proven without
 * them; it is weaker only where the search for a cheapest local assignment was cut short.
 *
 * <p>Thread-safe if {@code stopped} is.
 *
 * @param nodesPerLocalSet branch-and-bound nodes that may be spent on one local assignment; more never prove less
 * @param stopped asked often; once it says true, the check ends soon, with what it has by then
 */
public record CheckLimits(long nodesPerLocalSet, BooleanSupplier stopped) {
    /** No limits. */
    public static final CheckLimits NONE = new CheckLimits(Long.MAX_VALUE, () -> false);

    public CheckLimits {
        if (nodesPerLocalSet < 0) {
            throw new IllegalArgumentException("nodesPerLocalSet " + nodesPerLocalSet + " must not be negative");
        }
    }
}
