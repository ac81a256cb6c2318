package dev.jointly.vision.eval;

import dev.jointly.evidence.Evidence;
import java.util.List;

/** A way to put candidates together without an optimum in mind. */
public interface Baseline {
    /** The bodies of one picture. */
    List<GroupedPerson> bodies(Evidence evidence);
}
