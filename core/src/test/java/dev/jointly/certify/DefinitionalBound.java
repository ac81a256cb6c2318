package dev.jointly.certify;

import dev.jointly.certify.DefinitionalLeaf.Answer;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.proof.Proof.Branch;
import dev.jointly.proof.Proof.Cut;
import dev.jointly.proof.Proof.Leaf;
import dev.jointly.proof.Proof.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * The bound of a proof word by word as docs/certificate.md has it: every rule is put to every skeleton and every local
 * assignment in the full lists, in every leaf.
 */
final class DefinitionalBound {
    private final Problem problem;
    private final Enumeration truth;
    private final Proof proof;
    private final List<Region> regions = new ArrayList<>();
    private final boolean trees;

    /** A tree with its leaves, or the detections in no tree as one leaf without answers. */
    private static final class Region {
        final Set<Integer> detections;
        final List<Cut> cuts;
        final List<DefinitionalLeaf> ends = new ArrayList<>();

        Region(int[] detections, List<Cut> cuts) {
            this.detections = new HashSet<>(boxed(detections));
            this.cuts = cuts;
        }
    }

    DefinitionalBound(Problem problem, Enumeration truth, Proof proof) {
        this.problem = problem;
        this.truth = truth;
        this.proof = proof;
        trees = proof.trees().stream().allMatch(DefinitionalBound::isTree);
        Set<Integer> rest = new HashSet<>();
        for (int d = 0; d < problem.size(); d++) {
            rest.add(d);
        }
        for (int j = 0; j < proof.trees().size(); j++) {
            Tree tree = proof.trees().get(j);
            Region region = new Region(tree.detections(), tree.cuts());
            if (trees) {
                collect(region, tree, 0, List.of());
            }
            regions.add(region);
            rest.removeAll(region.detections);
        }
        int[] outside = rest.stream().mapToInt(d -> d).sorted().toArray();
        Region region = new Region(outside, List.of());
        if (baseFits()) {
            Leaf base = new Leaf(0, at(proof.lambda1(), outside), at(proof.lambda3(), outside));
            region.ends.add(end(outside, base, List.of()));
        }
        regions.add(region);
    }

    private DefinitionalLeaf end(int[] detections, Leaf leaf, List<Answer> path) {
        return new DefinitionalLeaf(problem, boxed(detections), leaf, path);
    }

    /** Whether all nodes but the first are named exactly once, each by a branch before it. */
    private static boolean isTree(Tree tree) {
        List<Integer> named = new ArrayList<>();
        for (int i = 0; i < tree.nodes().size(); i++) {
            if (tree.nodes().get(i) instanceof Branch branch) {
                if (branch.in() <= i || branch.out() <= i) {
                    return false;
                }
                named.add(branch.in());
                named.add(branch.out());
            }
        }
        Collections.sort(named);
        return named.equals(IntStream.range(1, tree.nodes().size()).boxed().toList())
                && !tree.nodes().isEmpty();
    }

    private void collect(Region region, Tree tree, int at, List<Answer> path) {
        if (tree.nodes().get(at) instanceof Leaf leaf) {
            region.ends.add(end(tree.detections(), leaf, path));
        } else if (tree.nodes().get(at) instanceof Branch branch) {
            collect(region, tree, branch.in(), and(path, new Answer(branch.decision(), true)));
            collect(region, tree, branch.out(), and(path, new Answer(branch.decision(), false)));
        }
    }

    private static List<Integer> detections(Cut cut) {
        List<Integer> all = boxed(cut.use());
        all.addAll(boxed(cut.host()));
        return all;
    }

