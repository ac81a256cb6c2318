package dev.jointly.cli;

import dev.jointly.vision.net.ModelStore;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParentCommand;

/** A command of the program, with access to what all commands work with. */
public abstract class JointlyCommand {
    @ParentCommand
    private @Nullable Program program;

    /** The program, the parent of its commands. */
    interface Program {
        Workplace workplace();
    }

    /** What commands work with. */
    record Workplace(Console console, StopSignal signal, SolveFunction solving, ModelStore models) {}

    private Workplace workplace() {
        return Objects.requireNonNull(program, "picocli knows the parent of each command")
                .workplace();
    }

    protected final Console console() {
        return workplace().console();
    }

    protected final StopSignal signal() {
        return workplace().signal();
    }

    protected final SolveFunction solving() {
        return workplace().solving();
    }

    protected final ModelStore models() {
        return workplace().models();
    }
}
