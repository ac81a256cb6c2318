package dev.jointly.certify;

import dev.jointly.anatomy.Anatomy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The cheapest skeleton that a detection of a major part leads, where cuts tax it. The dynamic program of {@link SkeletonBound}
 * with one more state: the set of cuts, as bits, of which an odd number of detections has been chosen so far. Where two such
 * sets come together the cuts in both are due.
 */
final class CutAwareSkeletonBound {
    private static final int NONE = -1;

    private final DenseCosts costs;
    private final WorkBudget effort;
    private final List<Integer> majors;
    /** Minor parts without those behind a major part from where it is asked, children by parent. */
    private final List<List<Integer>> children = new ArrayList<>();

    private final List<Integer> roots = new ArrayList<>();
    private final List<Integer> order = new ArrayList<>();

    // of the lead at hand
    private List<CutDuals.Open> open = List.of();
    private int[] odd = {};
    private long best;

    /** Who may come, with what each costs beside the major detections chosen. */
    private record Member(int detection, long cost) {}

    CutAwareSkeletonBound(Anatomy anatomy, DenseCosts costs, WorkBudget effort) {
        this.costs = costs;
        this.effort = effort;
        majors = anatomy.majors();
        odd = new int[costs.theta.length];
        for (int p = 0; p < anatomy.size(); p++) {
            children.add(new ArrayList<>());
        }
        boolean[] met = new boolean[anatomy.size()];
        for (int p = 0; p < anatomy.size(); p++) {
            if (!anatomy.isMajor(p) && !met[p]) {
                roots.add(p);
                grow(anatomy, p, met);
            }
        }
    }

    /** A tree of the forest that is left without the major parts, from any of its parts on; parents come first. */
    private void grow(Anatomy anatomy, int root, boolean[] met) {
        met[root] = true;
        int next = order.size();
        order.add(root);
        for (; next < order.size(); next++) {
            int p = order.get(next);
            for (Anatomy.Limb limb : anatomy.limbs()) {
                int q = limb.a() == p ? limb.b() : limb.b() == p ? limb.a() : NONE;
                if (q != NONE && !anatomy.isMajor(q) && !met[q]) {
                    met[q] = true;
                    children.get(p).add(q);
                    order.add(q);
                }
            }
        }
    }

    /**
     * The cheapest skeleton, the duals of cuts included, or 0 where none costs less.
     *
     * @param candidates who may come with the lead; only the first {@code size} count
     * @param unary theta + lambda1 - lambda3 - discounts, per detection
     * @param cuts those that can tax it
     */
    long cheapest(int lead, int[] candidates, int size, long[] unary, List<CutDuals.Open> cuts) {
        open = cuts;
        for (int t = 0; t < cuts.size(); t++) {
            for (int d : cuts.get(t).cut().odd) {
                odd[d] |= 1 << t;
            }
        }
        List<List<Member>> members = new ArrayList<>();
        for (int p = 0; p < children.size(); p++) {
            members.add(new ArrayList<>());
        }
        for (int i = 0; i < size; i++) {
            members.get(costs.part(candidates[i])).add(new Member(candidates[i], unary[candidates[i]]));
        }
        best = 0;
        try {
            decide(
                    majors.indexOf(costs.part(lead)) + 1,
                    beside(lead, members),
                    Map.of(odd[lead], Math.addExact(costs.omega, unary[lead])));
        } finally {
            for (CutDuals.Open one : cuts) {
                for (int d : one.cut().odd) {
                    odd[d] = 0;
                }
            }
        }
        return best;
    }

    /** Tries every choice of the major parts from position k on. */
    private void decide(int k, List<List<Member>> members, Map<Integer, Long> soFar) {
        if (k == majors.size()) {
            Map<Integer, Long> all = soFar;
            for (Map<Integer, Long> tree : forest(members)) {
                all = combined(all, tree);
            }
            for (long cost : all.values()) {
                best = Math.min(best, cost);
            }
            return;
        }
        decide(k + 1, members, soFar);
        for (Member member : members.get(majors.get(k))) {
            decide(k + 1, beside(member.detection(), members), combined(soFar, alone(member)));
        }
    }

