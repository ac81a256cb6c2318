package dev.jointly.vision.net;

import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cards by name, and where the networks that belong to them are kept once they are installed.
 *
 * @param folder of this user, for what can be had again
 */
public record ModelStore(Path folder) {
    /** Names of the models whose cards ship with the program; the first is the default. */
    public static final List<String> SHIPPED = List.of("openpose-mobilenet", "movenet-multipose");

    /** The network of {@link SinglePose}, which has no card: it cannot find people on its own. */
    public static final String SECOND_LOOK = "movenet-thunder";

    /** A card, and the file its network is in or would be in. */
    public record Model(ModelCard card, Path network) {}

    /** The store of the user who runs this process. */
    public static ModelStore ofUser() {
        return of(System.getenv(), Path.of(System.getProperty("user.home", ".")), System.getProperty("os.name", ""));
    }

    static ModelStore of(Map<String, String> environment, Path home, String system) {
        Path caches;
        if (system.startsWith("Windows")) {
            caches = absoluteOr(environment.get("LOCALAPPDATA"), home.resolve("AppData/Local"));
        } else if (system.startsWith("Mac")) {
            caches = home.resolve("Library/Caches");
        } else {
            caches = absoluteOr(environment.get("XDG_CACHE_HOME"), home.resolve(".cache"));
        }
        return new ModelStore(caches.resolve("jointly").resolve("models"));
    }

    private static Path absoluteOr(@Nullable String path, Path otherwise) {
        return path != null && Path.of(path).isAbsolute() ? Path.of(path) : otherwise;
    }

    /** A shipped model by name, installed or not. */
    public Model named(String name) {
        if (!SHIPPED.contains(name)) {
            throw new BadInputException("found model " + name + " but expected one of " + String.join(", ", SHIPPED));
        }
        String resource = name + ".model.json";
        try (InputStream in = ModelStore.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its own " + resource);
            }
            ModelCard card = ModelCardReader.read(resource, in);
            return new Model(card, folder.resolve(card.network()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where the network is, or would be, of a shipped model or of the {@link #SECOND_LOOK}. */
    public Path network(String name) {
        if (name.equals(SECOND_LOOK)) {
            return folder.resolve(SECOND_LOOK + ".onnx");
        }
        if (!SHIPPED.contains(name)) {
            throw new BadInputException(
                    "found model " + name + " but expected one of " + String.join(", ", SHIPPED) + ", " + SECOND_LOOK);
        }
        return named(name).network();
    }

    /** The network of the {@link #SECOND_LOOK}, which must be installed. */
    public Path secondLook() {
        Path file = network(SECOND_LOOK);
        if (!Files.isRegularFile(file)) {
            throw notInstalled(SECOND_LOOK);
        }
        return file;
    }

    private static BadInputException notInstalled(String name) {
        return new BadInputException("model " + name + " is not installed; run: jointly model install " + name);
    }

    /** A model ready to be opened: the name of a shipped and installed one, the file of a card, or a network that needs none. */
    public Model find(String nameOrCard) {
        if (SHIPPED.contains(nameOrCard)) {
            Model model = named(nameOrCard);
            if (!Files.isRegularFile(model.network())) {
                throw notInstalled(nameOrCard);
            }
            return model;
        }
        if (nameOrCard.equals(SECOND_LOOK)) {
            throw new BadInputException("model " + SECOND_LOOK
                    + " finds the joints of one person, not people; use it with --refine, beside another model");
        }
        try {
            Path file = Path.of(nameOrCard);
            if (!Files.exists(file)) {
                throw new BadInputException("found model " + nameOrCard + ", which is neither one of "
                        + String.join(", ", SHIPPED) + " nor a file: a model card or an ONNX network");
            }
            if (nameOrCard.toLowerCase(Locale.ROOT).endsWith(".onnx")) {
                return Recognition.model(file);
            }
            ModelCard card = ModelCardReader.read(file);
            return new Model(card, file.resolveSibling(card.network()));
        } catch (InvalidPathException e) {
            throw new BadInputException(nameOrCard + ": no such file", e);
        }
    }
}
