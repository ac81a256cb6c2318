package dev.jointly.track;

import java.util.Comparator;
import java.util.List;

/**
 * How much more the cheapest tracks cost in which one thing is otherwise.
 *
 * @param from the earlier person of the link; the last one of a track that ends; a person in no track; -1 where a track begins
 * @param to the later person; the first one of a track that begins; the person in no track again; -1 where a track ends
 * @param atLeast what the dual of the tracks proves of the margin, in micro-units, 0 at least
 * @param margin what the tracks with the changes cost more, in micro-units
 * @param changes links, births and deaths of the cheapest tracks without this one, where they are other ones
 */
public record TrackMargin(int from, int to, long atLeast, long margin, List<Change> changes) {
    /** Stands for no person: the place that births lead from and deaths lead to. */
    public static final int NONE = -1;

    /**
     * A link, a birth or a death that is added or removed.
     *
     * @param from -1 for a birth
     * @param to -1 for a death
     */
    public record Change(boolean added, int from, int to) {}

    /** Copies the list, and puts what is removed first. */
    public TrackMargin {
        changes = changes.stream().sorted(Comparator.comparing(Change::added)).toList();
    }

    /** Whether the dual alone proves the margin. */
    public boolean exact() {
        return atLeast == margin;
    }
}
