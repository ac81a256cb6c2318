package dev.jointly.io;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the certificate of a solution. Trees may be deep, so their nodes wait on a stack of their own. */
final class ProofReader {
    static final String CERTIFICATE = "an object with format, scaleBits, lambda1, lambda2 and lambda3";

    private static final List<String> FIELDS = List.of("format", "scaleBits", "lambda1", "lambda2", "lambda3", "trees");
    private static final List<String> TREE_FIELDS = List.of("detections", "tree");
    private static final List<String> NODE_FIELDS =
            List.of("join", "local", "in", "out", "shift", "lambda1", "lambda2", "lambda3");
    private static final List<String> LEAF_FIELDS = NODE_FIELDS.subList(4, 8);

    private static final String TREE = "a tree, an object with detections and tree";
    private static final String NODE =
            "a decision (join or local, with in and out) or a leaf (lambda1, lambda2 and lambda3)";
    private static final String PRICES = "an array of whole numbers";
    private static final String INDEX = "the index of a detection, a whole number from 0";

    private final JsonSource source;
    private final JsonParser parser;
    private int leaves;

    ProofReader(JsonSource source) {
        this.source = source;
        this.parser = source.parser();
    }

    Proof read() throws IOException {
        int scaleBits = 0;
        long[] lambda1 = {};
        long[] lambda2 = {};
        long[] lambda3 = {};
        List<Proof.Tree> trees = new ArrayList<>();
        JsonObject object = new JsonObject(source, FIELDS, CERTIFICATE);
        while (object.next()) {
            switch (object.field()) {
                case "format" -> source.literal(SolutionWriter.CERTIFICATE_FORMAT);
                case "scaleBits" -> scaleBits = source.integer("a whole number of bits");
                case "lambda1" -> lambda1 = prices();
                case "lambda2" -> lambda2 = prices();
                case "lambda3" -> lambda3 = prices();
                case "trees" -> trees(trees);
                default -> source.skip();
            }
        }
        object.require("format", "\"" + SolutionWriter.CERTIFICATE_FORMAT + "\"");
        object.require("scaleBits", "a whole number of bits");
        object.require("lambda1", PRICES);
        object.require("lambda2", PRICES);
        object.require("lambda3", PRICES);
        return new Proof(scaleBits, lambda1, lambda2, lambda3, trees);
    }

    private void trees(List<Proof.Tree> trees) throws IOException {
        source.expect(JsonToken.START_ARRAY, "an array of trees");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            source.checkRoom(trees.size(), Limits.DETECTIONS);
            trees.add(tree());
        }
    }

    private Proof.Tree tree() throws IOException {
        int[] detections = {};
        Proof.@Nullable Node root = null;
        JsonObject object = new JsonObject(source, TREE_FIELDS, TREE);
        while (object.next()) {
            switch (object.field()) {
                case "detections" -> detections = detections();
                case "tree" -> root = nodes();
                default -> source.skip();
            }
        }
        object.require("detections", "an array of detections");
        if (root == null) {
            throw source.bad(source.path() + "/tree", "nothing", NODE);
        }
        return new Proof.Tree(detections, root);
    }

    private int[] detections() throws IOException {
        List<Integer> detections = new ArrayList<>();
        source.expect(JsonToken.START_ARRAY, "an array of detections");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            source.checkRoom(detections.size(), Limits.DETECTIONS);
            detections.add(source.integer(INDEX));
        }
        return detections.stream().mapToInt(d -> d).toArray();
    }

    /** The node at which the source stands, with all that is below it. */
    private Proof.Node nodes() throws IOException {
        Deque<Draft> open = new ArrayDeque<>();
        open.push(new Draft());
        while (true) {
            Draft draft = open.element();
            if (draft.fields.next()) {
                if (draft.field()) {
                    if (open.size() > Proof.MAX_DEPTH) {
                        throw source.problem(
                                source.path(),
                                "found more than " + Proof.MAX_DEPTH
                                        + " decisions one below the other but expected at most that many");
                    }
                    open.push(new Draft());
                }
            } else {
                Proof.Node node = draft.node();
                open.pop();
                if (open.isEmpty()) {
                    return node;
                }
                open.element().answer(node);
            }
        }
    }

    /** A node of which some fields have been read. */
    private final class Draft {
        final JsonObject fields = new JsonObject(source, NODE_FIELDS, NODE);
        private @Nullable Decision decision;
        private Proof.@Nullable Node in;
        private Proof.@Nullable Node out;
        private int shift;
        private long[] lambda1 = {};
        private long[] lambda2 = {};
        private long[] lambda3 = {};

        /** Reads the field at which the source stands, unless it is a node of its own: then true. */
        boolean field() throws IOException {
            switch (fields.field()) {
                case "join" -> decide(Decision.Kind.JOIN, "two detections, [lead, detection]");
                case "local" -> decide(Decision.Kind.LOCAL, "two detections, [global, local]");
                case "in", "out" -> {
                    return true;
                }
                case "shift" -> shift = source.integer("a whole number of bits");
                case "lambda1" -> lambda1 = prices();
                case "lambda2" -> lambda2 = prices();
                case "lambda3" -> lambda3 = prices();
                default -> source.skip();
            }
            return false;
        }

        private void decide(Decision.Kind kind, String expected) throws IOException {
            if (decision != null) {
                throw source.problem(source.path(), "found a second decision but expected one in a node");
            }
            source.expect(JsonToken.START_ARRAY, expected);
            parser.nextToken();
            int holder = source.integer(expected);
            parser.nextToken();
            int detection = source.integer(expected);
            if (parser.nextToken() != JsonToken.END_ARRAY) {
                throw source.bad(expected);
            }
            decision = new Decision(kind, holder, detection);
        }

        /** Takes the node that the current field holds. */
        void answer(Proof.Node node) {
            if (fields.field().equals("in")) {
                in = node;
            } else {
                out = node;
            }
        }

        Proof.Node node() {
            if (decision == null) {
                return leaf();
            }
            for (String field : LEAF_FIELDS) {
                if (fields.has(field)) {
                    throw source.problem(
                            source.path() + "/" + field, "found this beside a decision but expected it in leaves only");
                }
            }
            if (in == null) {
                throw source.bad(source.path() + "/in", "nothing", NODE);
            }
            if (out == null) {
                throw source.bad(source.path() + "/out", "nothing", NODE);
            }
            return new Proof.Branch(decision, in, out);
        }

        private Proof.Node leaf() {
            if (in != null || out != null || LEAF_FIELDS.stream().noneMatch(fields::has)) {
                throw source.problem(source.path(), "found neither join nor local nor prices but expected " + NODE);
            }
            fields.require("lambda1", PRICES);
            fields.require("lambda2", PRICES);
            fields.require("lambda3", PRICES);
            source.checkRoom(leaves++, Limits.LEAVES);
            return new Proof.Leaf(shift, lambda1, lambda2, lambda3);
        }
    }

    private long[] prices() throws IOException {
        long[] prices = new long[64];
        int size = 0;
        source.expect(JsonToken.START_ARRAY, PRICES);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            source.checkRoom(size, Limits.DETECTIONS);
            if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT
                    || parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
                throw source.bad("a whole number of 64 bits");
            }
            if (size == prices.length) {
                prices = Arrays.copyOf(prices, 2 * size);
            }
            prices[size++] = parser.getLongValue();
        }
        return Arrays.copyOf(prices, size);
    }
}
