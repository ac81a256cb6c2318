package dev.jointly.track;

import dev.jointly.track.TrackMargin.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * Where tracks are in doubt, and what would happen instead, in words. Such a place is one of two: a margin, which is the least that
 * any tracks cost more in which one thing is otherwise; or an exchange of two tracks, links i to j' and j to i' in place of i to i'
 * and j to j'. An exchange has its exact cost, which is no margin where something else costs less. If one of its links does not exist,
 * it is left out: to end a track and to begin another one costs no more than such a link.
 */
public final class Crossings {
    private static final int NONE = TrackMargin.NONE;

    private final TrackProblem problem;
    private final int[] trackOf;
    /** The neighbours of each person in its track. */
    private final int[] before;

    private final int[] after;

    /** What would be otherwise. */
    public enum Kind {
        /** Tracks exchange people from some frame on. */
        SWAP("swap"),
        /** A track begins or ends elsewhere, or not at all. */
        END("birth/death"),
        /** A track passes a person by, or takes one that is in no track. */
        GAP("gap");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** As lists of crossings have it. */
        public String words() {
            return words;
        }
    }

    /**
     * A doubtful place.
     *
     * @param frame of the problem; what is otherwise comes after it
     * @param tracks ids of the tracks that would be others
     * @param cost what the other tracks cost more, in micro-units; the smallest of the place
     * @param margin whether no tracks with this change cost less; otherwise it is the cost of this exchange
     * @param changes to the other tracks
     */
    public record Crossing(
            Kind kind, int frame, List<Integer> tracks, long cost, boolean margin, List<Change> changes) {
        /** Copies the lists. */
        public Crossing {
            tracks = List.copyOf(tracks);
            changes = List.copyOf(changes);
        }
    }

    /** Of these tracks. */
    public Crossings(TrackProblem problem, List<Track> tracks) {
        this.problem = problem;
        trackOf = new int[problem.people().size()];
        before = new int[trackOf.length];
        after = new int[trackOf.length];
        Arrays.fill(before, NONE);
        Arrays.fill(after, NONE);
        for (Track track : tracks) {
            int last = NONE;
            for (int person : track.people()) {
                trackOf[person] = track.id();
                before[person] = last;
                if (last != NONE) {
                    after[last] = person;
                }
                last = person;
            }
        }
    }

    /**
     * Swaps first, since they exchange all that follows; most doubtful first among those of a kind. Of places about the same tracks
     * within a few frames, only the one of the smallest cost counts, so that a swap is one crossing although it could be a frame earlier
     * or later; and where exchanges of two tracks follow each other so closely, only those are places that cost less than their neighbours.
     *
     * @param margins those from {@code most} on are left out; links without a margin are pinned, and are not exchanged
     * @param most limit of the margins; all exchanges count
     * @param frames within which places about the same tracks are one crossing
     */
    public List<Crossing> list(List<TrackMargin> margins, long most, int frames) {
        List<Crossing> sorted = Stream.concat(
                        margins.stream()
                                .filter(margin -> margin.margin() < most)
                                .map(this::crossing),
                        exchanges(margins, frames).stream())
                .sorted(Comparator.comparing(Crossing::kind)
                        .thenComparingLong(Crossing::cost)
                        .thenComparing(crossing -> !crossing.margin())
                        .thenComparingInt(Crossing::frame))
                .toList();
        Map<List<Integer>, TreeSet<Long>> taken = new HashMap<>();
        List<Crossing> crossings = new ArrayList<>();
        for (Crossing crossing : sorted) {
            TreeSet<Long> near = taken.computeIfAbsent(crossing.tracks(), tracks -> new TreeSet<>());
            long frame = crossing.frame();
            if (near.subSet(frame - frames, true, frame + frames, true).isEmpty()) {
                near.add(frame);
                crossings.add(crossing);
            }
        }
        return crossings;
    }

    /** The exchanges of two tracks that cost less than the ones before and after, if these are within a few frames. */
    private List<Crossing> exchanges(List<TrackMargin> margins, int frames) {
        boolean[] free = new boolean[trackOf.length];
        margins.stream().filter(margin -> margin.from() != NONE).forEach(margin -> free[margin.from()] = true);
        Map<List<Integer>, List<Crossing>> byTracks = new LinkedHashMap<>();
        for (TrackLink link : problem.links()) {
            int next = after[link.from()];
            int other = before[link.to()];
            boolean across = trackOf[link.from()] < trackOf[link.to()] && trackOf[link.from()] != 0;
            if (across && next != NONE && other != NONE && free[link.from()] && free[other]) {
                int back = problem.link(other, next);
                if (back >= 0) {
                    Crossing exchange = exchange(link, problem.links().get(back), next, other);
                    byTracks.computeIfAbsent(exchange.tracks(), tracks -> new ArrayList<>())
                            .add(exchange);
                }
            }
        }
        return byTracks.values().stream()
                .flatMap(run -> smallest(run, frames).stream())
                .toList();
    }

