package dev.jointly.track;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks a {@link TrackSolution} in exact integers, and shares no code with the solver.
 *
 * <p>The bound, with potentials p, and p(source) = p(sink) = 0, for a set of tracks of cost z:
 *
 * <ol>
 *   <li>Write the tracks as arcs: birth (source, in i), person (in i, out i) at cost minus the reward, link (out i, in j),
 *       death (out i, sink). Let x(a) be 1 for the arcs of the tracks and 0 for all others. Then z = sum of c(a) x(a).
 *   <li>Tracks are disjoint, so no arc is used twice: 0 &lt;= x(a) &lt;= 1.
 *   <li>A track that enters a node leaves it. So at each in and out node, the arcs that enter and those that leave have the
 *       same sum of x, and the sum over all arcs (v, w) of (p(v) - p(w)) x(v, w) is the sum over all nodes v of p(v)
 *       times what leaves minus what enters: zero at in and out nodes, and zero at source and sink, where p is 0.
 *   <li>So z = sum of r(a) x(a) with the reduced costs r(v, w) = c(v, w) + p(v) - p(w).
 *   <li>By 2, r(a) x(a) &gt;= min(0, r(a)). Hence z &gt;= B = sum over all arcs of min(0, r(a)), whatever p is.
 *   <li>B depends on p alone. If a set of tracks costs B, every other one costs at least as much: it is optimal.
 * </ol>
 *
 * <p>The constraint matrix is that of a network, so there are always integral p with B equal to the optimum.
 *
 * <p>With alternative groupings of some frames, multipliers u(i) &gt;= 0 of the people of these frames, u(i) = 0 of all others, and a
 * solution of cost z, of which the prices of the chosen groupings are a part:
 *
 * <ol start="7">
 *   <li>Let y(g) be 1 for the chosen groupings g and 0 for all others, and x(i) = 1 for people in tracks. Then z = sum of c(a)
 *       x(a) + sum of price(g) y(g), and in each frame f with a choice the sum of y(g) is 1.
 *   <li>Only people of a chosen grouping are in tracks: x(i) - sum over the groupings g that have i of y(g) &lt;= 0, for
 *       each i of these frames. Add u(i) times the left side, which is at most 0, for all i:
 *       z &gt;= sum of c'(a) x(a) + sum over f, and g of f, of (price(g) - sum of u(i) over the i of g) y(g), where c' is c with
 *       u(i) added to the arc of person i, that is, with the reward reduced by u(i).
 *   <li>The first sum is the cost of disjoint tracks under c'. By 1 to 5 it is at least B', the B of c' and p.
 *   <li>One y(g) of each frame is 1 and the others are 0, so the second sum is at least the sum over f of M(f), the least price(g) -
 *       sum of u(i) over the i of g.
 *   <li>Hence z &gt;= B' + sum of M(f), whatever p and u &gt;= 0 are. If a solution costs that, it is optimal.
 * </ol>
 *
 * <p>Here a gap may remain: the best p and u prove the optimum of the linear relaxation, in which groupings may be chosen in
 * part.
 */
public final class TrackCheck {
    private final TrackProblem problem;
    private final Map<Long, Long> linkCosts = new HashMap<>();
    private final List<String> reasons = new ArrayList<>();

    /** People by frame and index. */
    private final Map<Long, Integer> places = new HashMap<>();

    private TrackCheck(TrackProblem problem) {
        this.problem = problem;
        for (int i = 0; i < problem.people().size(); i++) {
            TrackPerson person = problem.people().get(i);
            places.put(key(person.frame(), person.index()), i);
        }
        for (TrackLink link : problem.links()) {
            linkCosts.put(key(link.from(), link.to()), link.cost());
        }
    }

    /** Checks choice, tracks, objective and dual. */
    public static TrackVerdict check(TrackProblem problem, TrackSolution solution) {
        return new TrackCheck(problem).verdict(solution);
    }

