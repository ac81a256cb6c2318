package dev.jointly.io;

import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the nodes of a tree of decisions, which are a list. Whether they make a tree is left to the checker. */
final class NodeReader {
    private static final List<String> FIELDS =
            List.of("join", "local", "in", "out", "shift", "lambda1", "lambda3", "sigma", "posePrice");
    static final String NODES = "an array of nodes";

    private static final List<String> LEAF_FIELDS = FIELDS.subList(4, FIELDS.size());
    private static final String NODE = "a decision (join or local, with in and out) or a leaf (lambda1 and lambda3)";
    private static final String CHILD = "the position of a node, a whole number";

    private final JsonSource source;
    /** Of all trees so far. */
    private int size;

    NodeReader(JsonSource source) {
        this.source = source;
    }

    /** The list at which the source stands. */
    List<Proof.Node> read() throws IOException {
        List<Proof.Node> nodes = new ArrayList<>();
        source.expect(JsonToken.START_ARRAY, NODES);
        while (source.parser().nextToken() != JsonToken.END_ARRAY) {
            source.checkRoom(size++, Limits.NODES);
            nodes.add(node());
        }
        return nodes;
    }

    private Proof.Node node() throws IOException {
        @Nullable Decision decision = null;
        int in = 0;
        int out = 0;
        int shift = 0;
        long[] lambda1 = {};
        long[] lambda3 = {};
        long[] sigma = {};
        long posePrice = 0;
        JsonObject fields = JsonObject.closed(source, FIELDS, NODE);
        while (fields.next()) {
            switch (fields.field()) {
                case "join", "local" -> decision = decision(fields.field(), decision);
                case "in" -> in = source.integer(CHILD);
                case "out" -> out = source.integer(CHILD);
                case "shift" -> shift = source.integer("a whole number of bits");
                case "lambda1" -> lambda1 = PriceReader.prices(source);
                case "lambda3" -> lambda3 = PriceReader.prices(source);
                case "sigma" -> sigma = PriceReader.prices(source);
                default -> posePrice = posePrice(source);
            }
        }
        if (decision != null) {
            checkDecision(fields);
            return new Proof.Branch(decision, in, out);
        }
        checkLeaf(fields);
        return new Proof.Leaf(shift, lambda1, lambda3, sigma, posePrice);
    }

    /** The current token, which must be the price of a pose; whether it may be what it is is left to the checker. */
    static long posePrice(JsonSource source) throws IOException {
        return PriceReader.price(source, "the price of a pose, a whole number");
    }

    /** @param before a decision that the node has already */
    private Decision decision(String field, @Nullable Decision before) throws IOException {
        if (before != null) {
            throw source.problem(source.path(), "found a second decision but expected one in a node");
        }
        boolean join = field.equals("join");
        String expected = join ? "two detections, [lead, detection]" : "two detections, [global, local]";
        source.expect(JsonToken.START_ARRAY, expected);
        source.parser().nextToken();
        int holder = source.integer(expected);
        source.parser().nextToken();
        int detection = source.integer(expected);
        if (source.parser().nextToken() != JsonToken.END_ARRAY) {
            throw source.bad(expected);
        }
        return new Decision(join ? Decision.Kind.JOIN : Decision.Kind.LOCAL, holder, detection);
    }

    private void checkDecision(JsonObject fields) {
        for (String field : LEAF_FIELDS) {
            if (fields.has(field)) {
                throw source.problem(
                        source.path() + "/" + field, "found this in a decision but expected it in leaves only");
            }
        }
        fields.require("in", CHILD);
        fields.require("out", CHILD);
    }

    private void checkLeaf(JsonObject fields) {
        if (fields.has("in") || fields.has("out") || LEAF_FIELDS.stream().noneMatch(fields::has)) {
            throw source.problem(source.path(), "found neither join nor local nor prices but expected " + NODE);
        }
        fields.require("lambda1", PriceReader.PRICES);
        fields.require("lambda3", PriceReader.PRICES);
    }
}
