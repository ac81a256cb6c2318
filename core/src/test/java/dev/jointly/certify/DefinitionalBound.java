package dev.jointly.certify;

import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.proof.Proof;
import dev.jointly.proof.Proof.Branch;
import dev.jointly.proof.Proof.Leaf;
import dev.jointly.proof.Proof.Node;
import dev.jointly.proof.Proof.Tree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The bound of a proof word by word as docs/certificate.md has it: every rule is put to every skeleton and every local
 * assignment in the full lists, in every leaf.
 */
final class DefinitionalBound {
    /** Stands for "two leads" among the homes of a detection. */
    private static final Set<Integer> TWO_HOMES = Set.of(-1, -2);

    private final Problem problem;
    private final Enumeration truth;
    private final Proof proof;
    private final List<Region> regions = new ArrayList<>();

    /** One way to answer a question. */
    private record Answer(Decision decision, boolean in) {}

    /** A tree with its leaves, or the detections in no tree as one leaf without answers. */
    private static final class Region {
        final Set<Integer> detections;
        final List<End> ends = new ArrayList<>();

        Region(int[] detections) {
            this.detections = new HashSet<>(boxed(detections));
        }
    }

    /** A leaf and the way to it. */
    private final class End {
        final List<Integer> detections;
        final Leaf leaf;
        final List<Decision> in = new ArrayList<>();
        final List<Decision> out = new ArrayList<>();

        End(int[] detections, Leaf leaf, List<Answer> path) {
            this.detections = boxed(detections);
            this.leaf = leaf;
            path.forEach(answer -> (answer.in() ? in : out).add(answer.decision()));
        }

        long price(long[] lambda, int d) {
            return Math.multiplyExact(lambda[detections.indexOf(d)], 1L << leaf.shift());
        }

        long inSkeleton(int d) {
            return price(leaf.lambda1(), d) - price(leaf.lambda3(), d);
        }

        long asLocal(int d) {
            return price(leaf.lambda1(), d) + price(leaf.lambda2(), d);
        }

        /** Leads in whose skeleton d is, by the answers. */
        Set<Integer> leads(int d) {
            Set<Integer> leads = new HashSet<>();
            for (Decision a : in) {
                if (a.kind() == Kind.JOIN && (a.holder() == d || a.detection() == d)) {
                    leads.add(a.holder());
                }
            }
            return leads;
        }

        Set<Integer> hosts(int d) {
            Set<Integer> hosts = new HashSet<>();
            for (Decision a : in) {
                if (a.kind() == Kind.LOCAL && a.detection() == d) {
                    hosts.add(a.holder());
                }
            }
            return hosts;
        }

        boolean isHost(int m) {
            return in.stream().anyMatch(a -> a.kind() == Kind.LOCAL && a.holder() == m);
        }

        Set<Integer> homes(int d) {
            Set<Integer> homes = leads(d);
            Set<Integer> hosts = hosts(d);
            hosts.forEach(m -> homes.addAll(leads(m)));
            return hosts.size() > 1 ? TWO_HOMES : homes;
        }

        boolean required(int d) {
            boolean pinned = false;
            for (Pin pin : problem.pins()) {
                pinned |= pin instanceof Pin.Use p && p.detection() == d;
                pinned |= pin instanceof Pin.Together p && (p.a() == d || p.b() == d);
            }
            return pinned || !leads(d).isEmpty() || !hosts(d).isEmpty() || isHost(d);
        }

        boolean allowsSkeleton(int lead, Collection<Integer> skeleton) {
            for (Decision a : out) {
                if (a.kind() == Kind.JOIN && a.holder() == lead && skeleton.contains(a.detection())) {
                    return false;
                }
            }
            for (int e : skeleton) {
                if (leads(e).stream().anyMatch(n -> n != lead) || !hosts(e).isEmpty()) {
                    return false;
                }
                for (Decision a : in) {
                    if (a.kind() == Kind.JOIN
                            && a.holder() == lead
                            && a.detection() != e
                            && problem.part(a.detection()) == problem.part(e)) {
                        return false;
                    }
                }
            }
            return allowsPose(Set.of(lead), skeleton);
        }

        boolean allowsLocals(int m, Collection<Integer> locals) {
            for (Decision a : out) {
                if (a.kind() == Kind.LOCAL && a.holder() == m && locals.contains(a.detection())) {
                    return false;
                }
            }
            for (int e : locals) {
                if (!leads(e).isEmpty() || isHost(e) || hosts(e).stream().anyMatch(other -> other != m)) {
                    return false;
                }
            }
            Set<Integer> all = new HashSet<>(locals);
            all.add(m);
            return hosts(m).isEmpty() && noneSkipped(all) && allowsPose(homes(m), locals);
        }

        /** Whether these may be in the pose of this lead, if it is known; skipped ones and apart ones are in none. */
        private boolean allowsPose(Set<Integer> lead, Collection<Integer> members) {
            for (Pin pin : problem.pins()) {
                if (pin instanceof Pin.Together p) {
                    if ((members.contains(p.a()) && differ(homes(p.b()), lead))
                            || (members.contains(p.b()) && differ(homes(p.a()), lead))) {
                        return false;
                    }
                } else if (pin instanceof Pin.Apart p) {
                    if ((members.contains(p.a()) && same(homes(p.b()), lead))
                            || (members.contains(p.b()) && same(homes(p.a()), lead))) {
                        return false;
                    }
                }
            }
            return noneSkipped(members);
        }

