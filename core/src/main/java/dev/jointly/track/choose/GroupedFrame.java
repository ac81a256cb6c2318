package dev.jointly.track.choose;

import dev.jointly.pose.Pose;
import dev.jointly.track.FrameGroupings;
import dev.jointly.track.PricedGrouping;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Groupings of one frame, with the people of all of them. A person who has the same detections in several groupings is one
 * person.
 *
 * @param people those of the first grouping in its order, then those of the others who are not among them
 * @param groupings with people by their place in {@code people}
 * @param positions which of the given groupings each of them is
 */
public record GroupedFrame(List<Pose> people, List<PricedGrouping> groupings, List<Integer> positions) {
    /**
     * Poses of a frame.
     *
     * @param objective their cost in micro-units
     */
    public record Poses(List<Pose> poses, long objective) {
        /** Copies the list. */
        public Poses {
            poses = List.copyOf(poses);
        }
    }

    /** Copies the lists. */
    public GroupedFrame {
        people = List.copyOf(people);
        groupings = List.copyOf(groupings);
        positions = List.copyOf(positions);
    }

    /**
     * Makes one of some groupings. Of those that have their joints in the same places, and differ in duplicates only, the first
     * is kept.
     *
     * @param all at least one
     * @param weight of differences of objectives beside the costs of tracks
     */
    public static GroupedFrame of(List<Poses> all, double weight) {
        if (!(weight >= 0 && weight <= 1e6)) {
            throw new IllegalArgumentException("weight " + weight + " must be from 0 to 1000000");
        }
        long least = all.stream().mapToLong(Poses::objective).min().orElseThrow();
        List<Pose> people = new ArrayList<>();
        List<PricedGrouping> groupings = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        Set<Set<Object>> seen = new HashSet<>();
        for (int k = 0; k < all.size(); k++) {
            Poses poses = all.get(k);
            Set<Object> places = new HashSet<>();
            poses.poses().forEach(pose -> places.add(pose.global()));
            if (seen.add(places)) {
                List<Integer> indices = new ArrayList<>();
                for (Pose pose : poses.poses()) {
                    if (!people.contains(pose)) {
                        people.add(pose);
                    }
                    indices.add(people.indexOf(pose));
                }
                positions.add(k);
                groupings.add(new PricedGrouping(price(Math.subtractExact(poses.objective(), least), weight), indices));
            }
        }
        return new GroupedFrame(people, groupings, positions);
    }

    private static long price(long difference, double weight) {
        return BigDecimal.valueOf(difference)
                .multiply(new BigDecimal(weight))
                .setScale(0, RoundingMode.HALF_EVEN)
                .longValueExact();
    }

    /** Whether there is more than one grouping. */
    public boolean open() {
        return groupings.size() > 1;
    }

    /** The choice of a frame with this number. */
    public FrameGroupings choice(int number) {
        return new FrameGroupings(number, groupings);
    }
}
