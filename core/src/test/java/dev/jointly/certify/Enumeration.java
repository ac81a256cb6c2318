package dev.jointly.certify;

import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Every skeleton, every local assignment and every pose of a tiny problem, listed one by one: slow, and too simple to
 * share a mistake with the checker.
 */
final class Enumeration {
    /** Detections as a bit set, and the cost in micro-units; global is the lead of a skeleton or a local assignment's m. */
    record Term(int global, int set, long cost) {}

    final List<Term> skeletons = new ArrayList<>();
    final List<Term> locals = new ArrayList<>();
    final List<ClaimedPose> poses = new ArrayList<>();
    private final Map<ClaimedPose, Long> costs = new HashMap<>();
    private final Problem problem;

    Enumeration(Problem problem) {
        this.problem = problem;
        for (int set = 1; set < 1 << problem.size(); set++) {
            addSkeleton(set);
            addLocals(set);
        }
        for (Term skeleton : skeletons) {
            addPoses(skeleton, members(skeleton.set()), 0, skeleton.cost(), new TreeMap<>());
        }
    }

    private void addSkeleton(int set) {
        List<Integer> members = members(set);
        long parts = members.stream().map(problem::part).distinct().count();
        // the first major part has the lowest position
        Integer lead = null;
        for (int d : members) {
            if (problem.anatomy().isMajor(problem.part(d)) && (lead == null || problem.part(d) < problem.part(lead))) {
                lead = d;
            }
        }
        if (lead != null && parts == members.size() && allowed(set)) {
            skeletons.add(new Term(lead, set, problem.poseCost() + thetas(set) + pairs(set)));
        }
    }

    private void addLocals(int set) {
        List<Integer> members = members(set);
        if (members.size() > 1 && members.stream().map(problem::part).distinct().count() == 1 && allowed(set)) {
            for (int m : members) {
                locals.add(new Term(m, set ^ 1 << m, thetas(set ^ 1 << m) + pairs(set)));
            }
        }
    }

    private void addPoses(Term skeleton, List<Integer> hosts, int at, long cost, Map<Integer, List<Integer>> local) {
        if (at == hosts.size()) {
            Map<Integer, Integer> global = new TreeMap<>();
            hosts.forEach(d -> global.put(problem.part(d), d));
            ClaimedPose pose = new ClaimedPose(cost, global, new TreeMap<>(local));
            poses.add(pose);
            costs.put(new ClaimedPose(0, global, pose.local()), cost);
            return;
        }
        addPoses(skeleton, hosts, at + 1, cost, local);
        int m = hosts.get(at);
        for (Term term : locals) {
            if (term.global() == m) {
                local.put(problem.part(m), members(term.set()));
                addPoses(skeleton, hosts, at + 1, cost + term.cost(), local);
                local.remove(problem.part(m));
            }
        }
    }

    /** LB(lambda) term by term, rounded up to micro-units. */
    long lowerBound(Proof c) {
        BigInteger[] lead = zeros();
        BigInteger[] host = zeros();
        for (Term g : skeletons) {
            BigInteger cost = BigInteger.valueOf(g.cost()).shiftLeft(c.scaleBits());
            for (int d : members(g.set())) {
                cost = cost.add(BigInteger.valueOf(c.lambda1()[d])).subtract(BigInteger.valueOf(c.lambda3()[d]));
            }
            lead[g.global()] = lead[g.global()].min(cost);
        }
        for (Term l : locals) {
            BigInteger cost = BigInteger.valueOf(l.cost())
                    .shiftLeft(c.scaleBits())
                    .add(BigInteger.valueOf(c.lambda3()[l.global()]));
            for (int d : members(l.set())) {
                cost = cost.add(BigInteger.valueOf(c.lambda1()[d]));
            }
            host[l.global()] = host[l.global()].min(cost);
        }
        BigInteger bound = BigInteger.ZERO;
        for (int d = 0; d < problem.size(); d++) {
            bound = bound.subtract(BigInteger.valueOf(c.lambda1()[d]))
                    .add(lead[d])
                    .add(host[d]);
        }
        BigInteger unit = BigInteger.ONE.shiftLeft(c.scaleBits());
        BigInteger[] parts = bound.divideAndRemainder(unit);
        return parts[0].longValueExact() + (parts[1].signum() > 0 ? 1 : 0);
    }

    /** A cheapest solution, of which there is one at least where there are no pins. */
    List<ClaimedPose> optimum() {
        return underPins().orElseThrow();
    }

