package dev.jointly.track;

import dev.jointly.track.TrackMargin.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

/** Where tracks are in doubt, and what would happen instead, in words. */
public final class Crossings {
    private final TrackProblem problem;
    private final int[] trackOf;

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
     * @param margin the smallest of the place
     */
    public record Crossing(Kind kind, int frame, List<Integer> tracks, TrackMargin margin) {
        /** Copies the list. */
        public Crossing {
            tracks = List.copyOf(tracks);
        }
    }

    /** Of these tracks. */
    public Crossings(TrackProblem problem, List<Track> tracks) {
        this.problem = problem;
        trackOf = new int[problem.people().size()];
        tracks.forEach(track -> track.people().forEach(person -> trackOf[person] = track.id()));
    }

    /**
     * Swaps first, since they exchange all that follows; most doubtful first among those of a kind. Of margins about the same tracks within a few frames, only the smallest counts, so that a swap is one
     * crossing although it could be a frame earlier or later.
     *
     * @param margins those from {@code most} on are left out
     * @param frames within which margins about the same tracks are one crossing
     */
    public List<Crossing> list(List<TrackMargin> margins, long most, int frames) {
        List<Crossing> sorted = margins.stream()
                .filter(margin -> margin.margin() < most)
                .map(this::crossing)
                .sorted(Comparator.comparing(Crossing::kind)
                        .thenComparingLong(crossing -> crossing.margin().margin())
                        .thenComparingInt(Crossing::frame))
                .toList();
        Map<List<Integer>, TreeSet<Integer>> taken = new HashMap<>();
        List<Crossing> crossings = new ArrayList<>();
        for (Crossing crossing : sorted) {
            TreeSet<Integer> near = taken.computeIfAbsent(crossing.tracks(), tracks -> new TreeSet<>());
            if (near.subSet(crossing.frame() - frames, true, crossing.frame() + frames, true)
                    .isEmpty()) {
                near.add(crossing.frame());
                crossings.add(crossing);
            }
        }
        return crossings;
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
        return new Crossing(kind, frame, List.copyOf(tracks), margin);
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
        Crossing crossing = crossing(margin);
        List<Change> across = margin.changes().stream().filter(this::isAcross).toList();
        if (crossing.kind() == Kind.SWAP
                && across.size() == 2
                && track(across.get(0).from()) == track(across.get(1).to())
                && track(across.get(0).to()) == track(across.get(1).from())) {
            return "track " + crossing.tracks().get(0) + " and track "
                    + crossing.tracks().get(1) + " exchange after frame " + number.applyAsInt(crossing.frame());
        }
        List<String> words = new ArrayList<>();
        margin.changes().stream()
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
