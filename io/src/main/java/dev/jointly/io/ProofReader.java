package dev.jointly.io;

import dev.jointly.proof.Proof;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads the certificate of a solution, format {@code jointly/certificate@3}. No unknown field is allowed in it. */
final class ProofReader {
    static final String CERTIFICATE = "an object with format, scaleBits, lambda1 and lambda3";

    private static final List<String> FIELDS =
            List.of("format", "scaleBits", "lambda1", "lambda3", "posePrice", "trees");
    private static final List<String> TREE_FIELDS = List.of("detections", "cuts", "nodes");
    private static final String TREE = "a tree, an object with detections and nodes";

    private final JsonSource source;
    private final NodeReader nodes;

    ProofReader(JsonSource source) {
        this.source = source;
        nodes = new NodeReader(source);
    }

    Proof read() throws IOException {
        int scaleBits = 0;
        long[] lambda1 = {};
        long[] lambda3 = {};
        long posePrice = 0;
        List<Proof.Tree> trees = new ArrayList<>();
        JsonObject object = JsonObject.closed(source, FIELDS, CERTIFICATE);
        while (object.next()) {
            switch (object.field()) {
                case "format" -> source.literal(SolutionWriter.CERTIFICATE_FORMAT);
                case "scaleBits" -> scaleBits = source.integer("a whole number of bits");
                case "lambda1" -> lambda1 = PriceReader.prices(source);
                case "lambda3" -> lambda3 = PriceReader.prices(source);
                case "posePrice" -> posePrice = NodeReader.posePrice(source);
                default -> source.array(Limits.DETECTIONS, "an array of trees", () -> trees.add(tree()));
            }
        }
        object.require("format", "\"" + SolutionWriter.CERTIFICATE_FORMAT + "\"");
        object.require("scaleBits", "a whole number of bits");
        object.require("lambda1", PriceReader.PRICES);
        object.require("lambda3", PriceReader.PRICES);
        return new Proof(scaleBits, lambda1, lambda3, posePrice, trees);
    }

    private Proof.Tree tree() throws IOException {
        int[] detections = {};
        List<Proof.Cut> cuts = List.of();
        List<Proof.Node> list = List.of();
        JsonObject object = JsonObject.closed(source, TREE_FIELDS, TREE);
        while (object.next()) {
            switch (object.field()) {
                case "detections" -> detections = PriceReader.detections(source, "an array of detections");
                case "cuts" -> cuts = CutReader.cuts(source);
                default -> list = nodes.read();
            }
        }
        object.require("detections", "an array of detections");
        object.require("nodes", NodeReader.NODES);
        return new Proof.Tree(detections, cuts, list);
    }
}
