package dev.jointly.io;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import java.io.IOException;
import java.util.List;

/**
 * The certificate of a solution, format {@code jointly/certificate@3}. No unknown field is allowed in it. Whether nodes make a tree,
 * and cuts and prices are any good, is left to the checker.
 */
final class ProofJson {
    private static final String[] NODE_FIELDS = {
        "join", "local", "in", "out", "shift", "lambda1", "lambda3", "sigma", "posePrice"
    };
    private static final List<String> LEAF_FIELDS = List.of(NODE_FIELDS).subList(4, NODE_FIELDS.length);
    private static final String CERTIFICATE = "an object with format, scaleBits, lambda1 and lambda3";
    private static final String NODE = "a decision (join or local, with in and out) or a leaf (lambda1 and lambda3)";
    private static final String CHILD = "the position of a node, a whole number";
    private static final String PRICES = "an array of whole numbers";
    private static final String SET = "an array of detections";
    private static final String BITS = "a whole number of bits";
    private static final Limit LIST = Limit.of(Limits.DETECTIONS, "entries");
    private static final JsonShape TREE = JsonShape.closed(
                    "a tree, an object with detections and nodes", "detections", "cuts", "nodes")
            .list(
                    "cuts",
                    "an array of cuts",
                    LIST,
                    JsonShape.closed("a cut, an object with use and host", "use", "host"),
                    ProofJson::cut)
            .list(
                    "nodes",
                    "an array of nodes",
                    Limit.inAll(Limits.NODES, Limits.NODES, "entries"),
                    JsonShape.closed(NODE, NODE_FIELDS),
                    ProofJson::node);

    static final JsonShape SHAPE = JsonShape.closed(
                    CERTIFICATE, "format", "scaleBits", "lambda1", "lambda3", "posePrice", "trees")
            .format(SolutionWriter.CERTIFICATE_FORMAT)
            .list("trees", "an array of trees", LIST, TREE, ProofJson::tree)
            .apart();

    private ProofJson() {}

    /** The field {@code certificate}, which must be there. */
    static Proof of(JsonValue document) {
        JsonValue proof = document.get("certificate", CERTIFICATE);
        return new Proof(
                proof.integer("scaleBits", BITS),
                prices(proof, "lambda1"),
                prices(proof, "lambda3"),
                posePrice(proof),
                proof.listIfAny("trees"));
    }

    private static Proof.Tree tree(JsonValue tree) {
        return new Proof.Tree(detections(tree, "detections"), tree.listIfAny("cuts"), tree.list("nodes"));
    }

    private static Proof.Cut cut(JsonValue cut) {
        return new Proof.Cut(detections(cut, "use"), detections(cut, "host"));
    }

    private static int[] detections(JsonValue object, String field) {
        return object.get(field, SET).integers(SET, EditReader.INDEX);
    }

    private static long[] prices(JsonValue object, String field) {
        return object.get(field, PRICES).wholes(PRICES, "a whole number of 64 bits");
    }

    /** Whether it may be what it is is left to the checker. */
    private static long posePrice(JsonValue object) {
        return object.ifAny("posePrice", price -> price.whole("the price of a pose, a whole number"), 0L);
    }

    private static Proof.Node node(JsonValue node) {
        boolean join = node.has("join");
        if (join || node.has("local")) {
            return branch(node, join);
        }
        if (node.has("in") || node.has("out") || LEAF_FIELDS.stream().noneMatch(node::has)) {
            throw node.problem("found neither join nor local nor prices but expected " + NODE);
        }
        return new Proof.Leaf(
                node.ifAny("shift", shift -> shift.integer(BITS), 0),
                prices(node, "lambda1"),
                prices(node, "lambda3"),
                node.has("sigma") ? prices(node, "sigma") : new long[0],
                posePrice(node));
    }

    private static Proof.Branch branch(JsonValue node, boolean join) {
        if (join && node.has("local")) {
            throw node.problem("local", "found a second decision but expected one in a node");
        }
        for (String field : LEAF_FIELDS) {
            if (node.has(field)) {
                throw node.problem(field, "found this in a decision but expected it in leaves only");
            }
        }
        String expected = join ? "two detections, [lead, detection]" : "two detections, [global, local]";
        List<JsonValue> two = node.get(join ? "join" : "local", expected).exactly(2, expected);
        Decision decision = new Decision(
                join ? Decision.Kind.JOIN : Decision.Kind.LOCAL,
                two.get(0).integer(expected),
                two.get(1).integer(expected));
        return new Proof.Branch(decision, node.integer("in", CHILD), node.integer("out", CHILD));
    }

    /** Writes the object. */
    static void write(Proof proof, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("format", SolutionWriter.CERTIFICATE_FORMAT);
        json.writeNumberField("scaleBits", proof.scaleBits());
        prices("lambda1", proof.lambda1(), json);
        prices("lambda3", proof.lambda3(), json);
        posePrice(proof.posePrice(), json);
        if (!proof.trees().isEmpty()) {
            json.writeArrayFieldStart("trees");
            for (Proof.Tree tree : proof.trees()) {
                write(tree, json);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void write(Proof.Tree tree, JsonGenerator json) throws IOException {
        json.writeStartObject();
        indices("detections", tree.detections(), json);
        if (!tree.cuts().isEmpty()) {
            json.writeArrayFieldStart("cuts");
            for (Proof.Cut cut : tree.cuts()) {
                json.writeStartObject();
                indices("use", cut.use(), json);
                indices("host", cut.host(), json);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeArrayFieldStart("nodes");
        for (Proof.Node node : tree.nodes()) {
            write(node, json);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(Proof.Node node, JsonGenerator json) throws IOException {
        json.writeStartObject();
        if (node instanceof Proof.Branch branch) {
            Decision decision = branch.decision();
            indices(
                    decision.kind() == Decision.Kind.JOIN ? "join" : "local",
                    new int[] {decision.holder(), decision.detection()},
                    json);
            json.writeNumberField("in", branch.in());
            json.writeNumberField("out", branch.out());
        } else if (node instanceof Proof.Leaf leaf) {
            if (leaf.shift() != 0) {
                json.writeNumberField("shift", leaf.shift());
            }
            prices("lambda1", leaf.lambda1(), json);
            prices("lambda3", leaf.lambda3(), json);
            if (leaf.sigma().length > 0) {
                prices("sigma", leaf.sigma(), json);
            }
            posePrice(leaf.posePrice(), json);
        }
        json.writeEndObject();
    }

    private static void posePrice(long nu, JsonGenerator json) throws IOException {
        if (nu != 0) {
            json.writeNumberField("posePrice", nu);
        }
    }

    private static void indices(String name, int[] detections, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        json.writeArray(detections, 0, detections.length);
    }

    private static void prices(String name, long[] lambda, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        json.writeArray(lambda, 0, lambda.length);
    }
}