    private Crossing exchange(TrackLink there, TrackLink back, int next, int other) {
        long added = Math.addExact(there.cost(), back.cost());
        long removed = Math.addExact(cost(there.from(), next), cost(other, there.to()));
        return new Crossing(
                Kind.SWAP,
                Math.max(frame(there.from()), frame(other)),
                List.of(trackOf[there.from()], trackOf[there.to()]),
                Math.subtractExact(added, removed),
                false,
                List.of(
                        new Change(false, there.from(), next),
                        new Change(false, other, there.to()),
                        new Change(true, there.from(), there.to()),
                        new Change(true, other, next)));
    }

    private long cost(int from, int to) {
        return problem.links().get(problem.link(from, to)).cost();
    }

    /** Those that cost less than their neighbours; of equal ones next to each other, the first. */
    private static List<Crossing> smallest(List<Crossing> exchanges, int frames) {
        List<Crossing> inOrder = exchanges.stream()
                .sorted(Comparator.comparingInt(Crossing::frame))
                .toList();
        List<Crossing> found = new ArrayList<>();
        boolean falling = true;
        for (int c = 0; c < inOrder.size(); c++) {
            Crossing crossing = inOrder.get(c);
            boolean near = c > 0 && crossing.frame() - inOrder.get(c - 1).frame() <= frames;
            boolean lower = !near || crossing.cost() < inOrder.get(c - 1).cost();
            if (near && lower && falling) {
                found.remove(found.size() - 1);
            }
            falling = lower || (falling && crossing.cost() == inOrder.get(c - 1).cost());
            if (lower) {
                found.add(crossing);
            }
        }
        return found;
    }

    private Crossing crossing(TrackMargin margin) {
        List<Change> across = margin.changes().stream().filter(this::isAcross).toList();
        boolean cuts =
                margin.changes().stream().anyMatch(change -> !change.added() && change.from() >= 0 && change.to() >= 0);
        boolean ends = margin.changes().stream().anyMatch(change -> change.from() < 0 || change.to() < 0);
        Kind kind = cuts && !across.isEmpty() ? Kind.SWAP : ends ? Kind.END : Kind.GAP;
        int frame = frame(margin.from() < 0 ? margin.to() : margin.from());
        if (kind == Kind.SWAP) {
            frame = across.stream()
                    .mapToInt(change -> frame(change.from()))
                    .max()
                    .orElseThrow();
        }
        SortedSet<Integer> tracks = new TreeSet<>();
        for (Change change : kind == Kind.SWAP ? across : margin.changes()) {
            tracks.add(track(change.from()));
            tracks.add(track(change.to()));
        }
        tracks.remove(0);
        return new Crossing(kind, frame, List.copyOf(tracks), margin.margin(), true, margin.changes());
    }

    private boolean isAcross(Change change) {
        int from = track(change.from());
        int to = track(change.to());
        return change.added() && from != 0 && to != 0 && from != to;
    }

    private int track(int person) {
        return person < 0 ? 0 : trackOf[person];
    }

    private int frame(int person) {
        return problem.people().get(person).frame();
    }

    /**
     * What would happen instead, such as {@code track 2 and track 5 exchange after frame 812}.
     *
     * @param number from a frame of the problem to what its user calls it
     */
    public String words(TrackMargin margin, IntUnaryOperator number) {
        return words(crossing(margin), number);
    }

    /** The same of a crossing. */
    public String words(Crossing crossing, IntUnaryOperator number) {
        List<Change> across = crossing.changes().stream().filter(this::isAcross).toList();
        if (crossing.kind() == Kind.SWAP
                && across.size() == 2
                && track(across.get(0).from()) == track(across.get(1).to())
                && track(across.get(0).to()) == track(across.get(1).from())) {
            return "track " + crossing.tracks().get(0) + " and track "
                    + crossing.tracks().get(1) + " exchange after frame " + number.applyAsInt(crossing.frame());
        }
        List<String> words = new ArrayList<>();
        crossing.changes().stream()
                .filter(change -> change.added() && (change.from() < 0 || track(change.from()) != 0 || change.to() < 0))
                .sorted(Comparator.comparing((Change change) -> change.from() >= 0)
                        .thenComparing(change -> change.to() < 0))
                .forEach(change -> words.add(words(change, number)));
        if (words.isEmpty()) {
            crossing.tracks().forEach(track -> words.add("there is no track " + track));
        }
        return String.join("; ", words);
    }

    private String words(Change change, IntUnaryOperator number) {
        int from = change.from();
        int to = change.to();
        if (from < 0) {
            return (track(to) == 0 ? "a new track" : "track " + track(to)) + " begins in frame "
                    + number.applyAsInt(frame(to));
        }
        String who = "track " + track(from);
        if (to < 0) {
            return (track(from) == 0 ? "it" : who) + " ends in frame " + number.applyAsInt(frame(from));
        }
        return who + " goes on from frame " + number.applyAsInt(frame(from))
                + (isAcross(change) ? " as track " + track(to) : track(to) == 0 ? " with a person of no track" : "")
                + " in frame " + number.applyAsInt(frame(to));
    }
}
