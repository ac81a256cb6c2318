package dev.jointly.track;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which people to link, in integers: choose disjoint tracks, each a sequence of people in which every two neighbours are a
 * link, so that the sum of births, deaths and links minus the rewards is as small as possible. People may belong to no
 * track. This is what optimality is about; where the costs come from does not matter here.
 *
 * <p>A frame may have alternative groupings: its people are those of all of them, one grouping is chosen at its price, and
 * only its people may belong to tracks. Without such frames this is a flow; with them it is an integer program.
 *
 * @param people in order of frame, then of index
 * @param links in order of {@code from}, then of {@code to}; sorted if they are not
 * @param choices frames with alternative groupings, in order of frame
 */
public record TrackProblem(List<TrackPerson> people, List<TrackLink> links, List<FrameGroupings> choices) {
    private static final Comparator<TrackPerson> BY_PLACE =
            Comparator.comparingInt(TrackPerson::frame).thenComparingInt(TrackPerson::index);

    private static final Comparator<TrackLink> BY_ENDS =
            Comparator.comparingInt(TrackLink::from).thenComparingInt(TrackLink::to);

    /** A problem without alternative groupings. */
    public TrackProblem(List<TrackPerson> people, List<TrackLink> links) {
        this(people, links, List.of());
    }

    /**
     * Copies the lists, and refuses people out of order, links that do not lead forward in time, and groupings that are not
     * those of the people of their frame.
     */
    public TrackProblem {
        people = List.copyOf(people);
        choices = List.copyOf(choices);
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
        requireOrder(choices);
        requireSamePeople(people, choices);
    }

    /** The same with alternative groupings of some frames. */
    public TrackProblem withChoices(List<FrameGroupings> frames) {
        return new TrackProblem(people, links, frames);
    }

    private static void requireOrder(List<FrameGroupings> choices) {
        for (int c = 1; c < choices.size(); c++) {
            if (choices.get(c).frame() <= choices.get(c - 1).frame()) {
                throw new IllegalArgumentException("the choice of frame "
                        + choices.get(c).frame() + " follows that of frame "
                        + choices.get(c - 1).frame() + "; sort the choices by frame, each frame once");
            }
        }
    }

    private static void requireSamePeople(List<TrackPerson> people, List<FrameGroupings> choices) {
        Map<Integer, Set<Integer>> inFrame = new HashMap<>();
        people.forEach(person ->
                inFrame.computeIfAbsent(person.frame(), f -> new TreeSet<>()).add(person.index()));
        for (FrameGroupings choice : choices) {
            Set<Integer> grouped = new TreeSet<>();
            choice.groupings().forEach(grouping -> grouped.addAll(grouping.people()));
            Set<Integer> expected = inFrame.getOrDefault(choice.frame(), Set.of());
            if (!grouped.equals(expected)) {
                throw new IllegalArgumentException("the groupings of frame " + choice.frame() + " have the people "
                        + grouped + " but must have those of the frame, " + expected);
            }
        }
    }
}
