package dev.jointly.io;

import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the trees of {@code jointly/certificate@2}, whose nodes are inside each other, into lists. They may be deep, so nodes
 * that are not complete wait on a stack.
 */
final class NestedNodeReader {
    static final String NODE = "a decision (join or local, with in and out) or a leaf (lambda1, lambda2 and lambda3)";

    private static final List<String> FIELDS =
            List.of("join", "local", "in", "out", "shift", "lambda1", "lambda2", "lambda3");
    private static final List<String> LEAF_FIELDS = FIELDS.subList(4, FIELDS.size());
    /** Put in a node's place until it is complete. */
    private static final Proof.Leaf OPEN = new Proof.Leaf(0, new long[0], new long[0]);

    private final JsonSource source;
    private final CertificateFormat format;
    private final OldRules rules;
    /** Of all trees so far. */
    private int leaves;

    NestedNodeReader(JsonSource source, CertificateFormat format, OldRules rules) {
        this.source = source;
        this.format = format;
        this.rules = rules;
    }

    /**
     * The node at which the source stands, and after it all that is below.
     *
     * @param tree its position among the trees
     */
    List<Proof.Node> read(int tree) throws IOException {
        List<Proof.Node> nodes = new ArrayList<>();
        Deque<Draft> open = new ArrayDeque<>();
        open.push(new Draft(nodes));
        while (!open.isEmpty()) {
            Draft draft = open.element();
            if (!draft.fields.next()) {
                nodes.set(draft.position, draft.node(tree));
                open.pop();
            } else if (draft.field(nodes.size())) {
                if (open.size() > Proof.MAX_DEPTH) {
                    throw source.problem(
                            source.path(),
                            "found more than " + Proof.MAX_DEPTH + " nested decisions but expected at most that many");
                }
                open.push(new Draft(nodes));
            }
        }
        return nodes;
    }

    /** A node of which some fields have been read. */
    private final class Draft {
        /** In the list. */
        final int position;

        final JsonObject fields = new JsonObject(source, FIELDS, NODE, format.rule(FIELDS, null));
        private @Nullable Decision decision;
        private int in;
        private int out;
        private int shift;
        private long[] lambda1 = {};
        private long[] lambda2 = {};
        private long[] lambda3 = {};

        Draft(List<Proof.Node> nodes) {
            position = nodes.size();
            nodes.add(OPEN);
        }

        /**
         * Reads the field at which the source stands, unless it is a node of its own: then true.
         *
         * @param next where such a node gets its place
         */
        boolean field(int next) throws IOException {
            switch (fields.field()) {
                case "join", "local" -> decision = NodeReader.decision(source, fields.field(), decision);
                case "in" -> in = next;
                case "out" -> out = next;
                case "shift" -> shift = source.integer("a whole number of bits");
                case "lambda1" -> lambda1 = PriceReader.prices(source);
                case "lambda2" -> lambda2 = PriceReader.prices(source);
                case "lambda3" -> lambda3 = PriceReader.prices(source);
                default -> source.skip();
            }
            return fields.field().equals("in") || fields.field().equals("out");
        }

        Proof.Node node(int tree) {
            if (decision != null) {
                NodeReader.checkDecision(source, fields, LEAF_FIELDS, NODE);
                return new Proof.Branch(decision, in, out);
            }
            NodeReader.checkLeaf(source, fields, LEAF_FIELDS, NODE);
            source.checkRoom(leaves++, Limits.NESTED_LEAVES);
            return rules.leaf(tree, position, shift, new OldRules.Three(lambda1, lambda2, lambda3));
        }
    }
}
