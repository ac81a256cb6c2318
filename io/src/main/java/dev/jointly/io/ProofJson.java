package dev.jointly.io;

import dev.jointly.io.json.Json;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

    /** What it is written as. */
    static Map<String, @Nullable Object> json(Proof proof) {
        return Json.object(
                "format", SolutionWriter.CERTIFICATE_FORMAT,
                "scaleBits", proof.scaleBits(),
                "lambda1", proof.lambda1(),
                "lambda3", proof.lambda3(),
                "posePrice", nonZero(proof.posePrice()),
                "trees",
                        Json.when(
                                !proof.trees().isEmpty(), proof.trees().stream().map(ProofJson::json)));
    }

    private static Map<String, @Nullable Object> json(Proof.Tree tree) {
        Stream<?> cuts = tree.cuts().stream().map(cut -> Json.object("use", cut.use(), "host", cut.host()));
        return Json.object(
                "detections", tree.detections(),
                "cuts", Json.when(!tree.cuts().isEmpty(), cuts),
                "nodes", tree.nodes().stream().map(ProofJson::json));
    }

    private static Map<String, @Nullable Object> json(Proof.Node node) {
        if (node instanceof Proof.Branch branch) {
            Decision decision = branch.decision();
            return Json.object(
                    decision.kind() == Decision.Kind.JOIN ? "join" : "local",
                    new int[] {decision.holder(), decision.detection()},
                    "in",
                    branch.in(),
                    "out",
                    branch.out());
        }
        Proof.Leaf leaf = (Proof.Leaf) node;
        return Json.object(
                "shift", nonZero(leaf.shift()),
                "lambda1", leaf.lambda1(),
                "lambda3", leaf.lambda3(),
                "sigma", Json.when(leaf.sigma().length > 0, leaf.sigma()),
                "posePrice", nonZero(leaf.posePrice()));
    }

    private static Optional<Object> nonZero(long number) {
        return Json.when(number != 0, number);
    }
}