    private TrackVerdict verdict(TrackSolution solution) {
        checkTracks(solution.tracks());
        checkChoice(solution);
        checkSize("in potentials", solution.dual().in());
        checkSize("out potentials", solution.dual().out());
        checkMultipliers(solution.dual().multipliers());
        if (!reasons.isEmpty()) {
            return TrackVerdict.rejected(reasons);
        }
        long objective;
        long bound;
        try {
            objective = Math.addExact(objective(solution.tracks()), prices(solution.chosen()));
            bound = Math.addExact(bound(solution.dual()), leastPrices(solution.dual()));
        } catch (ArithmeticException e) {
            return TrackVerdict.rejected(List.of("costs or potentials are too large to add in 64 bits"));
        }
        if (objective != solution.objective()) {
            return TrackVerdict.rejected(
                    List.of("the tracks cost " + objective + " micro-units, not " + solution.objective()));
        }
        if (bound != objective) {
            return new TrackVerdict(
                    TrackVerdict.Outcome.BOUNDED,
                    objective,
                    bound,
                    List.of("the dual proves " + bound + " micro-units only; the tracks cost " + objective));
        }
        return new TrackVerdict(TrackVerdict.Outcome.OPTIMAL, objective, bound, List.of());
    }

    private void checkTracks(List<Track> tracks) {
        Map<Integer, Integer> trackOf = new HashMap<>();
        int firstBefore = -1;
        for (int t = 0; t < tracks.size(); t++) {
            Track track = tracks.get(t);
            if (track.id() != t + 1) {
                reasons.add("track " + track.id() + " should have the id " + (t + 1));
            }
            if (track.people().isEmpty()) {
                reasons.add("track " + track.id() + " has no people");
                continue;
            }
            if (track.people().get(0) <= firstBefore) {
                reasons.add("track " + track.id() + " starts before the track in front of it");
            }
            firstBefore = track.people().get(0);
            for (int k = 0; k < track.people().size(); k++) {
                int person = track.people().get(k);
                if (person < 0 || person >= problem.people().size()) {
                    reasons.add("track " + track.id() + " has person " + person + " of "
                            + problem.people().size());
                }
                Integer other = trackOf.put(person, track.id());
                if (other != null) {
                    reasons.add("person " + person + " is in track " + other + " and again in track " + track.id());
                }
                if (k > 0 && !linkCosts.containsKey(key(track.people().get(k - 1), person))) {
                    reasons.add("track " + track.id() + " goes from person "
                            + track.people().get(k - 1) + " to person " + person + ", which is no link");
                }
            }
        }
    }

    private void checkSize(String name, List<Long> numbers) {
        if (numbers.size() != problem.people().size()) {
            reasons.add("the dual has " + numbers.size() + " " + name + " for "
                    + problem.people().size() + " people");
        }
    }

    /** One grouping of each choice, and nobody in a track who is not in it. */
    private void checkChoice(TrackSolution solution) {
        if (solution.chosen().size() != problem.choices().size()) {
            reasons.add(solution.chosen().size() + " groupings are chosen for "
                    + problem.choices().size() + " frames");
            return;
        }
        Set<Integer> tracked = new HashSet<>();
        solution.tracks().forEach(track -> tracked.addAll(track.people()));
        for (int c = 0; c < problem.choices().size(); c++) {
            FrameGroupings choice = problem.choices().get(c);
            int chosen = solution.chosen().get(c);
            if (chosen < 0 || chosen >= choice.groupings().size()) {
                reasons.add("frame " + choice.frame() + " has no grouping " + chosen);
                continue;
            }
            Set<Integer> left = peopleOf(choice);
            left.removeAll(people(choice, choice.groupings().get(chosen)));
            for (int person : left) {
                if (tracked.contains(person)) {
                    reasons.add("person " + person + " is in a track but not in the grouping " + chosen
                            + " that is chosen for frame " + choice.frame());
                }
            }
        }
    }

