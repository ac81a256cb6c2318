package dev.jointly.io;

import dev.jointly.io.TracksDocument.Bound;
import dev.jointly.track.FrameGroupings;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.Track;
import dev.jointly.track.TrackDual;
import dev.jointly.track.TrackLink;
import dev.jointly.track.TrackPerson;
import dev.jointly.track.TrackProblem;
import dev.jointly.track.TrackSolution;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A document with tracks while it is being read: its fields may come in any order. */
final class TracksDraft {
    private final JsonSource source;
    final List<TrackedFrame> frames = new ArrayList<>();
    final List<long[]> people = new ArrayList<>();
    final List<long[]> links = new ArrayList<>();
    LinkSettings settings = LinkSettings.DEFAULT;
    TrackDual dual = new TrackDual(List.of(), List.of());
    boolean optimal;
    long objective;
    long lowerBound;
    int stride = 1;

    TracksDraft(JsonSource source) {
        this.source = source;
    }

    /** All of it, once every field has been read. */
    TracksDocument document(Bound bound) {
        List<TrackPerson> all = new ArrayList<>();
        SortedMap<Integer, List<Integer>> tracks = new TreeMap<>();
        List<FrameGroupings> choices = new ArrayList<>();
        List<Integer> chosen = new ArrayList<>();
        for (int f = 0; f < frames.size(); f++) {
            TrackedFrame frame = frames.get(f);
            int step = step(f);
            for (int pose = 0; pose < frame.tracks().size(); pose++) {
                if (frame.tracks().get(pose) != TrackedFrame.NO_TRACK) {
                    tracks.computeIfAbsent(frame.tracks().get(pose), id -> new ArrayList<>())
                            .add(all.size() + frame.person(pose));
                }
            }
            for (int i = 0; i < frame.people() && all.size() < people.size(); i++) {
                long[] costs = people.get(all.size());
                all.add(new TrackPerson(step, i, costs[0], costs[1], costs[2]));
            }
            if (frame.alternatives() != null) {
                choices.add(new FrameGroupings(step, frame.alternatives().groupings()));
                chosen.add(frame.alternatives().chosen());
            }
        }
        int inFrames = frames.stream().mapToInt(TrackedFrame::people).sum();
        if (inFrames != people.size()) {
            String each = choices.isEmpty() ? "one for each entry of tracks" : "one for each person of the frames";
            throw source.bad("/people", people.size() + " entries", inFrames + ", " + each);
        }
        requireSize("/dual/in", dual.in().size());
        requireSize("/dual/out", dual.out().size());
        if (!choices.isEmpty() || !dual.multipliers().isEmpty()) {
            requireSize("/dual/multipliers", dual.multipliers().size());
        }
        return new TracksDocument(
                settings,
                stride,
                frames,
                problem(all).withChoices(choices),
                new TrackSolution(
                        tracks.entrySet().stream()
                                .map(entry -> new Track(entry.getKey(), entry.getValue()))
                                .toList(),
                        objective,
                        dual,
                        chosen),
                bound);
    }

    /** Time from the first frame on. */
    private int step(int f) {
        int number = frames.get(f).number();
        int before = f == 0 ? -1 : frames.get(f - 1).number();
        if (number <= before) {
            throw source.bad(
                    "/frames/" + f + "/number",
                    Integer.toString(number),
                    "a number above " + before + ", that of the frame before");
        }
        int time = number - frames.get(0).number();
        if (time % stride != 0) {
            throw source.bad(
                    "/frames/" + f + "/number",
                    Integer.toString(number),
                    frames.get(0).number() + " plus a multiple of the stride, " + stride);
        }
        return time / stride;
    }

    private void requireSize(String path, int size) {
        if (size != people.size()) {
            throw source.bad(path, size + " entries", people.size() + ", one for each person");
        }
    }

    private TrackProblem problem(List<TrackPerson> all) {
        List<TrackLink> read = new ArrayList<>();
        for (int l = 0; l < links.size(); l++) {
            long from = links.get(l)[0];
            long to = links.get(l)[1];
            boolean known = from >= 0 && to >= 0 && from < all.size() && to < all.size();
            if (!known || all.get((int) from).frame() >= all.get((int) to).frame()) {
                throw source.bad(
                        "/links/" + l,
                        "from " + from + " to " + to,
                        "two of the people from 0 to " + (all.size() - 1) + ", the second in a later frame");
            }
            read.add(new TrackLink((int) from, (int) to, links.get(l)[2]));
        }
        try {
            return new TrackProblem(all, read);
        } catch (IllegalArgumentException e) {
            throw source.problem("/links", String.valueOf(e.getMessage()));
        }
    }
}
