package dev.jointly.vision.net;

import dev.jointly.io.BadInputException;
import dev.jointly.io.JsonObject;
import dev.jointly.io.JsonSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What {@code sleap-nn export} says of a network, in export_metadata.json; field names are those of the file.
 *
 * @param nodeNames the parts
 * @param edgeInds the pairs of parts with line scores, by position
 * @param inputScale by which the network shrinks the image before it looks at it; its peaks are in pixels of the shrunk one
 * @param inputChannels 1 for grey, 3 for red, green and blue
 */
record SleapMetadata(List<String> nodeNames, List<Edge> edgeInds, double inputScale, int inputChannels) {
    static final String FILE = "export_metadata.json";

    private static final int MOST_NODES = 200;
    private static final int MOST_EDGES = 2_000;
    private static final String NODES = "the list of the names of the parts";
    private static final String EDGES = "a list of pairs of positions of parts";

    /** Two parts. */
    record Edge(int a, int b) {}

    SleapMetadata {
        nodeNames = List.copyOf(nodeNames);
        edgeInds = List.copyOf(edgeInds);
    }

    static SleapMetadata read(Path file) {
        return JsonSource.open(file.toString(), InputStream.nullInputStream())
                .only("the metadata of a network exported by sleap-nn", source -> new Reader(source).metadata());
    }

    private static final class Reader {
        private static final List<String> FIELDS =
                List.of("model_type", "node_names", "edge_inds", "input_scale", "input_channels");

        private final JsonSource source;
        private final List<String> nodes = new ArrayList<>();
        private final List<Edge> edges = new ArrayList<>();
        private double scale = 1;
        private int channels = 1;

        Reader(JsonSource source) {
            this.source = source;
        }

        SleapMetadata metadata() throws IOException {
            JsonObject object = new JsonObject(source, FIELDS, "an object");
            while (object.next()) {
                switch (object.field()) {
                    case "model_type" -> requireBottomUp();
                    case "node_names" -> source.array(MOST_NODES, NODES, () -> nodes.add(source.name("a part's name")));
                    case "edge_inds" -> source.array(MOST_EDGES, EDGES, () -> edges.add(edge()));
                    case "input_scale" -> scale = source.finite("a number above 0");
                    case "input_channels" -> channels = source.integer("1 or 3");
                    default -> source.skip();
                }
            }
            object.require("model_type", "\"bottomup\"");
            object.require("node_names", NODES);
            object.require("edge_inds", EDGES);
            requireSane();
            return new SleapMetadata(nodes, edges, scale, channels);
        }

        private void requireBottomUp() throws IOException {
            String type = source.string("\"bottomup\"");
            if (!type.equals("bottomup")) {
                throw source.bad("\"bottomup\": only bottom-up networks leave the grouping to others");
            }
        }

        private Edge edge() throws IOException {
            List<Integer> ends =
                    source.exactly(2, "two positions of parts", () -> source.integer("the position of a part"));
            return new Edge(ends.get(0), ends.get(1));
        }

        private void requireSane() {
            if (nodes.isEmpty() || new HashSet<>(nodes).size() < nodes.size()) {
                throw source.problem("/node_names", "found " + nodes.size() + " names but expected different ones");
            }
            if (!(scale >= 0.01 && scale <= 16) || (channels != 1 && channels != 3)) {
                throw source.problem(
                        "",
                        "found input_scale " + scale + " and input_channels " + channels
                                + " but expected a scale from 0.01 to 16, and 1 or 3 channels");
            }
            Set<Set<Integer>> pairs = new HashSet<>();
            for (Edge edge : edges) {
                boolean known = Math.min(edge.a(), edge.b()) >= 0
                        && Math.max(edge.a(), edge.b()) < nodes.size()
                        && edge.a() != edge.b();
                if (!known || !pairs.add(Set.of(edge.a(), edge.b()))) {
                    throw source.problem(
                            "/edge_inds",
                            "found the pair " + edge.a() + ", " + edge.b()
                                    + " but expected two different parts, and every two once");
                }
            }
            if (edges.isEmpty()) {
                throw new BadInputException(source.name() + ": has no edge_inds, without which nothing tells which"
                        + " parts belong together");
            }
        }
    }
}
