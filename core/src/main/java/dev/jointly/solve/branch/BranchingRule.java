package dev.jointly.solve.branch;

import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.term.Column;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Skeleton;
import dev.jointly.solve.term.StrongBranchingOracle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the decision to branch on. First, one that settles a pin the point does not keep. Then "d is in the skeleton of n"
 * where the point has a fractional value; when all of these are integral, so are the skeletons. Then "d is local to m",
 * likewise. At last, any that is still open: an integral point that keeps the pins needs none, but an engine's may be not
 * quite what it seems.
 *
 * <p>Among fractional memberships strong branching decides. Its scores are kept for all nodes of a component.
 */
public final class BranchingRule {
    /** Smaller increases of an LP count as this. On the 88 shared problems, 1e-2 changes nothing. */
    private static final double MIN_RISE = 1e-4;

    private final Costs costs;
    private final PinConstraints pins;
    private final int candidates;
    private final Map<Decision, Double> scores = new HashMap<>();

    public BranchingRule(Costs costs, PinConstraints pins, SolveOptions options) {
        this.costs = costs;
        this.pins = pins;
        candidates = options.count(SolveOption.BRANCHING_CANDIDATES);
    }

    /**
     * The next decision, or null where all that matter are taken.
     *
     * @param known the decisions taken so far
     */
    public @Nullable Decision next(Restriction known, PrimalPoint point, StrongBranchingOracle master) {
        Memberships memberships = new Memberships(costs, known, point);
        Decision next = memberships.settling(pins).orElse(null);
        if (next == null) {
            next = strongBranching(memberships.fractional(Kind.JOIN), master);
        }
        if (next == null) {
            List<Decision> local = memberships.fractional(Kind.LOCAL);
            next = local.isEmpty() ? memberships.anyOpen() : memberships.placingHost(local.get(0));
        }
        return next;
    }

    /** A decision on detections that the point joins although a pin keeps them apart; null where there are none. */
    public @Nullable Decision parting(Restriction known, PrimalPoint point) {
        return pins.apart().isEmpty()
                ? null
                : new Memberships(costs, known, point).parting(pins).orElse(null);
    }

    /** The next decision of a dive, likely to be right "in": of the fractional ones, the one nearest to 1. */
    public @Nullable Decision diving(Restriction known, PrimalPoint point) {
        Memberships memberships = new Memberships(costs, known, point);
        Decision next = memberships.settling(pins).orElse(null);
        if (next == null) {
            next = memberships.largest(Kind.JOIN);
        }
        if (next == null) {
            Decision local = memberships.largest(Kind.LOCAL);
            next = local == null ? null : memberships.placingHost(local);
        }
        return next;
    }

    /** Of the most fractional ones, the decision both of whose branches raise the LP most. */
    private @Nullable Decision strongBranching(List<Decision> decisions, StrongBranchingOracle master) {
        if (decisions.size() < 2) {
            return decisions.isEmpty() ? null : decisions.get(0);
        }
        double now = Double.NaN;
        Decision best = decisions.get(0);
        double most = Double.NEGATIVE_INFINITY;
        int tried = 0;
        for (Decision decision : decisions) {
            Double score = scores.get(decision);
            if (score == null && tried < candidates) {
                if (tried++ == 0) {
                    now = master.objective(column -> false);
                }
                score = score(decision, master, now);
                scores.put(decision, score);
            }
            if (score != null && score > most) {
                most = score;
                best = decision;
            }
        }
        return best;
    }

    private double score(Decision decision, StrongBranchingOracle master, double now) {
        int n = decision.holder();
        int d = decision.detection();
        double out = master.objective(column -> isLedBy(n, column) && has(column, d)) - now;
        double in = master.objective(column -> isLedBy(n, column) ? !has(column, d) : has(column, d) || has(column, n))
                - now;
        return rise(in) * rise(out);
    }

    private boolean isLedBy(int n, Column column) {
        return column instanceof Skeleton && costs.lead(column.used()) == n;
    }

    /** At least the least rise, so that the other branch still counts; also where the engine has no estimate. */
    private double rise(double rise) {
        return rise > MIN_RISE ? rise : MIN_RISE;
    }

    private static boolean has(Column column, int d) {
        for (int other : column.used()) {
            if (other == d) {
                return true;
            }
        }
        return false;
    }
}
