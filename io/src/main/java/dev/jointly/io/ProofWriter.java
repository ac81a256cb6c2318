package dev.jointly.io;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import java.io.IOException;

/** Writes the certificate of a solution, format {@code jointly/certificate@3}. */
final class ProofWriter {
    private final JsonGenerator json;

    ProofWriter(JsonGenerator json) {
        this.json = json;
    }

    void write(Proof proof) throws IOException {
        json.writeStartObject();
        json.writeStringField("format", SolutionWriter.CERTIFICATE_FORMAT);
        json.writeNumberField("scaleBits", proof.scaleBits());
        prices("lambda1", proof.lambda1());
        prices("lambda3", proof.lambda3());
        posePrice(proof.posePrice());
        if (!proof.trees().isEmpty()) {
            json.writeArrayFieldStart("trees");
            for (Proof.Tree tree : proof.trees()) {
                tree(tree);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private void tree(Proof.Tree tree) throws IOException {
        json.writeStartObject();
        indices("detections", tree.detections());
        if (!tree.cuts().isEmpty()) {
            json.writeArrayFieldStart("cuts");
            for (Proof.Cut cut : tree.cuts()) {
                json.writeStartObject();
                sets(cut);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeArrayFieldStart("nodes");
        for (Proof.Node node : tree.nodes()) {
            node(node);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void node(Proof.Node node) throws IOException {
        json.writeStartObject();
        if (node instanceof Proof.Branch branch) {
            Decision decision = branch.decision();
            json.writeFieldName(decision.kind() == Decision.Kind.JOIN ? "join" : "local");
            json.writeArray(new int[] {decision.holder(), decision.detection()}, 0, 2);
            json.writeNumberField("in", branch.in());
            json.writeNumberField("out", branch.out());
        } else if (node instanceof Proof.Leaf leaf) {
            if (leaf.shift() != 0) {
                json.writeNumberField("shift", leaf.shift());
            }
            prices("lambda1", leaf.lambda1());
            prices("lambda3", leaf.lambda3());
            if (leaf.sigma().length > 0) {
                prices("sigma", leaf.sigma());
            }
            posePrice(leaf.posePrice());
        }
        json.writeEndObject();
    }

    private void posePrice(long nu) throws IOException {
        if (nu != 0) {
            json.writeNumberField("posePrice", nu);
        }
    }

    private void sets(Proof.Cut cut) throws IOException {
        indices("use", cut.use());
        indices("host", cut.host());
    }

    private void indices(String name, int[] detections) throws IOException {
        json.writeFieldName(name);
        json.writeArray(detections, 0, detections.length);
    }

    private void prices(String name, long[] lambda) throws IOException {
        json.writeFieldName(name);
        json.writeArray(lambda, 0, lambda.length);
    }
}
