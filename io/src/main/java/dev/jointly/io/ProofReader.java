package dev.jointly.io;

import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.io.CertificateFormat.Version;
import dev.jointly.proof.Proof;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the certificate of a solution, format {@code jointly/certificate@3} or the one before. */
final class ProofReader {
    static final String CERTIFICATE = "an object with format, scaleBits, lambda1 and lambda3";

    private static final List<String> OLD_FIELDS =
            List.of("format", "scaleBits", "lambda1", "lambda2", "lambda3", "trees");
    private static final List<String> FIELDS =
            List.of("format", "scaleBits", "lambda1", "lambda3", "posePrice", "cuts", "trees");
    private static final List<String> ALL_FIELDS =
            List.of("format", "scaleBits", "lambda1", "lambda2", "lambda3", "posePrice", "cuts", "trees");
    private static final List<String> OLD_TREE_FIELDS = List.of("detections", "tree");
    private static final List<String> TREE_FIELDS = List.of("detections", "cuts", "nodes");
    private static final List<String> ALL_TREE_FIELDS = List.of("detections", "cuts", "nodes", "tree");

    private static final String TREE = "a tree, an object with detections and nodes";

    private final JsonSource source;
    private final CertificateFormat format;
    private final OldRules oldRules = new OldRules();
    private final NodeReader nodes;
    private final CutReader cuts;
    private final NestedNodeReader nested;

    ProofReader(JsonSource source) {
        this.source = source;
        format = new CertificateFormat(source);
        nodes = new NodeReader(source, format);
        cuts = new CutReader(source, format);
        nested = new NestedNodeReader(source, format, oldRules);
    }

    Proof read() throws IOException {
        int scaleBits = 0;
        long[] lambda1 = {};
        long[] lambda2 = {};
        long[] lambda3 = {};
        List<Long> posePrice = List.of();
        List<Proof.PricedCut> priced = List.of();
        List<Proof.Tree> trees = new ArrayList<>();
        JsonObject object = new JsonObject(source, ALL_FIELDS, CERTIFICATE, format.rule(OLD_FIELDS, FIELDS));
        while (object.next()) {
            switch (object.field()) {
                case "format" -> format.read();
                case "scaleBits" -> scaleBits = source.integer("a whole number of bits");
                case "lambda1" -> lambda1 = PriceReader.prices(source);
                case "lambda2" -> lambda2 = PriceReader.prices(source);
                case "lambda3" -> lambda3 = PriceReader.prices(source);
                case "posePrice" -> posePrice = ofVersionThree(() -> List.of(NodeReader.posePrice(source)));
                case "cuts" -> priced = ofVersionThree(cuts::priced);
                case "trees" -> trees(trees);
                default -> source.skip();
            }
        }
        object.require("format", CertificateFormat.EXPECTED);
        object.require("scaleBits", "a whole number of bits");
        object.require("lambda1", PriceReader.PRICES);
        object.require("lambda3", PriceReader.PRICES);
        if (format.is(Version.THREE)) {
            long nu = posePrice.isEmpty() ? 0 : posePrice.get(0);
            return new Proof(scaleBits, lambda1, lambda3, priced, nu, trees);
        }
        object.require("lambda2", PriceReader.PRICES);
        return oldRules.base(scaleBits, new OldRules.Three(lambda1, lambda2, lambda3), trees);
    }

    /** What the proof was held to, if it was in the format before; only after it has been read. */
    @Nullable
    OldRules oldRules() {
        return format.is(Version.TWO) ? oldRules : null;
    }

    private void trees(List<Proof.Tree> trees) throws IOException {
        source.array(Limits.DETECTIONS, "an array of trees", () -> trees.add(tree(trees.size())));
    }

    private Proof.Tree tree(int position) throws IOException {
        int[] detections = {};
        List<Proof.Cut> plain = List.of();
        List<Proof.Node> list = List.of();
        List<Proof.Node> flattened = List.of();
        JsonObject object = new JsonObject(source, ALL_TREE_FIELDS, TREE, format.rule(OLD_TREE_FIELDS, TREE_FIELDS));
        while (object.next()) {
            switch (object.field()) {
                case "detections" -> detections = PriceReader.detections(source, "an array of detections");
                case "cuts" -> plain = ofVersionThree(cuts::plain);
                case "nodes" -> list = ofVersionThree(nodes::read);
                case "tree" -> flattened = nested.read(position);
                default -> source.skip();
            }
        }
        object.require("detections", "an array of detections");
        requireNodes(object, Version.TWO, "tree", NestedNodeReader.NODE);
        requireNodes(object, Version.THREE, "nodes", NodeReader.NODES);
        return object.has("tree") ? new Proof.Tree(detections, flattened) : new Proof.Tree(detections, plain, list);
    }

    private void requireNodes(JsonObject tree, Version version, String field, String expected) {
        if (!tree.has(field)) {
            format.refuse(version, source.bad(source.path() + "/" + field, "nothing", expected));
        }
    }

    /** Reads the list at which the source stands. */
    @FunctionalInterface
    private interface ListReader<T> {
        List<T> read() throws IOException;
    }

    /** To the format before this field means nothing, whatever is in it. */
    private <T> List<T> ofVersionThree(ListReader<T> reader) throws IOException {
        if (format.is(Version.TWO)) {
            source.skip();
            return List.of();
        }
        JsonStreamContext outside = outside();
        try {
            return reader.read();
        } catch (BadInputException e) {
            format.refuse(Version.THREE, e);
            while (source.parser().getParsingContext() != outside) {
                source.parser().nextToken();
            }
            return List.of();
        }
    }

    /** What the parser will be in when it is done with the current value. */
    private JsonStreamContext outside() {
        JsonStreamContext context = source.parser().getParsingContext();
        JsonToken token = source.parser().currentToken();
        return token.isStructStart() ? context.getParent() : context;
    }
}
