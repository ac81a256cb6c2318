package dev.jointly.solve.reduce;

import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DisjointSets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Independent problems: detections are joined when one may lead the other's skeleton or host it locally. What is not
 * joined never meets in a column, so optimum and bound of the whole are the sums over the components. A limit on the number of
 * poses makes one component of all.
 */
public final class Components {
    private Components() {}

    /**
     * The components that have a lead, in order of their first lead, but for those whose only skeleton does not pay.
     *
     * @param tied pairs of detections to be kept in one component for other reasons
     */
    public static List<Candidates> of(Candidates whole, List<int[]> tied) {
        Costs costs = whole.costs();
        DisjointSets sets = new DisjointSets(costs.size());
        for (int n : whole.leads()) {
            for (int q = 0; q < costs.parts(); q++) {
                for (int slot : whole.joins(n, q)) {
                    sets.join(n, costs.ofPart(q)[slot]);
                }
            }
        }
        for (int m : whole.hosts()) {
            for (int d : whole.locals(m)) {
                sets.join(m, d);
            }
        }
        tied.forEach(pair -> sets.join(pair[0], pair[1]));
        for (int i = 1; costs.limited() && i < whole.leads().length; i++) {
            sets.join(whole.leads()[0], whole.leads()[i]);
        }
        Map<Integer, List<Integer>> leads = sets.grouped(whole.leads());
        Map<Integer, List<Integer>> hosts = sets.grouped(whole.hosts());
        List<Candidates> components = new ArrayList<>();
        leads.forEach((key, group) -> {
            if (hosts.containsKey(key) || group.size() > 1 || mayPay(whole, group.get(0))) {
                components.add(whole.restrictedTo(array(group), array(hosts.getOrDefault(key, List.of()))));
            }
        });
        return components;
    }

    /** Whether each of these detections is in a skeleton or a local assignment that some component may choose. */
    public static boolean placeable(Candidates candidates, int[] detections) {
        BitSet placeable = new BitSet();
        for (Candidates component : of(candidates, List.of())) {
            Arrays.stream(component.members()).forEach(placeable::set);
        }
        return Arrays.stream(detections).allMatch(placeable::get);
    }

    /** Whether a lead on its own is worth a look: thousands of detections that cost too much alone are not. */
    private static boolean mayPay(Candidates whole, int lead) {
        Costs costs = whole.costs();
        boolean alone = true;
        for (int q = 0; q < costs.parts(); q++) {
            alone &= whole.joins(lead, q).length == 0;
        }
        return !alone || costs.omega() + costs.theta(lead) + whole.priceFloor(lead) < 0;
    }

    private static int[] array(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }
}
