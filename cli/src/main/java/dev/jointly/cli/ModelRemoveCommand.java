package dev.jointly.cli;

import dev.jointly.vision.convert.Installer;
import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code jointly model remove}. */
@Command(
        name = "remove",
        description = "Deletes an installed network from your cache folder. Does nothing if it is not installed.")
final class ModelRemoveCommand implements Callable<Integer> {
    private final Console console;
    private final ModelStore models;

    @Parameters(index = "0", paramLabel = "NAME", description = "The model: see jointly model list.")
    String name = "";

    ModelRemoveCommand(Console console, ModelStore models) {
        this.console = console;
        this.models = models;
    }

    @Override
    public Integer call() {
        try {
            boolean removed = new Installer(models).remove(name);
            console.say(
                    removed
                            ? "model " + name + " is removed; to have it again: jointly model install " + name
                            : "model " + name + " is not installed");
            return Exit.DONE;
        } catch (IOException e) {
            throw new CannotWriteException(models.folder().toString(), e);
        }
    }
}
