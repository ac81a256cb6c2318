package dev.jointly.cli;

import dev.jointly.vision.net.ModelStore;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParentCommand;

/** A command of the program, with access to what all commands work with. */
public abstract class JointlyCommand {
    @ParentCommand
    private @Nullable RootCommand root;

    private RootCommand root() {
        return Objects.requireNonNull(root, "picocli knows the parent of each command");
    }

    protected final Console console() {
        return root().console;
    }

    protected final StopSignal signal() {
        return root().signal;
    }

    protected final SolveFunction solving() {
        return root().solving;
    }

    protected final ModelStore models() {
        return root().models;
    }
}
