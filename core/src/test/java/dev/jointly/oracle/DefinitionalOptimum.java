package dev.jointly.oracle;

import dev.jointly.oracle.BruteForce.LocalAssignment;
import dev.jointly.oracle.BruteForce.Skeleton;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;

/**
 * The second opinion on {@link BruteForce}: columns by testing every subset of the detections against the definitions,
 * the optimum by trying every set of columns against the three families of constraints, and the poses they make up against
 * every pin. Slow, for up to eight detections or so.
 */
final class DefinitionalOptimum {
    private final Problem problem;
    private final List<Skeleton> skeletons = new ArrayList<>();
    private final List<LocalAssignment> localAssignments = new ArrayList<>();
    private final int[] globals;
    private final int[] locals;
    private final int[] hosts;
    private final Deque<Skeleton> chosen = new ArrayDeque<>();
    private final Deque<LocalAssignment> hung = new ArrayDeque<>();
    private OptionalLong best = OptionalLong.empty();

    DefinitionalOptimum(Problem problem) {
        this.problem = problem;
        int n = problem.size();
        globals = new int[n];
        locals = new int[n];
        hosts = new int[n];
        for (int set = 1; set < 1 << n; set++) {
            List<Integer> members = members(set);
            if (isSkeleton(members)) {
                skeletons.add(new Skeleton(set, problem.poseCost() + thetas(members) + phis(members)));
            }
            for (int m : members) {
                int rest = set & ~(1 << m);
                if (rest != 0 && isOfOnePart(members) && allowed(members)) {
                    localAssignments.add(new LocalAssignment(m, rest, thetas(members(rest)) + phis(members)));
                }
            }
        }
    }

    List<Skeleton> skeletons() {
        return skeletons;
    }

    List<LocalAssignment> localAssignments() {
        return localAssignments;
    }

    OptionalLong optimum() {
        best = OptionalLong.empty();
        chooseSkeletons(0, 0);
        return best;
    }

    private void chooseSkeletons(int next, long cost) {
        if (next == skeletons.size()) {
            chooseLocals(0, cost);
            return;
        }
        chooseSkeletons(next + 1, cost);
        Skeleton skeleton = skeletons.get(next);
        add(globals, skeleton.members(), 1);
        // a violation of G gamma <= 1 cannot be repaired by what is chosen later
        if (atMostOne(globals, locals)) {
            chosen.push(skeleton);
            chooseSkeletons(next + 1, cost + skeleton.cost());
            chosen.pop();
        }
        add(globals, skeleton.members(), -1);
    }

    private void chooseLocals(int next, long cost) {
        if (next == localAssignments.size()) {
            if ((best.isEmpty() || cost < best.getAsLong()) && pinsHold()) {
                best = OptionalLong.of(cost);
            }
            return;
        }
        chooseLocals(next + 1, cost);
        LocalAssignment local = localAssignments.get(next);
        add(locals, local.locals(), 1);
        hosts[local.global()]++;
        if (atMostOne(globals, locals) && atMostOne(locals, hosts) && everyHostIsGlobal()) {
            hung.push(local);
            chooseLocals(next + 1, cost + local.cost());
            hung.pop();
        }
        add(locals, local.locals(), -1);
        hosts[local.global()]--;
    }

    private static void add(int[] counts, int set, int times) {
        for (int d = 0; d < counts.length; d++) {
            counts[d] += times * (set >> d & 1);
        }
    }

    private static boolean atMostOne(int[] left, int[] right) {
        for (int d = 0; d < left.length; d++) {
            if (left[d] + right[d] > 1) {
                return false;
            }
        }
        return true;
    }

    private boolean everyHostIsGlobal() {
        for (int d = 0; d < hosts.length; d++) {
            if (hosts[d] - globals[d] > 0) {
                return false;
            }
        }
        return true;
    }

    private boolean pinsHold() {
        List<List<Integer>> poses = new ArrayList<>();
        for (Skeleton skeleton : chosen) {
            List<Integer> pose = members(skeleton.members());
            for (LocalAssignment local : hung) {
                if (skeleton.has(local.global())) {
                    pose.addAll(members(local.locals()));
                }
            }
            poses.add(pose);
        }
        return problem.pins().stream().allMatch(pin -> holds(pin, poses));
    }

    private static boolean holds(Pin pin, List<List<Integer>> poses) {
        int[] d = pin.detections();
        return switch (pin.kind()) {
            case TOGETHER -> poses.stream().anyMatch(pose -> pose.contains(d[0]) && pose.contains(d[1]));
            case APART -> poses.stream().noneMatch(pose -> pose.contains(d[0]) && pose.contains(d[1]));
            case USE -> poses.stream().anyMatch(pose -> pose.contains(d[0]));
            case SKIP -> poses.stream().noneMatch(pose -> pose.contains(d[0]));
        };
    }

    private boolean isSkeleton(List<Integer> members) {
        long parts = members.stream().map(problem::part).distinct().count();
        boolean major = members.stream().anyMatch(d -> problem.anatomy().isMajor(problem.part(d)));
        return major && parts == members.size() && allowed(members);
    }

    private boolean isOfOnePart(List<Integer> members) {
        return members.stream().map(problem::part).distinct().count() == 1;
    }

    private boolean allowed(List<Integer> members) {
        return pairCosts(members).stream().noneMatch(phi -> phi == PairCosts.FORBIDDEN);
    }

    private long thetas(List<Integer> members) {
        return members.stream().mapToLong(problem::cost).sum();
    }

    private long phis(List<Integer> members) {
        return pairCosts(members).stream().mapToLong(Long::longValue).sum();
    }

    private List<Long> pairCosts(List<Integer> members) {
        List<Long> costs = new ArrayList<>();
        for (int d : members) {
            for (int e : members) {
                if (d < e && problem.anatomy().mayPair(problem.part(d), problem.part(e))) {
                    costs.add(problem.pairs().cost(d, e));
                }
            }
        }
        return costs;
    }

    private static List<Integer> members(int set) {
        List<Integer> members = new ArrayList<>();
        for (int d = 0; d < Integer.SIZE - 1; d++) {
            if ((set >> d & 1) == 1) {
                members.add(d);
            }
        }
        return members;
    }
}
