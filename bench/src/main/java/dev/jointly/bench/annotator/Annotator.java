package dev.jointly.bench.annotator;

import java.util.List;

/** Who decides which mistake to correct next. */
interface Annotator {
    /** What was chosen, and what was looked at on the way. */
    record Choice(Mistake mistake, List<Integer> looks, boolean doubtful) {}

    /**
     * Chooses one of the mistakes.
     *
     * @param open those that can still be corrected; at least one
     */
    Choice next(Shown shown, List<Mistake> open);
}
