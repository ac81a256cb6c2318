package dev.jointly.track;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
 */
public final class TrackCheck {
    private final TrackProblem problem;
    private final Map<Long, Long> linkCosts = new HashMap<>();
    private final List<String> reasons = new ArrayList<>();

    private TrackCheck(TrackProblem problem) {
        this.problem = problem;
        for (TrackLink link : problem.links()) {
            linkCosts.put(key(link.from(), link.to()), link.cost());
        }
    }

    /** Checks tracks, objective and dual. */
    public static TrackVerdict check(TrackProblem problem, TrackSolution solution) {
        return new TrackCheck(problem).verdict(solution);
    }

    private TrackVerdict verdict(TrackSolution solution) {
        checkTracks(solution.tracks());
        checkSize("in potentials", solution.dual().in());
        checkSize("out potentials", solution.dual().out());
        if (!reasons.isEmpty()) {
            return TrackVerdict.rejected(reasons);
        }
        long objective;
        long bound;
        try {
            objective = objective(solution.tracks());
            bound = bound(solution.dual());
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
            sum = Math.addExact(sum, share(Math.negateExact(person.reward()), in, out));
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
