package dev.jointly.io;

import dev.jointly.pose.Person;
import dev.jointly.track.Clip;
import dev.jointly.track.ClipFrame;
import dev.jointly.track.Track;
import dev.jointly.track.TrackSolution;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The frames of one clip by the {@link FrameNumber} of their ids, taken in any order. Not thread-safe. */
public final class ClipFrames {
    private final String kind;
    private final String named;
    private final SortedMap<Integer, List<Person>> frames = new TreeMap<>();
    private final Map<Integer, List<List<Double>>> identities = new HashMap<>();
    private @Nullable String clip;

    /**
     * No frames yet.
     *
     * @param kind what a frame comes as, in messages, such as "problem"
     * @param named what its id is called, in messages, such as "id"
     */
    public ClipFrames(String kind, String named) {
        this.kind = kind;
        this.named = named;
    }

    /**
     * Takes a frame, whose people stay in their order.
     *
     * @return its number
     * @throws BadInputException if the id has no number, is of another clip, or has the number of a frame before it
     */
    public int add(String id, List<Person> people) {
        String name = kind + " " + Excerpt.quoted(id);
        FrameNumber frame = FrameNumber.of(id)
                .orElseThrow(() -> new BadInputException(name + " has no number of a frame at the end of its " + named
                        + ", such as frame0012, which tracks need"));
        if (clip != null && !clip.equals(frame.clip())) {
            throw new BadInputException(name + " is of another clip than those before it, whose " + named
                    + "s begin with " + Excerpt.quoted(clip) + "; track each clip on its own");
        }
        if (frames.containsKey(frame.number())) {
            throw new BadInputException(name + " is a second frame " + frame.number() + "; track each clip on its own");
        }
        frames.put(frame.number(), List.copyOf(people));
        clip = frame.clip();
        return frame.number();
    }

    /** Says which animals the people of a frame could be, as {@link ClipFrame} has it. */
    public void identify(int number, List<List<Double>> scores) {
        identities.put(number, scores);
    }

    /** Whether there are no frames. */
    public boolean isEmpty() {
        return frames.isEmpty();
    }

    /** Greatest common divisor of the differences of frame numbers; 1 if there are none. */
    public int stride() {
        return frames.keySet().stream()
                .map(number -> BigInteger.valueOf(number - frames.firstKey()))
                .reduce(BigInteger.ZERO, BigInteger::gcd)
                .max(BigInteger.ONE)
                .intValue();
    }

    /** The clip, with times in strides from its first frame on. */
    public Clip clip() {
        int stride = stride();
        List<ClipFrame> all = new ArrayList<>();
        frames.forEach((number, people) -> all.add(new ClipFrame(
                (number - frames.firstKey()) / stride, people, identities.getOrDefault(number, List.of()))));
        return new Clip(all);
    }

    /** The frames in order, without tracks; their ids are their numbers. */
    public List<TrackedFrame> untracked() {
        List<TrackedFrame> all = new ArrayList<>();
        frames.forEach((number, people) -> all.add(new TrackedFrame(
                String.valueOf(number), null, number, Collections.nCopies(people.size(), TrackedFrame.NO_TRACK))));
        return all;
    }

    /**
     * Tracks of {@link #clip}, by the number of the frame: for each of its people the id of the track, or {@link
     * TrackedFrame#NO_TRACK}.
     */
    public SortedMap<Integer, List<Integer>> tracks(TrackSolution solution) {
        int[] trackOf = new int[frames.values().stream().mapToInt(List::size).sum()];
        for (Track track : solution.tracks()) {
            track.people().forEach(person -> trackOf[person] = track.id());
        }
        SortedMap<Integer, List<Integer>> tracked = new TreeMap<>();
        int next = 0;
        for (Map.Entry<Integer, List<Person>> frame : frames.entrySet()) {
            List<Integer> tracks = new ArrayList<>();
            for (int i = 0; i < frame.getValue().size(); i++) {
                tracks.add(trackOf[next++]);
            }
            tracked.put(frame.getKey(), tracks);
        }
        return tracked;
    }
}
