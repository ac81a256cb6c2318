package dev.jointly.bench;

import dev.jointly.bench.annotator.Repair.First;
import dev.jointly.bench.annotator.Repair.Outcome;
import dev.jointly.bench.annotator.Target;
import java.util.List;

/**
 * One image, and how many clicks it took each annotator.
 *
 * @param doubt with "next doubt", solved again after each click
 * @param random in random order, solved again after each click; one for each seed
 * @param seconds of the first of these, margins included
 */
record RepairedImage(String id, Target target, First first, Outcome doubt, List<Outcome> random, double seconds) {

    boolean wrongAtFirst() {
        return first.misplaced() + first.missing() > 0;
    }

    /** The mean over the seeds. */
    double randomClicks() {
        return random.stream().mapToInt(Outcome::clicks).average().orElse(Double.NaN);
    }
}
