package dev.jointly.cli;

import dev.jointly.vision.convert.Installer;
import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code jointly model list}. */
@Command(name = "list", description = "Lists the networks that can be installed, and which of them are.")
final class ModelListCommand implements Callable<Integer> {
    private final Console console;
    private final ModelStore models;

    ModelListCommand(Console console, ModelStore models) {
        this.console = console;
        this.models = models;
    }

    @Override
    public Integer call() {
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
}