    /** Whether cuts are such as a list may have, each of them inside this set. */
    private static boolean fit(List<Cut> cuts, Set<Integer> home) {
        Set<List<Integer>> seen = new HashSet<>();
        for (Cut cut : cuts) {
            List<Integer> key = boxed(cut.use());
            key.add(-1);
            key.addAll(boxed(cut.host()));
            boolean ascending = Arrays.equals(
                            cut.use(),
                            Arrays.stream(cut.use()).sorted().distinct().toArray())
                    && Arrays.equals(
                            cut.host(),
                            Arrays.stream(cut.host()).sorted().distinct().toArray());
            boolean inside = home.containsAll(detections(cut));
            if (!ascending || !inside || cut.use().length % 2 != 1 || !seen.add(key)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the proof is one at all. */
    boolean wellFormed() {
        for (int j = 0; j < proof.trees().size(); j++) {
            Region region = regions.get(j);
            if (!fit(region.cuts, region.detections)
                    || region.ends.stream().anyMatch(end -> !end.prices(region.cuts))) {
                return false;
            }
        }
        Set<Integer> seen = new HashSet<>();
        for (int j = 0; j < proof.trees().size(); j++) {
            int[] detections = proof.trees().get(j).detections();
            for (int i = 0; i < detections.length; i++) {
                boolean inRange = detections[i] >= 0 && detections[i] < problem.size();
                if (!inRange || !seen.add(detections[i]) || (i > 0 && detections[i] < detections[i - 1])) {
                    return false;
                }
            }
            for (DefinitionalLeaf end : regions.get(j).ends) {
                if (!end.fits()) {
                    return false;
                }
            }
        }
        return trees && baseFits() && proof.scaleBits() >= 0 && proof.scaleBits() <= 40;
    }

    private boolean baseFits() {
        int[] all = new int[problem.size()];
        for (int d = 0; d < all.length; d++) {
            all[d] = d;
        }
        return end(all, new Leaf(0, proof.lambda1(), proof.lambda3()), List.of())
                .fits();
    }

    /** Shares of the leaves of each tree, and last that of the detections in no tree, in the proof's units. */
    List<List<Long>> shares() {
        return regions.stream()
                .map(region ->
                        region.ends.stream().map(end -> share(region, end)).toList())
                .toList();
    }

    /** What is proven, in micro-units. */
    long lowerBound() {
        long sum = 0;
        for (List<Long> leaves : shares()) {
            sum = Math.addExact(sum, leaves.stream().mapToLong(s -> s).min().orElseThrow());
        }
        long unit = 1L << proof.scaleBits();
        return Math.floorDiv(sum, unit) + (Math.floorMod(sum, unit) == 0 ? 0 : 1);
    }

    private long share(Region region, DefinitionalLeaf end) {
        long[] lead = new long[problem.size()];
        long[] host = new long[problem.size()];
        for (Enumeration.Term g : truth.skeletons) {
            List<Integer> members = Enumeration.members(g.set());
            if (region.detections.contains(g.global())
                    && end.allowsSkeleton(g.global(), members)
                    && noneApart(members)
                    && members.stream()
                            .allMatch(e ->
                                    within(region, e) || !elsewhere(e, true).isEmpty())) {
                long cost = g.cost() << proof.scaleBits();
                for (int e : members) {
                    cost += within(region, e)
                            ? end.inSkeleton(e)
                            : least(elsewhere(e, true), a -> a.inSkeleton(e) - discount(e, a));
                }
                for (int t = 0; t < region.cuts.size(); t++) {
                    Cut cut = region.cuts.get(t);
                    cost += end.sigma(t) * Math.floorDiv(count(members, cut.use()) - count(members, cut.host()), 2);
                }
                lead[g.global()] = Math.min(lead[g.global()], cost);
            }
        }
        for (Enumeration.Term l : truth.locals) {
            List<Integer> locals = Enumeration.members(l.set());
            int m = l.global();
            if (region.detections.contains(m)
                    && end.allowsLocals(m, locals)
                    && noneApart(Enumeration.members(l.set() | 1 << m))
                    && locals.stream()
                            .allMatch(e ->
                                    within(region, e) || !elsewhere(e, false).isEmpty())) {
                long cost = (l.cost() << proof.scaleBits()) + end.asHost(m);
                for (int e : locals) {
                    cost += within(region, e) ? end.asLocal(e) : least(elsewhere(e, false), a -> a.asLocal(e));
                }
                for (int t = 0; t < region.cuts.size(); t++) {
                    Cut cut = region.cuts.get(t);
                    cost += end.sigma(t) * Math.floorDiv(count(locals, cut.use()) + count(List.of(m), cut.host()), 2);
                }
                host[m] = Math.min(host[m], cost);
            }
        }
        long share = 0;
        for (int d : region.detections) {
            share += lead[d] + host[d] - end.asLocal(d);
        }
        for (int t = 0; t < region.cuts.size(); t++) {
            share -= end.sigma(t) * ((region.cuts.get(t).use().length - 1) / 2);
        }
        return share;
    }

    private static int count(Collection<Integer> members, int[] set) {
        return (int) Arrays.stream(set).filter(members::contains).count();
    }

    /** Of e in a leaf of another tree: sigma of the cuts with e in "host" and not in "use". */
    private long discount(int e, DefinitionalLeaf end) {
        long discount = 0;
        for (Region region : regions) {
            for (int t = 0; region.ends.contains(end) && t < region.cuts.size(); t++) {
                Cut cut = region.cuts.get(t);
                if (count(List.of(e), cut.host()) == 1 && count(List.of(e), cut.use()) == 0) {
                    discount += end.sigma(t);
                }
            }
        }
        return discount;
    }

    private static boolean within(Region region, int e) {
        return region.detections.contains(e);
    }

    private static long least(List<DefinitionalLeaf> ends, ToLongFunction<DefinitionalLeaf> price) {
        return ends.stream().mapToLong(price).min().orElseThrow();
    }

    /** Leaves of e's own tree in which it may belong to somebody outside: in a skeleton, or as a local detection. */
    private List<DefinitionalLeaf> elsewhere(int e, boolean inSkeleton) {
        for (Region region : regions) {
            if (region.detections.contains(e)) {
                return region.ends.stream()
                        .filter(end ->
                                end.leads(e).isEmpty() && end.hosts(e).isEmpty() && (inSkeleton || !end.isHost(e)))
                        .toList();
            }
        }
        throw new AssertionError("every detection is in a tree or in the rest");
    }

    /** Two that are to be apart are a forbidden pair, if they may pair. */
    private boolean noneApart(Collection<Integer> members) {
        return problem.pins().stream()
                .noneMatch(pin -> pin instanceof Pin.Apart p
                        && p.a() != p.b()
                        && members.contains(p.a())
                        && members.contains(p.b())
                        && problem.anatomy().mayPair(problem.part(p.a()), problem.part(p.b())));
    }

    private static List<Answer> and(List<Answer> path, Answer answer) {
        List<Answer> longer = new ArrayList<>(path);
        longer.add(answer);
        return longer;
    }

    private static List<Integer> boxed(int[] values) {
        List<Integer> list = new ArrayList<>();
        for (int value : values) {
            list.add(value);
        }
        return list;
    }

    private static long[] at(long[] values, int[] positions) {
        long[] found = new long[positions.length];
        for (int i = 0; i < found.length; i++) {
            found[i] = values[positions[i]];
        }
        return found;
    }
}
