package dev.jointly.vision.cost;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.io.AnatomyJson;
import dev.jointly.io.Layout;
import dev.jointly.io.PersonScoreJson;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes cost models, format {@code jointly/costs@1}. Numbers are exact: reading them again gives the same model. */
public final class CostModelWriter {
    private CostModelWriter() {}

    /** One document, its line feed, and a flush; the stream stays open. */
    public static void write(CostModel model, Layout layout, OutputStream out) throws IOException {
        layout.write(out, json -> fields(model, json));
    }

    private static void fields(CostModel model, JsonGenerator json) throws IOException {
        List<String> parts = model.anatomy().parts();
        json.writeStringField("format", CostModelReader.FORMAT);
        json.writeStringField("name", model.name());
        AnatomyJson.write(model.anatomy(), json);
        json.writeNumberField("poseCost", model.poseCost());
        json.writeObjectFieldStart("kinds");
        kind("unary", model.kinds().unary(), json);
        kind("limb", model.kinds().limb(), json);
        kind("reach", model.kinds().reach(), json);
        kind("twin", model.kinds().twin(), json);
        json.writeEndObject();
        json.writeNumberField("mostCost", model.mostCost());
        json.writeNumberField("hopeless", model.hopeless());
        json.writeNumberField("confident", model.confident());
        if (model.limbLengths() != null) {
            json.writeFieldName("limbLengths");
            double[] lengths = model.limbLengths().stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            json.writeArray(lengths, 0, lengths.length);
        }
        json.writeArrayFieldStart("unary");
        for (int p = 0; p < parts.size(); p++) {
            json.writeStartObject();
            json.writeStringField("part", parts.get(p));
            logistic(model.unary().get(p), json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("pairs");
        for (Map.Entry<Limb, Logistic> pair : new TreeMap<>(model.pairs()).entrySet()) {
            json.writeStartObject();
            String[] ends = {
                parts.get(pair.getKey().a()), parts.get(pair.getKey().b())
            };
            json.writeFieldName("parts");
            json.writeArray(ends, 0, 2);
            logistic(pair.getValue(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
        if (model.personScore() != null) {
            PersonScoreJson.write(model.personScore(), json);
        }
    }

    private static void kind(String name, CostModel.Kind kind, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("weight", kind.weight());
        json.writeNumberField("gain", kind.gain());
        json.writeEndObject();
    }

    private static void logistic(Logistic logistic, JsonGenerator json) throws IOException {
        json.writeNumberField("bias", logistic.bias());
        json.writeArrayFieldStart("terms");
        for (Logistic.Term term : logistic.terms()) {
            json.writeStartObject();
            json.writeStringField("feature", term.feature().label());
            json.writeNumberField("centre", term.centre());
            json.writeNumberField("weight", term.weight());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
