package dev.jointly.oracle;

import dev.jointly.oracle.BruteForce.LocalAssignment;
import dev.jointly.oracle.BruteForce.Skeleton;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/**
 * The second opinion on {@link BruteForce}: columns by testing every subset of the detections against the definitions,
 * the optimum by trying every set of columns against the three families of constraints. Slow, for up to eight detections
 * or so.
 */
final class Literal {
    private final Problem problem;
    private final List<Skeleton> skeletons = new ArrayList<>();
    private final List<LocalAssignment> localAssignments = new ArrayList<>();
    private final int[] globals;
    private final int[] locals;
    private final int[] hosts;
    private long best;

    Literal(Problem problem) {
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

    long optimum() {
        best = 0;
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
        // G gamma <= 1 cannot be mended by what is chosen later
        if (atMostOne(globals, locals)) {
            chooseSkeletons(next + 1, cost + skeleton.cost());
        }
        add(globals, skeleton.members(), -1);
    }

    private void chooseLocals(int next, long cost) {
        if (next == localAssignments.size()) {
            best = Math.min(best, cost);
            return;
        }
        chooseLocals(next + 1, cost);
        LocalAssignment local = localAssignments.get(next);
        add(locals, local.locals(), 1);
        hosts[local.global()]++;
        if (atMostOne(globals, locals) && atMostOne(locals, hosts) && everyHostIsGlobal()) {
            chooseLocals(next + 1, cost + local.cost());
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
