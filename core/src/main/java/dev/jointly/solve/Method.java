package dev.jointly.solve;

import java.util.Locale;

/** How a problem is solved. */
public enum Method {
    /** Benders decomposition with column generation: the paper's method. */
    BCG,
    /** Pure column generation over skeletons and local assignments in one master. */
    PCG,
    /** The bare integer engine on a compact formulation: the peer to compare with. Its bound is not certified. */
    MIP;

    /** As files and the command line spell it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
