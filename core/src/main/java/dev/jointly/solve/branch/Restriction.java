package dev.jointly.solve.branch;

import dev.jointly.proof.Decision;
import dev.jointly.solve.price.LocalPricer;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What the branching decisions of a node mean for the candidates. A decision "out" takes a detection off a list. A decision
 * "in" takes it off all other lists and requires its use.
 */
public final class Restriction {
    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    private final Candidates unrestricted;
    private final Costs costs;
    /** By detection: the lead whose skeleton must have it, or NONE. */
    private final int[] claimedBy;
    /** By detection: the host it must be local to, or NONE. */
    private final int[] localTo;
    /** By detection: the lead whose pose it is known to be in, or NONE. */
    private final int[] home;
    /** By detection: the lead whose pose those are known to be in that it must be with, or NONE. */
    private final int[] drawnTo;
    /** By lead: the detections that must be apart from one known to be in its pose. */
    private final Map<Integer, BitSet> barredFrom = new HashMap<>();

    private final BitSet hosting = new BitSet();
    private final List<BranchingDecision> decisions;
    private final BooleanSupplier stopped;

    public Restriction(Candidates unrestricted, PinConstraints pins, List<BranchingDecision> decisions) {
        this(unrestricted, pins, decisions, () -> false);
    }

    /** @param stopped when to be content with weaker bounds */
    public Restriction(
            Candidates unrestricted, PinConstraints pins, List<BranchingDecision> decisions, BooleanSupplier stopped) {
        this.unrestricted = unrestricted;
        this.costs = unrestricted.costs();
        this.decisions = decisions;
        this.stopped = stopped;
        claimedBy = none();
        localTo = none();
        home = none();
        for (BranchingDecision made : decisions) {
            Decision decision = made.decision();
            if (!made.in()) {
                continue;
            }
            if (decision.kind() == Decision.Kind.JOIN) {
                claimedBy[decision.holder()] = decision.holder();
                claimedBy[decision.detection()] = decision.holder();
                home[decision.holder()] = decision.holder();
                home[decision.detection()] = decision.holder();
            } else {
                localTo[decision.detection()] = decision.holder();
                hosting.set(decision.holder());
            }
        }
        for (int d = 0; d < localTo.length; d++) {
            if (localTo[d] >= 0) {
                home[d] = home[localTo[d]];
            }
        }
        drawnTo = none();
        for (int d = 0; d < home.length; d++) {
            int n = home[d];
            if (n >= 0) {
                pins.together(d)
                        .forEach(other -> drawnTo[other] = drawnTo[other] == NONE || drawnTo[other] == n ? n : SEVERAL);
                BitSet barred = barredFrom.computeIfAbsent(n, key -> new BitSet());
                pins.apart(d).forEach(barred::set);
            }
        }
    }

    private int[] none() {
        int[] all = new int[costs.size()];
        Arrays.fill(all, NONE);
        return all;
    }

    /** Whether the place of a detection is decided: in whose skeleton it is, or local to whom. */
    boolean placed(int d) {
        return claimedBy[d] >= 0 || localTo[d] >= 0;
    }

    /** The lead whose pose a detection is known to be in, or negative. */
    int home(int d) {
        return home[d];
    }

    /**
     * What is left of the candidates.
     *
     * @param penalty of leaving a detection unused that a decision requires, a unrestricted number of micro-units on the grid
     */
    public Candidates candidates(long penalty) {
        long[] penalties = new long[costs.size()];
        Arrays.setAll(penalties, d -> Math.max(unrestricted.penalty(d), placed(d) || hosting.get(d) ? penalty : 0));
        int[][][] joins = new int[costs.size()][][];
        for (int n : unrestricted.leads()) {
            if (mayJoin(n, n)) {
                joins[n] = new int[costs.parts()][];
                for (int q = 0; q < costs.parts(); q++) {
                    int lead = n;
                    int[] part = costs.ofPart(q);
                    joins[n][q] = filtered(unrestricted.joins(n, q), slot -> mayJoin(lead, part[slot]));
                }
            }
        }
        int[][] locals = new int[costs.size()][];
        Arrays.setAll(locals, unrestricted::locals);
        for (int m : unrestricted.hosts()) {
            locals[m] = filtered(unrestricted.locals(m), d -> mayHost(m, d));
        }
        for (BranchingDecision made : decisions) {
            drop(made, joins, locals);
        }
        int[] leads = filtered(unrestricted.leads(), n -> joins[n] != null);
        int[] hosts = filtered(unrestricted.hosts(), m -> locals[m].length > 0);
        long[] delta = new long[costs.size()];
        Arrays.setAll(delta, unrestricted::delta);
        Candidates left = new Candidates(costs, leads, joins, hosts, locals, delta, penalties);
        LocalPricer pricer = LocalPricer.rough(left, stopped);
        long[] least = new long[costs.size()];
        Arrays.setAll(least, left::priceFloor);
        for (int m : unrestricted.hosts()) {
            if (locals[m].length < unrestricted.locals(m).length
                    || Arrays.stream(locals[m]).anyMatch(left::required)) {
                delta[m] = locals[m].length == 0 ? 0 : pricer.price(m, least, 0);
            }
        }
        return left;
    }

