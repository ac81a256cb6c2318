package dev.jointly.lp;

/** Creates models and solves integer programs. Engines are thread-safe; models are not. */
public interface LpEngine {
    /** Name and version, for reports. */
    String name();

    /** A new empty model, owned and closed by the caller. */
    LpModel newModel();

    /**
     * Solves an integer program in one go. Numerical trouble is not an exception but {@link LpStatus#FAILED}.
     *
     * @param limit the most work to spend on it; as long as the deadline has not passed, nothing but the program and this
     *     limit decides what the result is
     */
    IntegerResult solve(IntegerProgram program, WorkLimit limit, Deadline deadline);
}
