package dev.jointly.lp;

/** Forwards every call to another engine; with {@link ForwardingModel}, for engines that observe another one. Thread-safe, as every engine has to be. */
public abstract class ForwardingEngine implements LpEngine {
    private final LpEngine engine;

    protected ForwardingEngine(LpEngine engine) {
        this.engine = engine;
    }

    @Override
    public String name() {
        return engine.name();
    }

    @Override
    public LpModel newModel() {
        return engine.newModel();
    }

    @Override
    public IntegerResult solve(IntegerProgram program, WorkLimit limit, Deadline deadline) {
        return engine.solve(program, limit, deadline);
    }
}
