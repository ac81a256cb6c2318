package dev.jointly.vision.net;

import dev.jointly.io.BadInputException;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import java.io.InputStream;
import java.nio.file.Path;
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

    private static final int MAX_NODES = 200;
    private static final int MAX_EDGES = 2_000;
    private static final JsonShape SHAPE = JsonShape.of("an object", "model_type", "input_scale", "input_channels")
            .with("node_names", Limit.of(MAX_NODES, "entries"))
            .with("edge_inds", Limit.of(MAX_EDGES, "entries"));
    private static final String NODES = "the list of the names of the parts";
    private static final String EDGES = "a list of pairs of positions of parts";

    /** Two parts. */
    record Edge(int a, int b) {}

    SleapMetadata {
        nodeNames = List.copyOf(nodeNames);
        edgeInds = List.copyOf(edgeInds);
    }

    static SleapMetadata read(Path file) {
        JsonSource source = JsonSource.open(file.toString(), InputStream.nullInputStream());
        return source.only(
                "the metadata of a network exported by sleap-nn", SHAPE, value -> metadata(source.name(), value));
    }

    private static SleapMetadata metadata(String file, JsonValue value) {
        String bottomUp = "\"bottomup\"";
        JsonValue type = value.get("model_type", bottomUp);
        if (!type.string(bottomUp).equals("bottomup")) {
            throw type.bad(bottomUp + ": only bottom-up networks leave the grouping to others");
        }
        List<String> nodes = value.get("node_names", NODES).entries(NODES, name -> name.name("a part's name"));
        if (nodes.isEmpty() || new HashSet<>(nodes).size() < nodes.size()) {
            throw value.problem("node_names", "found " + nodes.size() + " names but expected different ones");
        }
        double scale = value.ifAny("input_scale", given -> given.finite("a number above 0"), 1.0);
        int channels = value.ifAny("input_channels", given -> given.integer("1 or 3"), 1);
        if (!(scale >= 0.01 && scale <= 16) || (channels != 1 && channels != 3)) {
            throw value.problem("found input_scale " + scale + " and input_channels " + channels
                    + " but expected a scale from 0.01 to 16, and 1 or 3 channels");
        }
        JsonValue listed = value.get("edge_inds", EDGES);
        List<Edge> edges = listed.entries(EDGES, SleapMetadata::edge);
        Set<Set<Integer>> pairs = new HashSet<>();
        for (Edge edge : edges) {
            boolean known = Math.min(edge.a(), edge.b()) >= 0
                    && Math.max(edge.a(), edge.b()) < nodes.size()
                    && edge.a() != edge.b();
            if (!known || !pairs.add(Set.of(edge.a(), edge.b()))) {
                throw listed.problem("found the pair " + edge.a() + ", " + edge.b()
                        + " but expected two different parts, and every two once");
            }
        }
        if (edges.isEmpty()) {
            throw new BadInputException(
                    file + ": has no edge_inds, without which nothing tells which" + " parts belong together");
        }
        return new SleapMetadata(nodes, edges, scale, channels);
    }

    private static Edge edge(JsonValue edge) {
        List<JsonValue> ends = edge.exactly(2, "two positions of parts");
        String position = "the position of a part";
        return new Edge(ends.get(0).integer(position), ends.get(1).integer(position));
    }
}
