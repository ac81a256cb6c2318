package dev.jointly.cli;

import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.ModelStore.Listed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code jointly model}: the networks that {@code pose} runs. */
@Command(
        name = "model",
        synopsisSubcommandLabel = "COMMAND",
        description = "Manages the networks that pose runs on images.")
final class ModelCommand {
    private final Console console;
    private final ModelStore models;

    ModelCommand(Console console, ModelStore models) {
        this.console = console;
        this.models = models;
    }

    @Command(
            name = "list",
            description = "Lists the networks: those inside the program, and those in your cache folder.")
    int list() {
        StringBuilder text = new StringBuilder();
        for (Listed network : listed()) {
            String state =
                    switch (network.origin()) {
                        case INSIDE -> "inside";
                        case ADDED -> "in your folder";
                        case MISSING -> "missing";
                    };
            String line = String.format(
                    Locale.ROOT,
                    "%-20s  %-14s  %5.1f MB  %-15s  %s",
                    network.name(),
                    state,
                    network.bytes() / 1e6,
                    network.licence(),
                    network.source());
            text.append(line.stripTrailing()).append('\n');
        }
        try {
            console.out().write(text.toString().getBytes(StandardCharsets.UTF_8));
            console.out().flush();
            return Exit.DONE;
        } catch (IOException e) {
            throw new CannotWriteException("-", e);
        }
    }

    private List<Listed> listed() {
        try {
            return models.list();
        } catch (IOException e) {
            throw new CannotWriteException(models.folder().toString(), e);
        }
    }

    @Command(
            name = "install",
            description =
                    "Says whether a network is there. openpose-mobilenet, movenet-multipose and movenet-thunder are"
                            + " inside the program, so there is nothing to install.")
    int install(
            @Parameters(
                            paramLabel = "NAME",
                            description = "The model: openpose-mobilenet, movenet-multipose or movenet-thunder.")
                    String name) {
        switch (origin(name)) {
            case INSIDE -> console.say("model " + name + " is inside the program: there is nothing to install");
            case ADDED -> console.say("model " + name + " is there already: " + models.network(name));
            case MISSING -> throw models.missing(name);
        }
        return Exit.DONE;
    }

    /** Of a network that ships with the program; another name is refused. */
    private ModelStore.Origin origin(String name) {
        models.network(name);
        return listed().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow()
                .origin();
    }

    @Command(
            name = "remove",
            description = "Deletes a network from your cache folder. Does nothing if it is not there.")
    int remove(@Parameters(paramLabel = "NAME", description = "The model: see jointly model list.") String name) {
        try {
            boolean removed = models.remove(name);
            console.say("model " + name + (removed ? " is removed from " : " is not in ") + models.folder());
            return Exit.DONE;
        } catch (IOException e) {
            throw new CannotWriteException(models.folder().toString(), e);
        }
    }
}
