package dev.jointly.margin;

import dev.jointly.certify.CheckLimits;
import dev.jointly.certify.Checker;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.MarginClaim.Price;
import dev.jointly.proof.Proof;
import dev.jointly.solve.Solution;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * What groupings cost at least that keep one more pin, from the prices of a solution's proof and without solving anything. The
 * checker adds the bounds up, so that they hold whatever prices are tried here:
 *
 * <ul>
 *   <li>a detection that is skipped needs no price,
 *   <li>two that are kept apart have the prices of {@link MarginBounds},
 *   <li>a detection that must be used is paid for being in some pose, as much as raises the bound most.
 * </ul>
 *
 * <p>Not thread-safe.
 */
final class PinBounds {
    /** Payments that are tried, in units of cost; more than the last says nothing that matters. */
    private static final double[] PAYMENTS = {0.25, 1, 4, 16};

    /** A local assignment that takes more makes the bound weaker, not wrong. */
    private static final long NODES_PER_LOCAL_SET = 10_000;

    private final Problem problem;
    private final Solution solution;
    private final CheckLimits limits;
    private final Map<Pin, List<Price>> apart = new HashMap<>();
    private final Map<Pin, Long> known = new HashMap<>();

    /**
     * @param solution of the problem; bounds are good if it is optimal
     * @param stopped once it returns true, bounds are weak and come soon
     */
    PinBounds(Problem problem, Solution solution, BooleanSupplier stopped) {
        this.problem = problem;
        this.solution = solution;
        limits = new CheckLimits(NODES_PER_LOCAL_SET, stopped);
        for (Margin margin : MarginBounds.of(problem, solution, stopped)) {
            if (margin.joint().isPresent()) {
                apart.put(margin.claim().pins().get(0), margin.claim().prices());
            }
        }
    }

    /** The bound in micro-units; {@link Long#MIN_VALUE} where nothing is known. */
    long of(Pin pin) {
        return known.computeIfAbsent(pin, this::bound);
    }

    private long bound(Pin pin) {
        int d = pin.detections()[0];
        return switch (pin.kind()) {
            case SKIP -> proven(pin, List.of(new Price(d, 0, solution.proof().lambda3()[d])));
            case USE -> using(pin, d);
            case APART -> {
                List<Price> prices = apart.get(pin);
                yield prices == null ? Long.MIN_VALUE : proven(pin, prices);
            }
            case TOGETHER -> Long.MIN_VALUE;
        };
    }

    /** The bound is concave in the payment, so it is over once it falls. */
    private long using(Pin pin, int d) {
        Proof proof = solution.proof();
        long best = Long.MIN_VALUE;
        for (double payment : PAYMENTS) {
            long price =
                    Math.subtractExact(proof.lambda1()[d], Math.round(Math.scalb(payment * 1e6, proof.scaleBits())));
            long bound = proven(pin, List.of(new Price(d, price, proof.lambda3()[d])));
            if (bound < best) {
                return best;
            }
            best = bound;
        }
        return best;
    }

    private long proven(Pin pin, List<Price> prices) {
        MarginClaim claim = new MarginClaim(List.of(pin), 0, prices, null);
        try {
            return Checker.lowerBound(problem, solution.proof(), claim, limits).lowerBound();
        } catch (ArithmeticException e) {
            // prices that are too large prove nothing
            return Long.MIN_VALUE;
        }
    }
}