    private Map<Integer, Long> alone(Member member) {
        return Map.of(odd[member.detection()], member.cost());
    }

    /** Who may come with one more major detection, its pair costs added. */
    private List<List<Member>> beside(int chosen, List<List<Member>> members) {
        List<List<Member>> left = new ArrayList<>();
        for (int p = 0; p < members.size(); p++) {
            List<Member> some = new ArrayList<>();
            if (!members.get(p).isEmpty() && p != costs.part(chosen)) {
                effort.need(costs.members[p].length);
                long[] row = costs.row(chosen, p);
                for (Member member : members.get(p)) {
                    long phi = row[costs.slot(member.detection())];
                    if (phi != DenseCosts.FORBIDDEN) {
                        some.add(new Member(member.detection(), Math.addExact(member.cost(), phi)));
                    }
                }
            }
            left.add(some);
        }
        return left;
    }

    /** For each tree of minor parts: the least cost of each set of odd cuts. */
    private List<Map<Integer, Long>> forest(List<List<Member>> members) {
        List<Map<Integer, Long>> absent = new ArrayList<>();
        List<List<Map<Integer, Long>>> present = new ArrayList<>();
        for (int p = 0; p < children.size(); p++) {
            absent.add(Map.of());
            present.add(List.of());
        }
        for (int i = order.size() - 1; i >= 0; i--) {
            int p = order.get(i);
            Map<Integer, Long> none = Map.of(0, 0L);
            for (int q : children.get(p)) {
                none = combined(none, without(q, members, absent, present));
            }
            absent.set(p, none);
            List<Map<Integer, Long>> tables = new ArrayList<>();
            for (Member member : members.get(p)) {
                Map<Integer, Long> table = alone(member);
                for (int q : children.get(p)) {
                    table = combined(table, with(member.detection(), q, members, absent, present));
                }
                tables.add(table);
            }
            present.set(p, tables);
        }
        return roots.stream().map(p -> without(p, members, absent, present)).toList();
    }

    /** The least of a part and those below it beside an absent parent. */
    private Map<Integer, Long> without(
            int q,
            List<List<Member>> members,
            List<Map<Integer, Long>> absent,
            List<List<Map<Integer, Long>>> present) {
        Map<Integer, Long> least = new HashMap<>(absent.get(q));
        for (int i = 0; i < members.get(q).size(); i++) {
            merge(least, present.get(q).get(i), 0);
        }
        return least;
    }

    /** The same beside a detection of the parent. */
    private Map<Integer, Long> with(
            int e,
            int q,
            List<List<Member>> members,
            List<Map<Integer, Long>> absent,
            List<List<Map<Integer, Long>>> present) {
        Map<Integer, Long> least = new HashMap<>(absent.get(q));
        if (!members.get(q).isEmpty()) {
            effort.need(costs.members[q].length);
            long[] row = costs.row(e, q);
            for (int i = 0; i < members.get(q).size(); i++) {
                long phi = row[costs.slot(members.get(q).get(i).detection())];
                if (phi != DenseCosts.FORBIDDEN) {
                    merge(least, present.get(q).get(i), phi);
                }
            }
        }
        return least;
    }

    private void merge(Map<Integer, Long> least, Map<Integer, Long> table, long phi) {
        effort.need(table.size());
        table.forEach((set, cost) -> least.merge(set, Math.addExact(cost, phi), Math::min));
    }

    private Map<Integer, Long> combined(Map<Integer, Long> some, Map<Integer, Long> others) {
        effort.need((long) some.size() * others.size());
        Map<Integer, Long> both = new HashMap<>();
        some.forEach((a, cost) -> others.forEach((b, otherCost) ->
                both.merge(a ^ b, Math.addExact(Math.addExact(cost, otherCost), tax(a & b)), Math::min)));
        return both;
    }

    private long tax(int due) {
        long tax = 0;
        for (int t = 0; t < open.size(); t++) {
            if ((due >> t & 1) == 1) {
                tax = Math.addExact(tax, open.get(t).sigma());
            }
        }
        return tax;
    }
}
