package dev.jointly.margin;

import dev.jointly.selfcheck.SelfCheckException;
import dev.jointly.session.Session;
import dev.jointly.solve.Solution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The groupings of a problem that cost little more than the best one.
 *
 * @param groupings in order of cost, the best one first; each is proven to be next
 * @param complete whether these are all that were asked for; false if they could not be proven to be next
 */
public record NearGroupings(List<Solution> groupings, boolean complete) {
    /** Copies the list. */
    public NearGroupings {
        groupings = List.copyOf(groupings);
    }

    /**
     * Finds them, by {@link BestGroupings}.
     *
     * @param most how many at most, the best one included
     * @param below what they cost more than the best one is less than this, in micro-units
     * @param stopped once it returns true, those found so far are all there are
     */
    public static NearGroupings of(Session session, int most, long below, BooleanSupplier stopped) {
        BestGroupings next = new BestGroupings(session, stopped);
        List<Solution> groupings = new ArrayList<>();
        long limit = Long.MAX_VALUE;
        while (groupings.size() < most) {
            Optional<Solution> grouping;
            try {
                grouping = next.nextBelow(limit);
            } catch (SelfCheckException e) {
                if (stopped.getAsBoolean()) {
                    // the last solve ended too early for its solution to be confirmed
                    return new NearGroupings(groupings, false);
                }
                throw e;
            }
            if (grouping.isEmpty()) {
                return new NearGroupings(groupings, next.noneBelow(limit));
            }
            if (groupings.isEmpty()) {
                limit = Math.addExact(grouping.get().objective(), Math.max(0, below));
            }
            groupings.add(grouping.get());
        }
        return new NearGroupings(groupings, true);
    }
}
