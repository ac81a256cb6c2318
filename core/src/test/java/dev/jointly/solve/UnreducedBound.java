package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.proof.Proof;
import dev.jointly.solve.branch.BranchingDecision;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.branch.Restriction;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a proof proves, by the solver's pricing over everything the format allows: for scenes too large to list, and
 * sharing nothing with the checker. Without pins.
 */
final class UnreducedBound {
    /** A price that keeps a detection out of everything. */
    private static final long NEVER = 1L << 54;

    private final Problem problem;
    private final Grid grid;
    private final Candidates all;
    private final Proof proof;
    private final List<Leaf> leaves = new ArrayList<>();
    private final DualPoint outside;

    /** A leaf and the way to it; all detections in no tree are the one leaf of tree -1. */
    private record Leaf(int tree, BitSet detections, List<BranchingDecision> path, long[] lambda1, long[] lambda3) {
        /** Whether d is claimed or local to another. */
        boolean placed(int d) {
            return path.stream()
                    .anyMatch(a -> a.in()
                            && (a.decision().detection() == d
                                    || (a.decision().holder() == d
                                            && a.decision().kind() == Kind.JOIN)));
        }

        boolean hosts(int d) {
            return path.stream()
                    .anyMatch(a -> a.in()
                            && a.decision().kind() == Kind.LOCAL
                            && a.decision().holder() == d);
        }
    }

    private UnreducedBound(Problem problem, Proof proof) {
        this.problem = problem;
        this.proof = proof;
        grid = Grid.of(problem, proof.scaleBits());
        assertThat(grid.bits()).isEqualTo(proof.scaleBits());
        all = Reduction.none(new Costs(problem, grid));
        BitSet rest = new BitSet();
        rest.set(0, problem.size());
        for (int j = 0; j < proof.trees().size(); j++) {
            BitSet detections = new BitSet();
            for (int d : proof.trees().get(j).detections()) {
                detections.set(d);
                rest.clear(d);
            }
            collect(j, detections, 0, List.of());
        }
        leaves.add(new Leaf(-1, rest, List.of(), proof.lambda1(), proof.lambda3()));
        outside = mostOptimistic();
    }

    /**
     * In micro-units, of a well-formed proof. Nothing where answers contradict each other: solver and checker need not
     * rule out the same then.
     */
    static OptionalLong of(Problem problem, Proof proof) {
        UnreducedBound bound = new UnreducedBound(problem, proof);
        return bound.leaves.stream().anyMatch(UnreducedBound::contradictory)
                ? OptionalLong.empty()
                : OptionalLong.of(bound.total());
    }

    /** Whether every price that is negative may be. */
    static boolean signsHold(Problem problem, Proof proof) {
        return new UnreducedBound(problem, proof).leaves.stream().allMatch(leaf -> leaf.detections().stream()
                .allMatch(d -> leaf.lambda3()[d] >= 0 && (leaf.lambda1()[d] >= 0 || leaf.placed(d) || leaf.hosts(d))));
    }

    private void collect(int tree, BitSet detections, int at, List<BranchingDecision> path) {
        Proof.Node node = proof.trees().get(tree).nodes().get(at);
        if (node instanceof Proof.Branch branch) {
            collect(tree, detections, branch.in(), and(path, new BranchingDecision(branch.decision(), true)));
            collect(tree, detections, branch.out(), and(path, new BranchingDecision(branch.decision(), false)));
        } else if (node instanceof Proof.Leaf leaf) {
            int[] order = proof.trees().get(tree).detections();
            leaves.add(new Leaf(
                    tree,
                    detections,
                    path,
                    spread(leaf.lambda1(), leaf.shift(), order),
                    spread(leaf.lambda3(), leaf.shift(), order)));
        }
    }

    private static List<BranchingDecision> and(List<BranchingDecision> path, BranchingDecision answer) {
        List<BranchingDecision> longer = new ArrayList<>(path);
        longer.add(answer);
        return longer;
    }

    private long[] spread(long[] prices, int shift, int[] order) {
        long[] all = new long[problem.size()];
        for (int i = 0; i < order.length; i++) {
            all[order[i]] = Math.multiplyExact(prices[i], 1L << shift);
        }
        return all;
    }

    private static boolean contradictory(Leaf leaf) {
        Map<Integer, Integer> lead = new HashMap<>();
        Map<Integer, Integer> host = new HashMap<>();
        Set<Integer> hosting = new HashSet<>();
        boolean twice = false;
        for (BranchingDecision answer : leaf.path()) {
            int holder = answer.decision().holder();
            int d = answer.decision().detection();
            twice |= leaf.path().contains(new BranchingDecision(answer.decision(), !answer.in()));
            if (answer.in() && answer.decision().kind() == Kind.JOIN) {
                twice |= differs(lead.put(holder, holder), holder);
                twice |= differs(lead.put(d, holder), holder);
            } else if (answer.in()) {
                twice |= differs(host.put(d, holder), holder);
                hosting.add(holder);
            }
        }
        return twice || host.keySet().stream().anyMatch(d -> lead.containsKey(d) || hosting.contains(d));
    }

    private static boolean differs(@Nullable Integer before, int now) {
        return before != null && before != now;
    }

    private DualPoint mostOptimistic() {
        int size = problem.size();
        long[] inSkeleton = new long[size];
        long[] asLocal = new long[size];
        Arrays.fill(inSkeleton, NEVER);
        Arrays.fill(asLocal, NEVER);
        for (Leaf leaf : leaves) {
            leaf.detections().stream().filter(d -> !leaf.placed(d)).forEach(d -> {
                inSkeleton[d] = Math.min(inSkeleton[d], leaf.lambda1()[d] - leaf.lambda3()[d]);
                if (!leaf.hosts(d)) {
                    asLocal[d] = Math.min(asLocal[d], leaf.lambda1()[d]);
                }
            });
        }
        long[] lambda3 = new long[size];
        Arrays.setAll(lambda3, d -> asLocal[d] - inSkeleton[d]);
        return new DualPoint(proof.scaleBits(), asLocal, lambda3);
    }

    private long total() {
        long sum = 0;
        for (int tree = -1; tree < proof.trees().size(); tree++) {
            long least = Long.MAX_VALUE;
            for (Leaf leaf : leaves) {
                least = leaf.tree() == tree ? Math.min(least, share(leaf)) : least;
            }
            sum = Math.addExact(sum, least);
        }
        return grid.ceilMicro(sum);
    }

    private long share(Leaf leaf) {
        Candidates left = new Restriction(all, new PinConstraints(List.of()), leaf.path()).candidates(0);
        BitSet own = leaf.detections();
        DualPoint dual = outside.copy();
        long elsewhere = 0;
        for (int d = 0; d < problem.size(); d++) {
            if (own.get(d)) {
                dual.lambda1()[d] = leaf.lambda1()[d];
                dual.lambda3()[d] = leaf.lambda3()[d];
            } else {
                elsewhere += dual.lambda1()[d];
            }
        }
        Candidates ours = left.restrictedTo(
                Arrays.stream(left.leads()).filter(own::get).toArray(),
                Arrays.stream(left.hosts()).filter(own::get).toArray());
        return new Pricer(ours).price(dual, 1).bound() + elsewhere;
    }
}
