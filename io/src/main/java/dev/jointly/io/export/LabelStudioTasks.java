package dev.jointly.io.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.io.Layout;
import dev.jointly.io.export.Solved.Joint;
import dev.jointly.io.export.Solved.Person;
import dev.jointly.problem.Image;
import dev.jointly.problem.Micro;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/**
 * Label Studio tasks with predictions: a box for each person, whose joints are key points with the box as parent. Coordinates are in percent of the image. The labelling interface must have an Image named image, RectangleLabels named person and
 * KeyPointLabels named joint.
 *
 * <p>Not thread-safe.
 */
public final class LabelStudioTasks implements Exporter {
    /** The format by its name. */
    public static final class Format implements OutputFormat {
        /** For {@link java.util.ServiceLoader}. */
        public Format() {}

        @Override
        public String name() {
            return "labelstudio";
        }

        @Override
        public Exporter open(Target target) throws IOException {
            return new LabelStudioTasks(target.out(), target.category());
        }
    }

    /** Of a point, in percent of the image's width. */
    private static final double POINT_WIDTH = 0.5;

    private final JsonGenerator json;
    private final String category;

    /** @param category what the people are called, such as person */
    public LabelStudioTasks(OutputStream out, String category) throws IOException {
        this.json = Layout.PRETTY.generator(out);
        this.category = category;
        json.writeStartArray();
    }

    @Override
    public void add(Solved solved) throws IOException {
        Image image = solved.image("Label Studio");
        json.writeStartObject();
        json.writeObjectFieldStart("data");
        json.writeStringField("image", image.file());
        json.writeStringField("problem", solved.problem().id());
        Extras.bounds(solved.bounds(), json);
        json.writeEndObject();
        json.writeArrayFieldStart("predictions");
        json.writeStartObject();
        json.writeStringField("model_version", "jointly");
        json.writeArrayFieldStart("result");
        for (int i = 0; i < solved.people().size(); i++) {
            person(solved, solved.people().get(i), image, "person" + (i + 1));
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
    }

    private void person(Solved solved, Person person, Image image, String id) throws IOException {
        double[] box = solved.box(person);
        region(id, "rectanglelabels", "person", image);
        json.writeObjectFieldStart("value");
        json.writeNumberField("x", percent(box[0], image.width()));
        json.writeNumberField("y", percent(box[1], image.height()));
        json.writeNumberField("width", percent(box[2], image.width()));
        json.writeNumberField("height", percent(box[3], image.height()));
        json.writeNumberField("rotation", 0);
        labels("rectanglelabels", category);
        json.writeEndObject();
        json.writeObjectFieldStart("meta");
        json.writeArrayFieldStart("text");
        json.writeString("cost " + Micro.toString(person.cost()));
        json.writeEndArray();
        Extras.person(solved, person, json);
        json.writeEndObject();
        json.writeEndObject();
        for (Map.Entry<Integer, Integer> entry : person.global().entrySet()) {
            String part = solved.parts().get(entry.getKey());
            Joint joint = solved.joint(entry.getValue());
            region(id + "-" + entry.getKey(), "keypointlabels", "joint", image);
            json.writeStringField("parentID", id);
            json.writeObjectFieldStart("value");
            json.writeNumberField("x", percent(joint.x(), image.width()));
            json.writeNumberField("y", percent(joint.y(), image.height()));
            json.writeNumberField("width", POINT_WIDTH);
            labels("keypointlabels", part);
            json.writeEndObject();
            json.writeNumberField("score", joint.score());
            json.writeEndObject();
        }
    }

    private void region(String id, String type, String from, Image image) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", id);
        json.writeStringField("type", type);
        json.writeStringField("from_name", from);
        json.writeStringField("to_name", "image");
        json.writeNumberField("original_width", image.width());
        json.writeNumberField("original_height", image.height());
        json.writeNumberField("image_rotation", 0);
    }

    private void labels(String field, String label) throws IOException {
        json.writeArrayFieldStart(field);
        json.writeString(label);
        json.writeEndArray();
    }

    private static double percent(double pixels, int whole) {
        return 100 * pixels / whole;
    }

    @Override
    public void close() throws IOException {
        json.writeEndArray();
        json.writeRaw('\n');
        json.close();
    }
}