    private void checkMultipliers(List<Long> multipliers) {
        if (problem.choices().isEmpty() && multipliers.isEmpty()) {
            return;
        }
        checkSize("multipliers", multipliers);
        Set<Integer> withChoice = new HashSet<>();
        problem.choices().forEach(choice -> withChoice.addAll(peopleOf(choice)));
        for (int i = 0; i < multipliers.size(); i++) {
            if (multipliers.get(i) < 0) {
                reasons.add("the multiplier of person " + i + " is " + multipliers.get(i) + ", below 0");
            }
            if (multipliers.get(i) != 0 && !withChoice.contains(i)) {
                reasons.add("person " + i + " has the multiplier " + multipliers.get(i)
                        + " although the frame has one grouping only");
            }
        }
    }

    private Set<Integer> peopleOf(FrameGroupings choice) {
        Set<Integer> people = new TreeSet<>();
        choice.groupings().forEach(grouping -> people.addAll(people(choice, grouping)));
        return people;
    }

    private Set<Integer> people(FrameGroupings choice, PricedGrouping grouping) {
        Set<Integer> people = new TreeSet<>();
        for (int index : grouping.people()) {
            Integer person = places.get(key(choice.frame(), index));
            if (person != null) {
                people.add(person);
            }
        }
        return people;
    }

    private long prices(List<Integer> chosen) {
        long sum = 0;
        for (int c = 0; c < chosen.size(); c++) {
            sum = Math.addExact(
                    sum, problem.choices().get(c).groupings().get(chosen.get(c)).price());
        }
        return sum;
    }

    /** Sum of M(f). */
    private long leastPrices(TrackDual dual) {
        long sum = 0;
        for (FrameGroupings choice : problem.choices()) {
            long least = Long.MAX_VALUE;
            for (PricedGrouping grouping : choice.groupings()) {
                long price = grouping.price();
                for (int person : people(choice, grouping)) {
                    price = Math.subtractExact(price, dual.multipliers().get(person));
                }
                least = Math.min(least, price);
            }
            sum = Math.addExact(sum, least);
        }
        return sum;
    }

    private long objective(List<Track> tracks) {
        long sum = 0;
        for (Track track : tracks) {
            List<Integer> people = track.people();
            sum = Math.addExact(sum, problem.people().get(people.get(0)).birth());
            for (int k = 0; k < people.size(); k++) {
                sum = Math.subtractExact(
                        sum, problem.people().get(people.get(k)).reward());
                if (k > 0) {
                    sum = Math.addExact(sum, linkCosts.getOrDefault(key(people.get(k - 1), people.get(k)), 0L));
                }
            }
            sum = Math.addExact(
                    sum, problem.people().get(people.get(people.size() - 1)).death());
        }
        return sum;
    }

    private long bound(TrackDual dual) {
        long sum = 0;
        for (int i = 0; i < problem.people().size(); i++) {
            TrackPerson person = problem.people().get(i);
            long in = dual.in().get(i);
            long out = dual.out().get(i);
            sum = Math.addExact(sum, share(person.birth(), 0, in));
            long multiplier =
                    dual.multipliers().isEmpty() ? 0 : dual.multipliers().get(i);
            sum = Math.addExact(sum, share(Math.subtractExact(multiplier, person.reward()), in, out));
            sum = Math.addExact(sum, share(person.death(), out, 0));
        }
        for (TrackLink link : problem.links()) {
            long from = dual.out().get(link.from());
            long to = dual.in().get(link.to());
            sum = Math.addExact(sum, share(link.cost(), from, to));
        }
        return sum;
    }

    /** The smaller of 0 and the reduced cost of an arc. */
    private static long share(long cost, long tailPotential, long headPotential) {
        return Math.min(0, Math.subtractExact(Math.addExact(cost, tailPotential), headPotential));
    }

    private static long key(int from, int to) {
        return ((long) from << 32) | (to & 0xffffffffL);
    }
}
