package dev.jointly.track;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks a {@link TrackSolution} in exact integers, and shares no code with the solver.
 *
 * <p>The bound, with potentials p of people's nodes and q(f) of those who wait before frame f, q = 0 after the last frame, for a
 * set of tracks of cost z that keeps the pins and the limit:
 *
 * <ol>
 *   <li>Write the tracks as arcs: birth (q(f), in i), person (in i, out i) at cost minus the reward, link (out i, in j),
 *       death (out i, q(f + 1)). Let x(a) be 1 for the arcs of the tracks and 0 for all others. Then z = sum of c(a) x(a).
 *   <li>Tracks are disjoint, so no arc is used twice: 0 &lt;= x(a) &lt;= 1. Pins say x(a) = 1 of some arcs and x(a) = 0 of others.
 *   <li>Let r(v, w) = c(v, w) + p(v) - p(w) be the reduced cost of an arc. Along a track from frame e to frame f the potentials of
 *       people's nodes cancel, and its reduced costs are its cost plus q(e) - q(f + 1), which is the sum of the prices
 *       t(g) = q(g) - q(g + 1) of the frames g at which the track is there. So z = sum of r(a) x(a) - sum over all frames g of t(g) n(g),
 *       with n(g) the number of tracks at g.
 *   <li>With m(g) the limit, or more than there are people where there is none, 0 &lt;= n(g) &lt;= m(g), so t(g) n(g) &lt;= max(0, t(g)) m(g).
 *   <li>By 2, r(a) x(a) is r(a), or 0, where a pin says so, and at least min(0, r(a)) elsewhere. Hence z &gt;= B = sum of
 *       these - sum of max(0, t(g)) m(g), whatever p and q are.
 *   <li>If a set of tracks costs B, every other one costs at least as much: it is optimal. One in which the arc a, of which no pin
 *       speaks, is not used although r(a) &lt; 0, or used although r(a) &gt; 0, costs |r(a)| more at least: a lower bound of the margin.
 * </ol>
 *
 * <p>The constraint matrix is that of a network, so there are always integral p and q with B equal to the optimum.
 */
public final class TrackCheck {
    private final TrackProblem problem;
    private final TrackQuestion question;
    private final List<String> reasons = new ArrayList<>();
    /** What pins say of arcs, by their ends; -1 stands for no person. */
    private final Map<Long, Boolean> pinned = new HashMap<>();
    /** For each person: the one before and the one after, -1 at the ends of a track, -2 for people in none. */
    private final int[] before;

    private final int[] after;
    /** For each person the number of frames with people before its own, and the number of each such frame. */
    private final int[] place;

    private final int[] frames;
    /** Tracks at each frame. */
    private final int[] tracksAt;

    private static final int NO_TRACK = -2;

    private TrackCheck(TrackProblem problem, TrackQuestion question) {
        this.problem = problem;
        this.question = question;
        int people = problem.people().size();
        before = new int[people];
        after = new int[people];
        Arrays.fill(before, NO_TRACK);
        Arrays.fill(after, NO_TRACK);
        frames = problem.people().stream()
                .mapToInt(TrackPerson::frame)
                .distinct()
                .toArray();
        place = problem.people().stream()
                .mapToInt(person -> Arrays.binarySearch(frames, person.frame()))
                .toArray();
        tracksAt = new int[frames.length];
        for (TrackPin pin : question.pins()) {
            switch (pin.kind()) {
                case SAME -> pinned.put(key(pin.first(), pin.second()), true);
                case DIFFERENT -> pinned.put(key(pin.first(), pin.second()), false);
                case BEGINS -> pinned.put(key(TrackMargin.NONE, pin.first()), true);
                case ENDS -> pinned.put(key(pin.first(), TrackMargin.NONE), true);
            }
        }
    }

    /** Checks tracks, objective and dual, without pins and limit. */
    public static TrackVerdict check(TrackProblem problem, TrackSolution solution) {
        return check(problem, solution, TrackQuestion.ANY, List.of());
    }

