package dev.jointly.cli.media;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Exit;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.net.Download;
import dev.jointly.vision.net.ModelAddition;
import dev.jointly.vision.net.ModelCardReader;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.ModelStore.Listed;
import dev.jointly.vision.net.Recognition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jointly model}: the networks that {@code pose} runs. */
@Command(
        name = "model",
        synopsisSubcommandLabel = "COMMAND",
        description = "Manages the networks that pose runs on images.")
public final class ModelCommand extends JointlyCommand {
    private static final String OWN = "; for a network of your own: jointly model add NAME FILE|URL";

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
        console().print(text.toString());
        return Exit.DONE;
    }

    private List<Listed> listed() {
        try {
            return models().list();
        } catch (IOException e) {
            throw new CannotWriteException(models().folder().toString(), e);
        }
    }

    @Command(
            name = "install",
            description = "Says whether a network is there. Those of the program need not be installed.")
    int install(
            @Parameters(
                            paramLabel = "NAME",
                            description = "The model: openpose-mobilenet, movenet-multipose or movenet-thunder.")
                    String name) {
        switch (origin(name)) {
            case INSIDE -> console().say("model " + name + " is inside the program: there is nothing to install" + OWN);
            case ADDED -> console().say("model " + name + " is there already: " + models().network(name) + OWN);
            case MISSING -> throw models().missing(name);
        }
        return Exit.DONE;
    }

    /** Of a network that ships with the program; another name is refused. */
    private ModelStore.Origin origin(String name) {
        models().network(name);
        return listed().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow()
                .origin();
    }

    @Command(
            name = "add",
            description = "Copies or downloads a network of your own into your cache folder, under a name for --model."
                    + " Prints the SHA-256 of its file, which is checked whenever the model is used.")
    int add(
            @Parameters(paramLabel = "NAME", description = "Its name from now on.") String name,
            @Parameters(
                            paramLabel = "FILE|URL",
                            description = "A model card with its network beside it, or an ONNX file, or its address.")
                    String from,
            @Option(
                            names = "--card",
                            paramLabel = "CARD",
                            description = "The model card of an ONNX file that does not say itself what it is: see"
                                    + " docs/your-network.md.")
                    @Nullable
                    String card,
            @Option(
                            names = "--sha256",
                            paramLabel = "HASH",
                            description = "The SHA-256 that the network must have; another one is refused.")
                    @Nullable
                    String sha256) {
        models().requireFree(name);
        boolean byCard = from.endsWith(".json") && !Download.isUrl(from);
        List<Path> drafts = new ArrayList<>();
        try {
            Path network;
            if (Download.isUrl(from)) {
                network = draft(drafts, ".onnx");
                Download.fetch(from, network, console()::say);
            } else {
                Path file = PhotoFeed.path(from);
                network =
                        byCard ? file.resolveSibling(ModelCardReader.read(file).network()) : file;
            }
            if (!Files.isRegularFile(network)) {
                throw new BadInputException(network + ": no such file");
            }
            Path about;
            if (byCard || card != null) {
                about = PhotoFeed.path(card == null ? from : card);
            } else {
                about = draft(drafts, ".json");
                Files.writeString(about, recognised(from, network));
            }
            String hash = models().add(name, new ModelAddition(about, network, from, Optional.ofNullable(sha256)));
            console().say("model " + name + " is added; SHA-256 " + hash + "; to use it: jointly pose --model " + name);
            return Exit.DONE;
        } catch (IOException e) {
            throw new CannotWriteException(models().folder().toString(), e);
        } finally {
            drafts.forEach(ModelCommand::delete);
        }
    }

    private static Path draft(List<Path> drafts, String ending) throws IOException {
        Path draft = Files.createTempFile("jointly-model", ending);
        drafts.add(draft);
        return draft;
    }

    /** The card of a network that says what it is. */
    private static String recognised(String from, Path network) {
        Recognition.Description described = Recognition.describe(network);
        if (!described.complete()) {
            throw new BadInputException(from + ": needs a model card, which says what the network takes and gives; name"
                    + " its file with --card (jointly model describe prints a draft). Found " + described.found());
        }
        return described.card();
    }

    private static void delete(Path draft) {
        try {
            Files.deleteIfExists(draft);
        } catch (IOException e) {
            // the system empties its folder of temporary files
        }
    }

    @Command(
            name = "remove",
            description = "Deletes a network from your cache folder. Does nothing if it is not there.")
    int remove(@Parameters(paramLabel = "NAME", description = "The model: see jointly model list.") String name) {
        try {
            boolean removed = models().remove(name);
            console().say("model " + name + (removed ? " is removed from " : " is not in ") + models().folder());
            return Exit.DONE;
        } catch (IOException e) {
            throw new CannotWriteException(models().folder().toString(), e);
        }
    }

    @Command(
            name = "describe",
            description = "Prints the model card of an ONNX network that says what it is, or else a draft with what the"
                    + " file tells, to be filled in.")
    int describe(@Parameters(paramLabel = "FILE", description = "The ONNX network.") String file) {
        Recognition.Description described = Recognition.describe(PhotoFeed.path(file));
        if (!described.complete()) {
            console()
                    .say(file
                            + " does not say which network it is: replace each FILL IN, and check the colours, mean, scale,"
                            + " stride and channels (docs/your-network.md). Found " + described.found());
        }
        console().print(described.card());
        return Exit.DONE;
    }
}
