package dev.jointly.solve.price;

import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import org.jspecify.annotations.Nullable;

/** What pairs can save at most. Nothing of it depends on prices, so it is worked out once, where it is needed. */
final class FriendliestPairs {
    private final Candidates candidates;
    private final Costs costs;
    /** By lead, minor part and candidate. */
    private final long[][] @Nullable [] limbs;

    private long @Nullable [] sums;

    FriendliestPairs(Candidates candidates) {
        this.candidates = candidates;
        costs = candidates.costs();
        limbs = new long[costs.size()][][];
    }

    /** The sum over all other parts of a detection's friendliest pair there. */
    long ofDetection(int d) {
        long[] known = sums;
        if (known == null) {
            known = findSums();
            sums = known;
        }
        return known[d];
    }

    private long[] findSums() {
        long[] found = new long[costs.size()];
        for (int d : candidates.members()) {
            int p = costs.part(d);
            for (int q = 0; q < costs.parts(); q++) {
                int size = q == p || costs.between(p, q).length == 0 ? 0 : costs.ofPart(q).length;
                long least = 0;
                for (int i = costs.slot(d) * size; i < (costs.slot(d) + 1) * size; i++) {
                    least = Math.min(least, costs.between(p, q)[i]);
                }
                found[d] += least;
            }
        }
        return found;
    }

    /** By minor part and candidate: its friendliest pair with one of the lead's candidates of the parent part, or 0. */
    long[][] limbs(int lead) {
        long[][] known = limbs[lead];
        if (known == null) {
            known = findLimbs(lead);
            limbs[lead] = known;
        }
        return known;
    }

    private long[][] findLimbs(int lead) {
        long[][] found = new long[costs.parts()][];
        for (int q : costs.minors()) {
            int[] slots = candidates.joins(lead, q);
            found[q] = new long[slots.length];
            int p = costs.parent(q);
            for (int i = 0; p >= 0 && i < slots.length; i++) {
                for (int above : candidates.joins(lead, p)) {
                    long phi = costs.between(p, q)[above * costs.ofPart(q).length + slots[i]];
                    found[q][i] = Math.min(found[q][i], phi);
                }
            }
        }
        return found;
    }
}