    /** Checks tracks, objective and dual, whether the tracks keep what was asked, and margins. */
    public static TrackVerdict check(
            TrackProblem problem, TrackSolution solution, TrackQuestion question, List<TrackMargin> margins) {
        TrackCheck check = new TrackCheck(problem, question);
        TrackVerdict verdict = check.verdict(solution);
        if (verdict.outcome() == TrackVerdict.Outcome.REJECTED || margins.isEmpty()) {
            return verdict;
        }
        if (verdict.outcome() == TrackVerdict.Outcome.BOUNDED) {
            return TrackVerdict.rejected(List.of("there are margins, but the tracks are not proven to be optimal"));
        }
        check.checkMargins(solution.dual(), margins);
        return check.reasons.isEmpty() ? verdict : TrackVerdict.rejected(check.reasons);
    }

    private TrackVerdict verdict(TrackSolution solution) {
        checkTracks(solution.tracks());
        checkSize("in potentials", solution.dual().in(), before.length);
        checkSize("out potentials", solution.dual().out(), before.length);
        if (!solution.dual().waiting().isEmpty()) {
            checkSize("waiting potentials", solution.dual().waiting(), frames.length);
        }
        if (reasons.isEmpty()) {
            checkQuestion();
        }
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
            int last = TrackMargin.NONE;
            for (int person : track.people()) {
                if (person < 0 || person >= problem.people().size()) {
                    reasons.add("track " + track.id() + " has person " + person + " of "
                            + problem.people().size());
                    return;
                }
                Integer other = trackOf.put(person, track.id());
                if (other != null) {
                    reasons.add("person " + person + " is in track " + other + " and again in track " + track.id());
                }
                if (last >= 0 && problem.link(last, person) < 0) {
                    reasons.add("track " + track.id() + " goes from person " + last + " to person " + person
                            + ", which is no link");
                }
                before[person] = last;
                if (last >= 0) {
                    after[last] = person;
                }
                last = person;
            }
            after[last] = TrackMargin.NONE;
        }
    }

    private void checkSize(String name, List<Long> numbers, int expected) {
        if (numbers.size() != expected) {
            reasons.add("the dual has " + numbers.size() + " " + name + " for " + expected
                    + (name.startsWith("waiting") ? " frames" : " people"));
        }
    }

    private void checkQuestion() {
        for (TrackPin pin : question.pins()) {
            int people = before.length;
            boolean known = pin.first() >= 0 && pin.second() >= 0 && pin.first() < people && pin.second() < people;
            boolean kept = known
                    && switch (pin.kind()) {
                        case SAME -> after[pin.first()] == pin.second();
                        case DIFFERENT -> after[pin.first()] != pin.second();
                        case BEGINS -> before[pin.first()] == TrackMargin.NONE;
                        case ENDS -> after[pin.first()] == TrackMargin.NONE;
                    };
            if (!kept) {
                reasons.add("the tracks do not keep the pin " + pin.words(person -> "person " + person));
            }
        }
        for (int i = 0; i < before.length; i++) {
            if (before[i] != NO_TRACK) {
                tracksAt[place[i]]++;
                for (int f = place[i] + 1; after[i] >= 0 && f < place[after[i]]; f++) {
                    tracksAt[f]++;
                }
            }
        }
        for (int f = 0; f < frames.length; f++) {
            if (tracksAt[f] > question.limit().most(frames[f])) {
                reasons.add("there are " + tracksAt[f] + " tracks at frame " + frames[f] + " of the problem, not "
                        + question.limit().most(frames[f]) + " at most");
                return;
            }
        }
    }

    private long objective(List<Track> tracks) {
        long sum = 0;
        for (Track track : tracks) {
            List<Integer> people = track.people();
            sum = Math.addExact(sum, cost(TrackMargin.NONE, people.get(0)));
            for (int k = 0; k < people.size(); k++) {
                sum = Math.subtractExact(
                        sum, problem.people().get(people.get(k)).reward());
                sum = Math.addExact(
                        sum, cost(people.get(k), k + 1 < people.size() ? people.get(k + 1) : TrackMargin.NONE));
            }
        }
        return sum;
    }

    /** Cost of a link, a birth or a death. */
    private long cost(int from, int to) {
        if (from == TrackMargin.NONE) {
            return problem.people().get(to).birth();
        }
        return to == TrackMargin.NONE
                ? problem.people().get(from).death()
                : problem.links().get(problem.link(from, to)).cost();
    }

    private long bound(TrackDual dual) {
        long sum = 0;
        for (int i = 0; i < before.length; i++) {
            TrackPerson person = problem.people().get(i);
            sum = Math.addExact(sum, share(dual, person.birth(), TrackMargin.NONE, i));
            sum = Math.addExact(sum, Math.min(0, reducedReward(dual, i)));
            sum = Math.addExact(sum, share(dual, person.death(), i, TrackMargin.NONE));
        }
        for (TrackLink link : problem.links()) {
            sum = Math.addExact(sum, share(dual, link.cost(), link.from(), link.to()));
        }
        for (int f = 0; f < frames.length; f++) {
            long price = Math.subtractExact(waiting(dual, f), waiting(dual, f + 1));
            if (price > 0) {
                sum = Math.subtractExact(
                        sum, Math.multiplyExact(price, question.limit().most(frames[f])));
            }
        }
        return sum;
    }

    /** What a link, a birth or a death adds to the bound. */
    private long share(TrackDual dual, long cost, int from, int to) {
        Boolean used = pinned.isEmpty() ? null : pinned.get(key(from, to));
        long reduced = reduced(dual, cost, from, to);
        if (used == null) {
            return Math.min(0, reduced);
        }
        return used ? reduced : 0;
    }

    private long reduced(TrackDual dual, long cost, int from, int to) {
        long tail =
                from == TrackMargin.NONE ? waiting(dual, place[to]) : dual.out().get(from);
        long head = to == TrackMargin.NONE
                ? waiting(dual, place[from] + 1)
                : dual.in().get(to);
        return Math.subtractExact(Math.addExact(cost, tail), head);
    }

    private long reducedReward(TrackDual dual, int person) {
        long cost = Math.negateExact(problem.people().get(person).reward());
        return Math.subtractExact(
                Math.addExact(cost, dual.in().get(person)), dual.out().get(person));
    }

    /** Without limits everywhere, no frame has a price: the potentials count as 0. */
    private long waiting(TrackDual dual, int frame) {
        boolean limited = question.limit().stretches().size() > 0;
        return frame == frames.length || dual.waiting().isEmpty() || !limited
                ? 0
                : dual.waiting().get(frame);
    }

    private void checkMargins(TrackDual dual, List<TrackMargin> margins) {
        Set<Long> seen = new HashSet<>();
        for (TrackMargin margin : margins) {
            String fault;
            try {
                fault = seen.add(key(margin.from(), margin.to())) ? fault(dual, margin) : "is there twice";
            } catch (ArithmeticException e) {
                fault = "has costs that are too large to add in 64 bits";
            }
            if (!fault.isEmpty()) {
                reasons.add("the margin of " + margin.from() + ", " + margin.to() + " " + fault);
            }
        }
    }

    /** What is wrong with a margin, empty if nothing is. */
    private String fault(TrackDual dual, TrackMargin margin) {
        int from = margin.from();
        int to = margin.to();
        boolean outside = from == to && isPerson(from) && before[from] == NO_TRACK;
        boolean used = isPerson(from)
                ? from != to && to != NO_TRACK && after[from] == to
                : from == TrackMargin.NONE && isPerson(to) && before[to] == from;
        if (!outside && !used) {
            return "is about nothing that the tracks have";
        }
        if (pinned.containsKey(key(from, to))) {
            return "is about a pin";
        }
        long proven = outside ? reducedReward(dual, from) : Math.negateExact(reduced(dual, cost(from, to), from, to));
        if (margin.atLeast() > Math.max(0, proven)) {
            return "is claimed to be at least " + margin.atLeast() + " micro-units, but the dual proves " + proven;
        }
        if (margin.margin() < margin.atLeast()) {
            return "is claimed to be " + margin.margin() + " micro-units, but at least " + margin.atLeast();
        }
        return new ChangedTracks(margin.changes()).fault(margin, outside);
    }

    private boolean isPerson(int index) {
        return index >= 0 && index < before.length;
    }

    private static long key(int from, int to) {
        return ((long) from << 32) | (to & 0xffffffffL);
    }

    /** The tracks with the changes of a margin: whether they are tracks that keep what was asked, without what the margin is about, and cost what it says. */
    private final class ChangedTracks {
        private final List<TrackMargin.Change> changes;
        private final Map<Integer, Integer> newBefore = new HashMap<>();
        private final Map<Integer, Integer> newAfter = new HashMap<>();
        private final Map<Integer, Integer> moreTracks = new HashMap<>();
        private long cost;

        ChangedTracks(List<TrackMargin.Change> changes) {
            this.changes = changes;
        }

        String fault(TrackMargin margin, boolean outside) {
            for (boolean added : new boolean[] {false, true}) {
                for (TrackMargin.Change change : changes) {
                    if (change.added() == added && !possible(change)) {
                        return "has the change " + change + ", which is not possible";
                    }
                }
            }
            Set<Integer> touched = new HashSet<>(newBefore.keySet());
            touched.addAll(newAfter.keySet());
            for (int person : touched) {
                boolean inTrack = beforeOf(person) != NO_TRACK;
                if (inTrack != (afterOf(person) != NO_TRACK)) {
                    return "has changes that leave half of person " + person;
                }
                int more = (inTrack ? 1 : 0) - (before[person] != NO_TRACK ? 1 : 0);
                count(place[person], place[person], more);
                cost = Math.subtractExact(
                        cost, Math.multiplyExact(problem.people().get(person).reward(), more));
            }
            for (Map.Entry<Integer, Integer> entry : moreTracks.entrySet()) {
                int f = entry.getKey();
                if (tracksAt[f] + entry.getValue() > question.limit().most(frames[f])) {
                    return "has changes with too many tracks at frame " + frames[f] + " of the problem";
                }
            }
            boolean otherwise = outside
                    ? beforeOf(margin.from()) != NO_TRACK
                    : isPerson(margin.from())
                            ? afterOf(margin.from()) != margin.to()
                            : beforeOf(margin.to()) != margin.from();
            if (!otherwise) {
                return "has changes that leave it as it is";
            }
            return cost == margin.margin()
                    ? ""
                    : "is claimed to be " + margin.margin() + " micro-units, but its changes cost " + cost;
        }

        private boolean possible(TrackMargin.Change change) {
            int from = change.from();
            int to = change.to();
            boolean link = isPerson(from) && isPerson(to);
            boolean known = link
                    ? problem.link(from, to) >= 0
                    : from == TrackMargin.NONE ? isPerson(to) : to == TrackMargin.NONE && isPerson(from);
            if (!known || pinned.containsKey(key(from, to))) {
                return false;
            }
            boolean fits = (!isPerson(from) || afterOf(from) == (change.added() ? NO_TRACK : to))
                    && (!isPerson(to) || beforeOf(to) == (change.added() ? NO_TRACK : from));
            if (isPerson(from)) {
                newAfter.put(from, change.added() ? to : NO_TRACK);
            }
            if (isPerson(to)) {
                newBefore.put(to, change.added() ? from : NO_TRACK);
            }
            cost = change.added() ? Math.addExact(cost, cost(from, to)) : Math.subtractExact(cost, cost(from, to));
            if (link) {
                count(place[from] + 1, place[to] - 1, change.added() ? 1 : -1);
            }
            return fits;
        }

        private int beforeOf(int person) {
            return newBefore.getOrDefault(person, before[person]);
        }

        private int afterOf(int person) {
            return newAfter.getOrDefault(person, after[person]);
        }

        private void count(int first, int last, int more) {
            for (int f = first; f <= last; f++) {
                moreTracks.merge(f, more, Integer::sum);
            }
        }
    }
}