        private boolean noneSkipped(Collection<Integer> members) {
            return problem.pins().stream()
                    .noneMatch(pin -> pin instanceof Pin.Skip p && members.contains(p.detection()));
        }
    }

    DefinitionalBound(Problem problem, Enumeration truth, Proof proof) {
        this.problem = problem;
        this.truth = truth;
        this.proof = proof;
        Set<Integer> rest = new HashSet<>();
        for (int d = 0; d < problem.size(); d++) {
            rest.add(d);
        }
        for (Tree tree : proof.trees()) {
            Region region = new Region(tree.detections());
            collect(region, tree.detections(), tree.root(), List.of());
            regions.add(region);
            rest.removeAll(region.detections);
        }
        int[] outside = rest.stream().mapToInt(d -> d).sorted().toArray();
        Region region = new Region(outside);
        if (baseFits()) {
            region.ends.add(new End(
                    outside,
                    new Leaf(
                            0,
                            at(proof.lambda1(), outside),
                            at(proof.lambda2(), outside),
                            at(proof.lambda3(), outside)),
                    List.of()));
        }
        regions.add(region);
    }

    private void collect(Region region, int[] detections, Node node, List<Answer> path) {
        if (node instanceof Leaf leaf) {
            region.ends.add(new End(detections, leaf, path));
        } else if (node instanceof Branch branch) {
            collect(region, detections, branch.in(), and(path, new Answer(branch.decision(), true)));
            collect(region, detections, branch.out(), and(path, new Answer(branch.decision(), false)));
        }
    }

    /** Whether the proof is one at all. */
    boolean wellFormed() {
        Set<Integer> seen = new HashSet<>();
        for (int j = 0; j < proof.trees().size(); j++) {
            int[] detections = proof.trees().get(j).detections();
            for (int i = 0; i < detections.length; i++) {
                boolean inRange = detections[i] >= 0 && detections[i] < problem.size();
                if (!inRange || !seen.add(detections[i]) || (i > 0 && detections[i] < detections[i - 1])) {
                    return false;
                }
            }
            for (End end : regions.get(j).ends) {
                if (!fits(end)
                        || !end.in.stream().allMatch(a -> fits(a, regionOf(end)))
                        || !end.out.stream().allMatch(a -> fits(a, regionOf(end)))) {
                    return false;
                }
            }
        }
        return baseFits() && proof.scaleBits() >= 0 && proof.scaleBits() <= 40;
    }

    private static Set<Integer> regionOf(End end) {
        return new HashSet<>(end.detections);
    }

    private boolean baseFits() {
        int[] all = new int[problem.size()];
        for (int d = 0; d < all.length; d++) {
            all[d] = d;
        }
        return fits(new End(all, new Leaf(0, proof.lambda1(), proof.lambda2(), proof.lambda3()), List.of()));
    }

    private boolean fits(End end) {
        Leaf leaf = end.leaf;
        int size = end.detections.size();
        boolean fits = leaf.shift() >= 0
                && leaf.shift() <= 62
                && leaf.lambda1().length == size
                && leaf.lambda2().length == size
                && leaf.lambda3().length == size;
        for (int i = 0; fits && i < size; i++) {
            fits = leaf.lambda2()[i] >= 0
                    && leaf.lambda3()[i] >= 0
                    && (leaf.lambda1()[i] >= 0 || end.required(end.detections.get(i)));
        }
        return fits;
    }

    private boolean fits(Decision a, Set<Integer> detections) {
        if (!detections.contains(a.holder()) || !detections.contains(a.detection())) {
            return false;
        }
        return a.kind() == Kind.JOIN
                ? problem.anatomy().isMajor(problem.part(a.holder()))
                : a.holder() != a.detection() && problem.part(a.holder()) == problem.part(a.detection());
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

    private long share(Region region, End end) {
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
                    cost += within(region, e) ? end.inSkeleton(e) : least(elsewhere(e, true), a -> a.inSkeleton(e));
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
                long cost = (l.cost() << proof.scaleBits())
                        + end.price(end.leaf.lambda2(), m)
                        + end.price(end.leaf.lambda3(), m);
                for (int e : locals) {
                    cost += within(region, e) ? end.asLocal(e) : least(elsewhere(e, false), a -> a.asLocal(e));
                }
                host[m] = Math.min(host[m], cost);
            }
        }
        long share = 0;
        for (int d : region.detections) {
            share += lead[d] + host[d] - end.asLocal(d);
        }
        return share;
    }

    private static boolean within(Region region, int e) {
        return region.detections.contains(e);
    }

    private static long least(List<End> ends, ToLongFunction<End> price) {
        return ends.stream().mapToLong(price).min().orElseThrow();
    }

    /** Leaves of e's own tree in which it may belong to somebody outside: in a skeleton, or as a local detection. */
    private List<End> elsewhere(int e, boolean inSkeleton) {
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

    private static boolean differ(Set<Integer> a, Set<Integer> b) {
        return !a.isEmpty() && !b.isEmpty() && !same(a, b);
    }

    private static boolean same(Set<Integer> a, Set<Integer> b) {
        return a.size() == 1 && a.equals(b);
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
