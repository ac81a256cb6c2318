package dev.jointly.io;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Writes problems, format {@code jointly/problem@1}. Costs are exact, so reading them again gives the same problem. */
public final class ProblemWriter {
    private ProblemWriter() {}

    /** One document, its line feed, and a flush; the stream stays open. */
    public static void write(Problem problem, Layout layout, OutputStream out) throws IOException {
        layout.write(out, json -> fields(problem, json));
    }

    private static void fields(Problem problem, JsonGenerator json) throws IOException {
        json.writeStringField("format", ProblemReader.FORMAT);
        json.writeStringField("id", problem.id());
        if (problem.image() != null) {
            ImageFields.write(problem.image(), json);
        }
        AnatomyJson.write(problem.anatomy(), json);
        json.writeNumberField("poseCost", Micro.decimal(problem.poseCost()));
        json.writeArrayFieldStart("detections");
        for (Detection detection : problem.detections()) {
            detection(detection, problem.anatomy(), json);
        }
        json.writeEndArray();
        pairs(problem, json);
        json.writeStringField("absentPairs", problem.pairs().absentForbidden() ? "forbidden" : "zero");
        if (problem.maxPoses().isPresent()) {
            json.writeNumberField("maxPoses", problem.maxPoses().getAsInt());
        }
        if (problem.personScore() != null) {
            PersonScoreJson.write(problem.personScore(), json);
        }
        if (!problem.pins().isEmpty()) {
            json.writeArrayFieldStart("pins");
            for (Pin pin : problem.pins()) {
                pin(pin, json);
            }
            json.writeEndArray();
        }
    }

    private static void detection(Detection detection, Anatomy anatomy, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("part", anatomy.parts().get(detection.part()));
        place(detection, json);
        json.writeNumberField("cost", Micro.decimal(detection.cost()));
        json.writeEndObject();
    }

    /** The fields x, y and score, as far as they are known. */
    static void place(Detection detection, JsonGenerator json) throws IOException {
        optional("x", detection.x(), json);
        optional("y", detection.y(), json);
        optional("score", detection.score(), json);
    }

    private static void optional(String name, @Nullable Double value, JsonGenerator json) throws IOException {
        if (value != null) {
            json.writeNumberField(name, value);
        }
    }

    private static void pairs(Problem problem, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("pairs");
        try {
            problem.pairs().forEach((a, b, micro) -> pair(a, b, micro, json));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        json.writeEndArray();
    }

    private static void pair(int a, int b, long micro, JsonGenerator json) {
        try {
            json.writeStartArray();
            json.writeNumber(a);
            json.writeNumber(b);
            json.writeNumber(Micro.decimal(micro));
            json.writeEndArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void pin(Pin pin, JsonGenerator json) throws IOException {
        json.writeStartObject();
        int[] detections = pin.detections();
        json.writeFieldName(pin.kind().word());
        if (detections.length == 1) {
            json.writeNumber(detections[0]);
        } else {
            json.writeArray(detections, 0, detections.length);
        }
        json.writeEndObject();
    }
}
