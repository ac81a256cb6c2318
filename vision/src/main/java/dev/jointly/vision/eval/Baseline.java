package dev.jointly.vision.eval;

import dev.jointly.evidence.Evidence;
import java.util.List;

/** A method that groups candidates without optimising a cost. */
public interface Baseline {
    /** The people of one image. */
    List<GroupedPerson> people(Evidence evidence);
}
