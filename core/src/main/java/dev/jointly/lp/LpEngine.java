package dev.jointly.lp;

/** Makes models. An engine may be shared between threads; a model may not. */
public interface LpEngine {
    /** Name and version, for reports. */
    String name();

    /** A new empty model, owned and closed by the caller. */
    LpModel newModel();

    /** Solves an integer program in one go. Never throws for numerical trouble: that is {@link LpStatus#FAILED}. */
    IntegerResult solve(IntegerProgram program, Deadline deadline);
}
