package dev.jointly.vision.net;

import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Cards by name, and the networks that belong to them: those that this user has added, and those of the artifact
 * {@code jointly-models} if that is on the class path.
 *
 * @param folder of this user, for networks that were added; a network in it wins over one of the same name on the class path
 */
public record ModelStore(Path folder) {
    /** Names of the models whose cards ship with the program; the first is the default. */
    public static final List<String> SHIPPED = List.of("openpose-mobilenet", "movenet-multipose");

    /** The network of {@link SinglePose}, which has no card: it cannot find people on its own. */
    public static final String SECOND_LOOK = "movenet-thunder";

    /** Names of all networks that ship with the program. */
    private static final List<String> NETWORKS =
            Stream.concat(SHIPPED.stream(), Stream.of(SECOND_LOOK)).toList();

    /** Names of models, which become names of files. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    static final String ONNX = ".onnx";
    static final String CARD = ".model.json";

    /** A card, and the file its network is in or would be in. */
    public record Model(ModelCard card, Path network) {

        /** Whether the network is on the class path, so that others who run this program have it too. */
        public boolean bundled() {
            return isBundled(card.network().replaceFirst("\\.onnx$", ""), network);
        }
    }

    private static boolean isBundled(String name, Path network) {
        return BundledNetworks.file(name).filter(network::equals).isPresent();
    }

    /** Where a network comes from. */
    public enum Origin {
        /** It is on the class path. */
        INSIDE,
        /** It is in the user's folder. */
        ADDED,
        /** It is nowhere. */
        MISSING
    }

    /**
     * A network that can be named.
     *
     * @param bytes size of the file
     * @param licence empty if unknown, as is the source
     */
    public record Listed(String name, Origin origin, long bytes, String licence, String source) {}

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

    /** All networks by name: first those that ship with the program, then those that were added. */
    public List<Listed> list() throws IOException {
        Properties facts = BundledNetworks.facts();
        List<Listed> listed = new ArrayList<>();
        for (String name : NETWORKS) {
            Path file = network(name);
            boolean there = Files.isRegularFile(file);
            Origin origin = !there ? Origin.MISSING : isBundled(name, file) ? Origin.INSIDE : Origin.ADDED;
            boolean known = origin == Origin.INSIDE;
            listed.add(new Listed(
                    name,
                    origin,
                    there ? Files.size(file) : 0,
                    known ? facts.getProperty(name + ".licence", "") : "",
                    known ? facts.getProperty(name + ".source", "") : ""));
        }
        for (String name : added()) {
            String source = ModelAddition.note(folder, name).getProperty("source", "");
            listed.add(new Listed(name, Origin.ADDED, Files.size(folder.resolve(name + ONNX)), "", source));
        }
        return listed;
    }

    /** Names of the models that this user has added, in order, without those that ship with the program. */
    private List<String> added() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(CARD))
                    .map(file -> file.substring(0, file.length() - CARD.length()))
                    .filter(this::isAdded)
                    .sorted()
                    .toList();
        }
    }

    private boolean isAdded(String name) {
        return NAME.matcher(name).matches()
                && !NETWORKS.contains(name)
                && Files.isRegularFile(folder.resolve(name + CARD))
                && Files.isRegularFile(folder.resolve(name + ONNX));
    }

    /**
     * Adds a model, which {@link #find} then knows by this name.
     *
     * @return the SHA-256 of its network
     */
    public String add(String name, ModelAddition model) throws IOException {
        requireFree(name);
        return model.into(folder, name);
    }

    /** Refuses a name that a new model cannot have. */
    public void requireFree(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new BadInputException(
                    "found the name " + name + " but expected letters, digits, '.', '_' and '-', at most 100");
        }
        if (NETWORKS.contains(name)) {
            throw new BadInputException("model " + name + " is inside the program; choose another name");
        }
        if (isAdded(name)) {
            throw new BadInputException(
                    "model " + name + " is there already; to replace it, first: jointly model remove " + name);
        }
    }

    /** Deletes a network from the user's folder, with its card if it has one there; false if it was not there. */
    public boolean remove(String name) throws IOException {
        if (!NETWORKS.contains(name) && !isAdded(name)) {
            throw unknown(name);
        }
        Files.deleteIfExists(folder.resolve(name + CARD));
        Files.deleteIfExists(folder.resolve(name + ModelAddition.NOTE));
        return Files.deleteIfExists(folder.resolve(name + ONNX));
    }

    private BadInputException unknown(String name) {
        try {
            List<String> known = new ArrayList<>(NETWORKS);
            known.addAll(added());
            return new BadInputException("found model " + name + " but expected one of " + String.join(", ", known));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A shipped model by name, whether its network is there or not. */
    public Model named(String name) {
        if (!SHIPPED.contains(name)) {
            throw new BadInputException("found model " + name + " but expected one of " + String.join(", ", SHIPPED));
        }
        return new Model(shippedCard(name), file(name));
    }

    /** The card of a shipped model. */
    static ModelCard shippedCard(String name) {
        String resource = name + CARD;
        try (InputStream in = ModelStore.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its own " + resource);
            }
            return ModelCardReader.read(resource, in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where the network is, or would be, of a shipped model or of the {@link #SECOND_LOOK}. */
    public Path network(String name) {
        if (!NETWORKS.contains(name)) {
            throw unknown(name);
        }
        return file(name);
    }

    private Path file(String name) {
        Path own = folder.resolve(name + ONNX);
        return Files.isRegularFile(own) ? own : BundledNetworks.file(name).orElse(own);
    }

    /** The network of the {@link #SECOND_LOOK}, which must be there. */
    public Path secondLook() {
        Path file = network(SECOND_LOOK);
        if (!Files.isRegularFile(file)) {
            throw missing(SECOND_LOOK);
        }
        return file;
    }

    /** What is wrong if the network of a model that ships with the program is nowhere. */
    public BadInputException missing(String name) {
        return new BadInputException(
                "model " + name + ": its network is in the artifact jointly-models, which is not on the"
                        + " class path, and not in " + folder);
    }

    /** A model ready to be opened: the name of a shipped or added one, the file of a card, or a network that needs none. */
    public Model find(String nameOrCard) {
        if (SHIPPED.contains(nameOrCard)) {
            Model model = named(nameOrCard);
            if (!Files.isRegularFile(model.network())) {
                throw missing(nameOrCard);
            }
            return model;
        }
        if (nameOrCard.equals(SECOND_LOOK)) {
            throw new BadInputException("model " + SECOND_LOOK
                    + " finds the joints of one person, not people; use it with --refine, beside another model");
        }
        if (isAdded(nameOrCard)) {
            try {
                ModelAddition.requireSame(folder, nameOrCard);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            ModelCard card = ModelCardReader.read(folder.resolve(nameOrCard + CARD));
            return new Model(card, folder.resolve(nameOrCard + ONNX));
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
