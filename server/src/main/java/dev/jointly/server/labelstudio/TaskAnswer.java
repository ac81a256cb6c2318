package dev.jointly.server.labelstudio;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.problem.Image;
import dev.jointly.server.tool.ToolMargins;
import dev.jointly.server.tool.ToolPerson;
import dev.jointly.server.tool.ToolPerson.ToolJoint;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * The answer for one task: a box for each person whose joints are key points with the box as parent, in percent of the image.
 *
 * @param hints shown with the first region
 * @param error why there are no people, or empty text
 */
record TaskAnswer(Image image, List<ToolPerson> people, List<String> hints, String error) {
    /** Of a point, in percent of the image's width. */
    private static final double POINT_WIDTH = 0.5;

    TaskAnswer(Image image, List<ToolPerson> people, List<String> hints) {
        this(image, people, hints, "");
    }

    /** For a task among many whose people cannot be found; with score 0 it comes first in Label Studio's order. */
    static TaskAnswer failed(String error) {
        return new TaskAnswer(new Image("", 1, 1), List.of(), List.of(), error);
    }

    /** The result, score and version of the task, as one object. */
    void write(LabelConfig config, String version, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("result");
        new Regions(config, json).write();
        json.writeEndArray();
        json.writeNumberField("score", score());
        json.writeStringField("model_version", version);
        if (!hints.isEmpty()) {
            json.writeStringField("hint", String.join(" ", hints));
        }
        if (!error.isEmpty()) {
            json.writeStringField("error", error);
        }
        json.writeEndObject();
    }

    /** The score of the least margin; without margins that of the least sure joint. Nobody in the image is no doubt. */
    double score() {
        if (!error.isEmpty()) {
            return 0;
        }
        double[] margins = people.stream()
                .flatMapToDouble(person -> DoubleStream.concat(
                        person.margin().stream(),
                        person.joints().stream().flatMapToDouble(joint -> joint.margin().stream())))
                .toArray();
        if (margins.length > 0) {
            return ToolMargins.score(DoubleStream.of(margins).min().orElseThrow());
        }
        return people.stream()
                .flatMap(person -> person.joints().stream())
                .mapToDouble(ToolJoint::score)
                .min()
                .orElse(1);
    }

    /** Writes the regions of one task. */
    private final class Regions {
        private final LabelConfig config;
        private final JsonGenerator json;
        private boolean hinted = hints.isEmpty();

        Regions(LabelConfig config, JsonGenerator json) {
            this.config = config;
            this.json = json;
        }

        void write() throws IOException {
            for (ToolPerson person : people) {
                String id = "person-" + (person.id() + 1);
                Optional<String> label = config.personLabel();
                if (label.isPresent()) {
                    box(person, id, label.get());
                }
                for (ToolJoint joint : person.joints()) {
                    Optional<String> part = config.points().label(joint.name());
                    if (part.isPresent()) {
                        point(joint, id, label.isPresent(), part.get());
                    }
                }
            }
        }

        private void box(ToolPerson person, String id, String label) throws IOException {
            double[] box = person.box();
            begin(id, "rectanglelabels", config.boxes().orElseThrow().name());
            json.writeObjectFieldStart("value");
            json.writeNumberField("x", percent(box[0], image.width()));
            json.writeNumberField("y", percent(box[1], image.height()));
            json.writeNumberField("width", percent(box[2], image.width()));
            json.writeNumberField("height", percent(box[3], image.height()));
            json.writeNumberField("rotation", 0);
            labels("rectanglelabels", label);
            json.writeEndObject();
            end(person.margin(), person.score());
        }

        private void point(ToolJoint joint, String person, boolean hasParent, String label) throws IOException {
            begin(person + "-" + joint.part(), "keypointlabels", config.points().name());
            if (hasParent) {
                json.writeStringField("parentID", person);
            }
            json.writeObjectFieldStart("value");
            json.writeNumberField("x", percent(joint.x(), image.width()));
            json.writeNumberField("y", percent(joint.y(), image.height()));
            json.writeNumberField("width", POINT_WIDTH);
            labels("keypointlabels", label);
            json.writeEndObject();
            end(joint.margin(), joint.score());
        }

        private void begin(String id, String type, String control) throws IOException {
            json.writeStartObject();
            json.writeStringField("id", id);
            json.writeStringField("type", type);
            json.writeStringField("from_name", control);
            json.writeStringField("to_name", config.image());
            json.writeNumberField("original_width", image.width());
            json.writeNumberField("original_height", image.height());
            json.writeNumberField("image_rotation", 0);
        }

        private void labels(String field, String label) throws IOException {
            json.writeArrayFieldStart(field);
            json.writeString(label);
            json.writeEndArray();
        }

        /** What the annotator reads beside the region, and its score. */
        private void end(OptionalDouble margin, double detectorScore) throws IOException {
            if (margin.isPresent() || !hinted) {
                json.writeObjectFieldStart("meta");
                json.writeArrayFieldStart("text");
                if (margin.isPresent()) {
                    json.writeString(ToolMargins.words(margin.getAsDouble()));
                }
                if (!hinted) {
                    hinted = true;
                    json.writeString(String.join(" ", hints));
                }
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeNumberField(
                    "score", margin.isPresent() ? ToolMargins.score(margin.getAsDouble()) : detectorScore);
            json.writeEndObject();
        }
    }

    private static double percent(double pixels, int whole) {
        return 100 * pixels / whole;
    }
}
