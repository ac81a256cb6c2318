package dev.jointly.vision.eval;

import dev.jointly.evidence.Evidence;
import java.util.List;

/** A way to put candidates together without an optimum in mind. */
public interface Peer {
    /** The bodies of one picture. */
    List<Body> bodies(Evidence evidence);
}
