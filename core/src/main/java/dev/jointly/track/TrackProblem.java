package dev.jointly.track;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Which people to link, in integers: choose disjoint tracks, each a sequence of people in which every two neighbours are a
 * link, so that the sum of births, deaths and links minus the rewards is as small as possible. People may belong to no
 * track. This is what optimality is about; where the costs come from does not matter here.
 *
 * @param people in order of frame, then of index
 * @param links in order of {@code from}, then of {@code to}; sorted if they are not
 */
public record TrackProblem(List<TrackPerson> people, List<TrackLink> links) {
    private static final Comparator<TrackPerson> BY_PLACE =
            Comparator.comparingInt(TrackPerson::frame).thenComparingInt(TrackPerson::index);

    private static final Comparator<TrackLink> BY_ENDS =
            Comparator.comparingInt(TrackLink::from).thenComparingInt(TrackLink::to);

    /** Copies the lists, and refuses people out of order and links that do not lead forward in time. */
    public TrackProblem {
        people = List.copyOf(people);
        links = links.stream().sorted(BY_ENDS).toList();
        for (int i = 1; i < people.size(); i++) {
            if (BY_PLACE.compare(people.get(i - 1), people.get(i)) >= 0) {
                throw new IllegalArgumentException(people.get(i) + " follows " + people.get(i - 1)
                        + "; sort the people by frame and index, each once");
            }
        }
        for (int l = 0; l < links.size(); l++) {
            TrackLink link = links.get(l);
            if (link.from() < 0 || link.to() < 0 || link.from() >= people.size() || link.to() >= people.size()) {
                throw new IllegalArgumentException(link + " must name people from 0 to " + (people.size() - 1));
            }
            if (people.get(link.from()).frame() >= people.get(link.to()).frame()) {
                throw new IllegalArgumentException(link + " must lead from an earlier to a later frame, not from frame "
                        + people.get(link.from()).frame() + " to "
                        + people.get(link.to()).frame());
            }
            if (l > 0 && BY_ENDS.compare(links.get(l - 1), link) == 0) {
                throw new IllegalArgumentException(link + " is there twice; keep the cheaper one");
            }
        }
    }

    /** Index of the link between two people in {@link #links}, negative if there is none. */
    int link(int from, int to) {
        return Collections.binarySearch(links, new TrackLink(from, to, 0), BY_ENDS);
    }
}