    /**
     * The same prices without what only the engine's rounding accounts for: each change leaves the bound as it is or raises it.
     * A detection whose place is decided is in columns of one lead or host only, and needs no lambda1 above its floor; nor
     * does one that is in no column. A host that is in no skeleton needs no local assignment.
     *
     * @param left the candidates of this node
     */
    public DualPoint settled(Candidates left, DualPoint prices) {
        BitSet members = PinConstraints.setOf(left.members());
        BitSet inSkeleton =
                PinConstraints.setOf(left.restrictedTo(left.leads(), new int[0]).members());
        DualPoint settled = prices.copy();
        // the prices of others are not this component's to change
        for (int d : unrestricted.members()) {
            if (placed(d) || !members.get(d)) {
                settled.lambda1()[d] = left.priceFloor(d);
            }
            if (!inSkeleton.get(d)) {
                settled.lambda3()[d] = -left.delta(d);
            }
        }
        return settled;
    }

    /**
     * A decision that is not taken yet, on whatever the candidates leave open; null where they leave nothing.
     *
     * @param left the candidates of this node
     */
    public @Nullable Decision anyOpen(Candidates left) {
        for (int n : left.leads()) {
            if (!placed(n)) {
                return new Decision(Decision.Kind.JOIN, n, n);
            }
        }
        for (int n : left.leads()) {
            for (int q = 0; q < costs.parts(); q++) {
                for (int slot : left.joins(n, q)) {
                    if (!placed(costs.ofPart(q)[slot])) {
                        return new Decision(Decision.Kind.JOIN, n, costs.ofPart(q)[slot]);
                    }
                }
            }
        }
        for (int m : left.hosts()) {
            for (int d : left.locals(m)) {
                if (placed(m) && !placed(d)) {
                    return new Decision(Decision.Kind.LOCAL, m, d);
                }
            }
        }
        return null;
    }

    /** A decision "out" drops one entry; a decision "in" all others of the same part. */
    private void drop(BranchingDecision made, int[][][] joins, int[][] locals) {
        int holder = made.decision().holder();
        int d = made.decision().detection();
        if (made.decision().kind() == Decision.Kind.LOCAL) {
            if (!made.in()) {
                locals[holder] = filtered(locals[holder], other -> other != d);
            }
        } else if (joins[holder] != null) {
            int q = costs.part(d);
            if (d != holder) {
                joins[holder][q] = filtered(joins[holder][q], slot -> made.in() == (slot == costs.slot(d)));
            } else if (!made.in()) {
                joins[holder] = null;
            }
        }
    }

    private boolean mayJoin(int n, int d) {
        boolean may = (claimedBy[d] < 0 || claimedBy[d] == n) && localTo[d] < 0;
        return may && agreeable(d, n);
    }

    private boolean mayHost(int m, int d) {
        boolean may = localTo[m] < 0 && claimedBy[d] < 0 && !hosting.get(d) && (localTo[d] < 0 || localTo[d] == m);
        return may && (home[m] < 0 || agreeable(d, home[m]));
    }

    /** Whether pins let d be in the pose of a lead, as far as it is known where others are. */
    private boolean agreeable(int d, int n) {
        BitSet barred = barredFrom.get(n);
        return (drawnTo[d] == NONE || drawnTo[d] == n) && (barred == null || !barred.get(d));
    }

    private static int[] filtered(int[] list, IntPredicate wanted) {
        return Arrays.stream(list).filter(wanted).toArray();
    }
}
