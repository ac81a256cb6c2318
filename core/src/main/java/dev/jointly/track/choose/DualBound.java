package dev.jointly.track.choose;

import dev.jointly.track.TrackDual;
import dev.jointly.track.TrackPerson;
import dev.jointly.track.TrackProblem;
import dev.jointly.track.TrackSolution;
import dev.jointly.track.TrackSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What multipliers prove: the people who are not in every grouping of their frame pay their multipliers, the groupings collect
 * them, and each frame chooses on its own. Exact, and valid for any multipliers that are not negative.
 *
 * @param value the bound in micro-units
 * @param dual multipliers and the potentials that are best for them
 * @param cheapest for each choice, a grouping that is cheapest after collecting
 * @param tracked who is in the cheapest tracks of those who pay
 */
record DualBound(long value, TrackDual dual, List<Integer> cheapest, boolean[] tracked) {
    static DualBound of(TrackProblem problem, Membership membership, long[] multipliers) {
        List<TrackPerson> paying = new ArrayList<>();
        for (int i = 0; i < multipliers.length; i++) {
            TrackPerson person = problem.people().get(i);
            paying.add(new TrackPerson(
                    person.frame(),
                    person.index(),
                    person.birth(),
                    person.death(),
                    Math.subtractExact(person.reward(), multipliers[i])));
        }
        TrackSolution flow = TrackSolver.solve(new TrackProblem(paying, problem.links()));
        long value = flow.objective();
        List<Integer> cheapest = new ArrayList<>();
        for (int c = 0; c < problem.choices().size(); c++) {
            List<List<Integer>> groups = membership.groups().get(c);
            int best = 0;
            long least = Long.MAX_VALUE;
            for (int g = 0; g < groups.size(); g++) {
                long price = problem.choices().get(c).groupings().get(g).price();
                for (int person : groups.get(g)) {
                    price = Math.subtractExact(price, multipliers[person]);
                }
                if (price < least) {
                    least = price;
                    best = g;
                }
            }
            cheapest.add(best);
            value = Math.addExact(value, least);
        }
        boolean[] tracked = new boolean[multipliers.length];
        flow.tracks().forEach(track -> track.people().forEach(person -> tracked[person] = true));
        List<Long> list = Arrays.stream(multipliers).boxed().toList();
        return new DualBound(value, new TrackDual(flow.dual().in(), flow.dual().out(), list), cheapest, tracked);
    }

    DualBound better(DualBound other) {
        return other.value > value ? other : this;
    }
}
