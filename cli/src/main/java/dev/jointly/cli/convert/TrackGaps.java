package dev.jointly.cli.convert;

import dev.jointly.cli.media.ClipTracks;
import dev.jointly.io.export.Solved;
import dev.jointly.io.export.Solved.Person;
import dev.jointly.pose.Person.Joint;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Fills in people who are missing within their track, in a straight line and at an even pace between the frames before and after. All
 * frames are seen first. Not thread-safe.
 */
final class TrackGaps {
    private final ClipTracks tracks;
    private final int longest;
    /** For each track, the joints by part at each time. */
    private final SortedMap<Integer, NavigableMap<Integer, Map<Integer, Joint>>> seen = new TreeMap<>();

    /** @param longest the most frames missing in a row that are filled */
    TrackGaps(ClipTracks tracks, int longest) {
        this.tracks = tracks;
        this.longest = longest;
    }

    void see(Solved solved) {
        for (Person person : solved.people()) {
            if (person.tracked()) {
                Map<Integer, Joint> joints = new HashMap<>();
                person.global().forEach((part, d) -> joints.put(part, solved.joint(d)));
                seen.computeIfAbsent(person.track(), track -> new TreeMap<>())
                        .put(tracks.time(solved.problem().id()), joints);
            }
        }
    }

    Solved filled(Solved solved) {
        if (longest == 0) {
            return solved;
        }
        int time = tracks.time(solved.problem().id());
        SortedMap<Integer, SortedMap<Integer, Joint>> missing = new TreeMap<>();
        seen.forEach((track, places) -> {
            Map.Entry<Integer, Map<Integer, Joint>> before = places.floorEntry(time);
            Map.Entry<Integer, Map<Integer, Joint>> after = places.ceilingEntry(time);
            if (before != null
                    && after != null
                    && !before.getKey().equals(after.getKey())
                    && after.getKey() - before.getKey() - 1 <= longest) {
                double share = (time - before.getKey()) / (double) (after.getKey() - before.getKey());
                SortedMap<Integer, Joint> joints = between(before.getValue(), after.getValue(), share);
                if (!joints.isEmpty()) {
                    missing.put(track, joints);
                }
            }
        });
        return missing.isEmpty() ? solved : solved.withFilled(missing);
    }

    private static SortedMap<Integer, Joint> between(
            Map<Integer, Joint> before, Map<Integer, Joint> after, double share) {
        SortedMap<Integer, Joint> joints = new TreeMap<>();
        before.forEach((part, early) -> {
            Joint late = after.get(part);
            if (late != null) {
                joints.put(
                        part,
                        new Joint(
                                early.x() + share * (late.x() - early.x()),
                                early.y() + share * (late.y() - early.y()),
                                0));
            }
        });
        return joints;
    }
}
