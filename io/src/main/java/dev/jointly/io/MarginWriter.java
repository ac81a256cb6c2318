package dev.jointly.io;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.margin.Margin;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Pin;
import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.Proof;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes the margins of a solution: with their proofs in a list, and the numbers beside the poses and joints they are about. */
final class MarginWriter {
    /** Stands for the person as a whole. */
    private static final int PERSON = -1;

    private final List<Margin> margins;
    private final Map<Place, Margin> byPlace = new HashMap<>();

    private record Place(int pose, int joint) {}

    MarginWriter(List<Margin> margins) {
        this.margins = List.copyOf(margins);
        margins.forEach(
                margin -> byPlace.put(new Place(margin.pose(), margin.joint().orElse(PERSON)), margin));
    }

    /** The field {@code margin} of a pose, if it is known. */
    void ofPose(int pose, JsonGenerator json) throws IOException {
        beside(new Place(pose, PERSON), json);
    }

    /** The field {@code margin} of a joint, if it is known. */
    void ofJoint(int pose, int detection, JsonGenerator json) throws IOException {
        beside(new Place(pose, detection), json);
    }

    private void beside(Place place, JsonGenerator json) throws IOException {
        Margin margin = byPlace.get(place);
        if (margin != null) {
            json.writeNumberField("margin", Micro.decimal(margin.atLeast()));
        }
    }

    /** The field {@code margins}, if there are any. */
    void list(JsonGenerator json) throws IOException {
        if (margins.isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("margins");
        for (Margin margin : margins) {
            json.writeStartObject();
            json.writeNumberField("pose", margin.pose());
            if (margin.joint().isPresent()) {
                json.writeNumberField("detection", margin.joint().getAsInt());
            }
            claim(margin, json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void claim(Margin margin, JsonGenerator json) throws IOException {
        MarginClaim claim = margin.claim();
        json.writeArrayFieldStart("pins");
        for (Pin pin : claim.pins()) {
            ProblemWriter.pin(pin, json);
        }
        json.writeEndArray();
        json.writeNumberField("atLeast", Micro.decimal(claim.atLeast()));
        if (margin.atMost().isPresent()) {
            json.writeNumberField("atMost", Micro.decimal(margin.atMost().getAsLong()));
        }
        if (margin.fixed()) {
            json.writeBooleanField("fixed", true);
        }
        if (!claim.prices().isEmpty()) {
            json.writeArrayFieldStart("prices");
            for (MarginClaim.Price price : claim.prices()) {
                json.writeArray(new long[] {price.detection(), price.lambda1(), price.lambda3()}, 0, 3);
            }
            json.writeEndArray();
        }
        Proof own = claim.proof();
        if (own != null) {
            json.writeFieldName("certificate");
            new ProofWriter(json).write(own);
        }
    }
}
