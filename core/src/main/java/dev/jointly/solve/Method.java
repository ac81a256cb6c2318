package dev.jointly.solve;

import java.util.Locale;

/** The method by which a problem is solved. */
public enum Method {
    /** Benders decomposition with column generation: the paper's method. */
    BCG,
    /** Pure column generation over skeletons and local assignments in one master. */
    PCG;

    /** The name in files and on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
