package dev.jointly.solve.branch;

import dev.jointly.proof.Decision;
import dev.jointly.solve.price.LocalPricer;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Region;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What a path of answers means for the candidates. An answer "out" takes a detection off a list. An answer "in" takes it
 * off all other lists, and rewards its use: no solution that declines the reward can be the better one that is sought, so
 * no row, no dual and no change to the dynamic program are needed to require it.
 */
public final class Restriction {
    private static final int NOBODY = -1;

    private final Candidates whole;
    private final Costs costs;
    private final PinConstraints pins;
    /** By detection: the lead whose skeleton must have it, or NOBODY. */
    private final int[] claimedBy;
    /** By detection: the host it must be local to, or NOBODY. */
    private final int[] localTo;
    /** By detection: the lead whose pose it is known to be in, or NOBODY. */
    private final int[] home;

    private final BitSet hosting = new BitSet();
    private final List<BranchingDecision> answers;
    private final BooleanSupplier stopped;

    public Restriction(Candidates whole, PinConstraints pins, List<BranchingDecision> answers) {
        this(whole, pins, answers, () -> false);
    }

    /** @param stopped when to be content with weaker bounds */
    public Restriction(
            Candidates whole, PinConstraints pins, List<BranchingDecision> answers, BooleanSupplier stopped) {
        this.whole = whole;
        this.costs = whole.costs();
        this.pins = pins;
        this.answers = answers;
        this.stopped = stopped;
        claimedBy = nobody();
        localTo = nobody();
        home = nobody();
        for (BranchingDecision answer : answers) {
            Decision decision = answer.decision();
            if (!answer.in()) {
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
    }

    private int[] nobody() {
        int[] all = new int[costs.size()];
        Arrays.fill(all, NOBODY);
        return all;
    }

    /** Whether nothing is restricted: the root. */
    public boolean none() {
        return answers.isEmpty();
    }

    /** Whether the place of a detection is decided: in whose skeleton it is, or local to whom. */
    boolean placed(int d) {
        return claimedBy[d] >= 0 || localTo[d] >= 0;
    }

    /** The region, where nothing outside has what is placed inside. */
    public Region restrict(Region region) {
        return answers.isEmpty() ? region : region.settled(this::placed);
    }

    /** The lead whose pose a detection is known to be in, or negative. */
    int home(int d) {
        return home[d];
    }

    /** What is left of the candidates; the use of what is claimed is rewarded with so many micro-units each. */
    public Candidates candidates(long reward) {
        int[] claimed = IntStream.range(0, costs.size())
                .filter(d -> placed(d) || hosting.get(d))
                .toArray();
        Costs rewarding = costs.rewarding(claimed, reward);
        int[][][] joins = new int[costs.size()][][];
        for (int n : whole.leads()) {
            if (mayJoin(n, n)) {
                joins[n] = new int[costs.parts()][];
                for (int q = 0; q < costs.parts(); q++) {
                    int lead = n;
                    int[] part = costs.ofPart(q);
                    joins[n][q] = filtered(whole.joins(n, q), slot -> mayJoin(lead, part[slot]));
                }
            }
        }
        int[][] locals = new int[costs.size()][];
        Arrays.setAll(locals, whole::locals);
        for (int m : whole.hosts()) {
            locals[m] = filtered(whole.locals(m), d -> mayHost(m, d));
        }
        for (BranchingDecision answer : answers) {
            drop(answer, joins, locals);
        }
        int[] leads = filtered(whole.leads(), n -> joins[n] != null);
        int[] hosts = filtered(whole.hosts(), m -> locals[m].length > 0);
        long[] delta = new long[costs.size()];
        Arrays.setAll(delta, whole::delta);
        LocalPricer pricer = LocalPricer.rough(new Candidates(rewarding, leads, joins, hosts, locals, delta), stopped);
        long[] free = new long[costs.size()];
        for (int m : whole.hosts()) {
            if (locals[m].length < whole.locals(m).length || anyOf(locals[m], claimed)) {
                delta[m] = locals[m].length == 0 ? 0 : pricer.price(m, free, 0);
            }
        }
        return new Candidates(rewarding, leads, joins, hosts, locals, delta);
    }

    /** An answer "out" drops one entry; an answer "in" all others of the same part. */
    private void drop(BranchingDecision answer, int[][][] joins, int[][] locals) {
        int holder = answer.decision().holder();
        int d = answer.decision().detection();
        if (answer.decision().kind() == Decision.Kind.LOCAL) {
            if (!answer.in()) {
                locals[holder] = filtered(locals[holder], other -> other != d);
            }
        } else if (joins[holder] != null) {
            int q = costs.part(d);
            if (d != holder) {
                joins[holder][q] = filtered(joins[holder][q], slot -> answer.in() == (slot == costs.slot(d)));
            } else if (!answer.in()) {
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
        for (int other : pins.together(d)) {
            if (knownElsewhere(other, n)) {
                return false;
            }
        }
        for (int other : pins.apart(d)) {
            if (home[other] == n) {
                return false;
            }
        }
        return true;
    }

    private static boolean anyOf(int[] list, int[] sorted) {
        return sorted.length > 0 && Arrays.stream(list).anyMatch(d -> Arrays.binarySearch(sorted, d) >= 0);
    }

    private boolean knownElsewhere(int d, int n) {
        return home[d] >= 0 && home[d] != n;
    }

    private static int[] filtered(int[] list, IntPredicate wanted) {
        return Arrays.stream(list).filter(wanted).toArray();
    }
}
