package dev.jointly.margin;

import dev.jointly.oracle.BruteForce;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Every grouping of a tiny problem that keeps its pins, with its least cost, by trying all sets of columns. */
final class AllGroupings {
    private final Problem problem;
    private final BruteForce columns;
    /** By grouping, as the bit masks of its people. */
    private final Map<Set<Integer>, Long> costs = new HashMap<>();

    private AllGroupings(Problem problem) {
        this.problem = problem;
        columns = BruteForce.of(problem);
        chooseSkeletons(0, 0, new ArrayList<>(), 0);
    }

    static Map<Set<Integer>, Long> of(Problem problem) {
        return new AllGroupings(problem).costs;
    }

    /** @param used detections, as a bit mask */
    private void chooseSkeletons(int first, int used, List<Integer> people, long cost) {
        chooseLocals(0, used, used, new ArrayList<>(people), cost);
        for (int i = first; i < columns.skeletons().size(); i++) {
            BruteForce.Skeleton skeleton = columns.skeletons().get(i);
            boolean room = people.size() < problem.maxPoses().orElse(Integer.MAX_VALUE);
            if (room && (skeleton.members() & used) == 0) {
                people.add(skeleton.members());
                chooseSkeletons(i + 1, used | skeleton.members(), people, Math.addExact(cost, skeleton.cost()));
                people.remove(people.size() - 1);
            }
        }
    }

    /** @param free hosts that have no local assignment yet, as a bit mask */
    private void chooseLocals(int first, int free, int used, List<Integer> people, long cost) {
        if (keepsPins(people, used)) {
            costs.merge(new TreeSet<>(people), cost, Math::min);
        }
        for (int i = first; i < columns.localAssignments().size(); i++) {
            BruteForce.LocalAssignment local = columns.localAssignments().get(i);
            int host = 1 << local.global();
            if ((host & free) != 0 && (local.locals() & used) == 0) {
                List<Integer> grown = new ArrayList<>(people);
                grown.replaceAll(person -> (person & host) != 0 ? person | local.locals() : person);
                chooseLocals(i + 1, free & ~host, used | local.locals(), grown, Math.addExact(cost, local.cost()));
            }
        }
    }

    private boolean keepsPins(List<Integer> people, int used) {
        for (Pin pin : problem.pins()) {
            int[] d = pin.detections();
            boolean kept =
                    switch (pin.kind()) {
                        case USE -> (used >> d[0] & 1) == 1;
                        case SKIP -> (used >> d[0] & 1) == 0;
                        case TOGETHER -> people.stream().anyMatch(person -> has(person, d[0]) && has(person, d[1]));
                        case APART -> people.stream().noneMatch(person -> has(person, d[0]) && has(person, d[1]));
                    };
            if (!kept) {
                return false;
            }
        }
        return true;
    }

    private static boolean has(int person, int d) {
        return (person >> d & 1) == 1;
    }
}
