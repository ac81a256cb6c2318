package dev.jointly.pose;

import static java.util.Objects.requireNonNull;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One person.
 *
 * @param global part to its global detection: the skeleton
 * @param local part to the local detections that go with that part's global one, ascending; no empty lists
 */
public record Pose(SortedMap<Integer, Integer> global, SortedMap<Integer, List<Integer>> local) {
    public Pose {
        global = Collections.unmodifiableSortedMap(new TreeMap<>(global));
        SortedMap<Integer, List<Integer>> sorted = new TreeMap<>();
        local.forEach((part, detections) ->
                sorted.put(part, detections.stream().sorted().toList()));
        local = Collections.unmodifiableSortedMap(sorted);
    }

    /**
     * Gamma of the skeleton plus Psi of its local assignments, in micro-units.
     *
     * @throws ArithmeticException if the sum leaves the range of {@code long}
     */
    public long cost(Problem problem) {
        long cost = Math.addExact(problem.poseCost(), groupCost(problem, List.copyOf(global.values())));
        for (var entry : local.entrySet()) {
            int m = requireNonNull(global.get(entry.getKey()), "a local assignment without its global detection");
            List<Integer> group = new ArrayList<>(entry.getValue());
            group.add(m);
            // theta of the global detection is paid by the skeleton
            cost = Math.addExact(cost, Math.subtractExact(groupCost(problem, group), problem.cost(m)));
        }
        return cost;
    }

    /** Every detection of the pose, global and local, ascending. */
    public List<Integer> detections() {
        List<Integer> all = new ArrayList<>(global.values());
        local.values().forEach(all::addAll);
        Collections.sort(all);
        return all;
    }

    /** The detection that stands for the pose: that of the first of the anatomy's major parts which it has. */
    public int lead(Anatomy anatomy) {
        for (int part : anatomy.majors()) {
            Integer lead = global.get(part);
            if (lead != null) {
                return lead;
            }
        }
        throw new IllegalArgumentException("a pose needs a detection of a major part, but " + this + " has none");
    }

    private static long groupCost(Problem problem, List<Integer> group) {
        long cost = 0;
        for (int i = 0; i < group.size(); i++) {
            int d = group.get(i);
            cost = Math.addExact(cost, problem.cost(d));
            for (int e : group.subList(0, i)) {
                if (problem.anatomy().mayPair(problem.part(d), problem.part(e))) {
                    long phi = problem.pairs().cost(d, e);
                    if (phi == PairCosts.FORBIDDEN) {
                        throw new IllegalArgumentException("detections " + e + " and " + d + " may not be together");
                    }
                    cost = Math.addExact(cost, phi);
                }
            }
        }
        return cost;
    }
}