    /** A cheapest set of disjoint poses under the pins, if there is any. */
    Optional<List<ClaimedPose>> underPins() {
        int full = (1 << problem.size()) - 1;
        int required = 0;
        for (Pin pin : problem.pins()) {
            if (pin instanceof Pin.Together p) {
                required |= 1 << p.a() | 1 << p.b();
            } else if (pin instanceof Pin.Use p) {
                required |= 1 << p.detection();
            }
        }
        Map<Integer, ClaimedPose> cheapest = new HashMap<>();
        for (ClaimedPose pose : poses) {
            if (honoursPins(set(pose))) {
                cheapest.merge(set(pose), pose, (a, b) -> a.cost() <= b.cost() ? a : b);
            }
        }
        boolean[] possible = new boolean[full + 1];
        long[] best = new long[full + 1];
        ClaimedPose[] last = new ClaimedPose[full + 1];
        possible[0] = true;
        for (int set = 1; set <= full; set++) {
            int lowest = Integer.lowestOneBit(set);
            possible[set] = (required & lowest) == 0 && possible[set ^ lowest];
            best[set] = best[set ^ lowest];
            for (int sub = set; sub > 0; sub = (sub - 1) & set) {
                ClaimedPose pose = cheapest.get(sub);
                if ((sub & lowest) != 0
                        && pose != null
                        && possible[set ^ sub]
                        && (!possible[set] || pose.cost() + best[set ^ sub] < best[set])) {
                    possible[set] = true;
                    best[set] = pose.cost() + best[set ^ sub];
                    last[set] = pose;
                }
            }
        }
        if (!possible[full]) {
            return Optional.empty();
        }
        List<ClaimedPose> chosen = new ArrayList<>();
        for (int set = full; set > 0; ) {
            ClaimedPose pose = last[set];
            set ^= pose == null ? Integer.lowestOneBit(set) : set(pose);
            if (pose != null) {
                chosen.add(pose);
            }
        }
        return Optional.of(chosen);
    }

    /** Whether a pose of these detections breaks no pin; that some must be used at all is another question. */
    private boolean honoursPins(int set) {
        for (Pin pin : problem.pins()) {
            int[] d = pin.detections();
            boolean broken =
                    switch (pin.kind()) {
                        case TOGETHER -> (set >> d[0] & 1) != (set >> d[1] & 1);
                        case APART -> (set >> d[0] & set >> d[1] & 1) == 1;
                        case SKIP -> (set >> d[0] & 1) == 1;
                        case USE -> false;
                    };
            if (broken) {
                return false;
            }
        }
        return true;
    }

    /** Whether these are poses of the list, with their true costs, no detection in two of them. */
    boolean solution(List<ClaimedPose> claimed) {
        int used = 0;
        for (ClaimedPose pose : claimed) {
            Map<Integer, List<Integer>> sorted = new TreeMap<>();
            pose.local()
                    .forEach((part, list) ->
                            sorted.put(part, list.stream().sorted().toList()));
            Long cost = costs.get(new ClaimedPose(0, pose.global(), sorted));
            if (cost == null || cost != pose.cost() || (used & set(pose)) != 0) {
                return false;
            }
            used |= set(pose);
        }
        return true;
    }

    private static int set(ClaimedPose pose) {
        int set = 0;
        for (int d : pose.global().values()) {
            set |= 1 << d;
        }
        for (List<Integer> list : pose.local().values()) {
            for (int d : list) {
                set |= 1 << d;
            }
        }
        return set;
    }

    private BigInteger[] zeros() {
        BigInteger[] zeros = new BigInteger[problem.size()];
        Arrays.fill(zeros, BigInteger.ZERO);
        return zeros;
    }

    static List<Integer> members(int set) {
        List<Integer> members = new ArrayList<>();
        for (int d = 0; d < 32; d++) {
            if ((set >> d & 1) == 1) {
                members.add(d);
            }
        }
        return members;
    }

    private boolean allowed(int set) {
        return pairCosts(set).stream().noneMatch(phi -> phi == PairCosts.FORBIDDEN);
    }

    private long pairs(int set) {
        return pairCosts(set).stream().mapToLong(phi -> phi).sum();
    }

    private long thetas(int set) {
        return members(set).stream().mapToLong(problem::cost).sum();
    }

    private List<Long> pairCosts(int set) {
        List<Long> found = new ArrayList<>();
        for (int a : members(set)) {
            for (int b : members(set)) {
                if (a < b && problem.anatomy().mayPair(problem.part(a), problem.part(b))) {
                    found.add(problem.pairs().cost(a, b));
                }
            }
        }
        return found;
    }
}
