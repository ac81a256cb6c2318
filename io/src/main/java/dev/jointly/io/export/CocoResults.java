package dev.jointly.io.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.io.Layout;
import dev.jointly.io.export.Solved.Joint;
import dev.jointly.io.export.Solved.Person;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.IntStream;

/**
 * COCO results, what its evaluation takes: an array of people, each with image_id, category_id, keypoints and score. A body
 * that has COCO's key points by name gets them in COCO's order, and what COCO does not know, such as the neck, is left
 * out; any other body keeps its own parts.
 */
public final class CocoResults implements Exporter {
    private final JsonGenerator json;
    private final PictureNumbers numbers = new PictureNumbers();

    public CocoResults(OutputStream out) throws IOException {
        json = Layout.PRETTY.generator(out);
        json.writeStartArray();
    }

    @Override
    public void add(Solved picture) throws IOException {
        long number = numbers.number(picture.problem().id());
        List<Integer> order = CocoNames.positions(picture.parts());
        if (order.isEmpty()) {
            order = IntStream.range(0, picture.parts().size()).boxed().toList();
        }
        for (Person person : picture.people()) {
            json.writeStartObject();
            json.writeNumberField("image_id", number);
            json.writeNumberField("category_id", CocoAnnotations.CATEGORY);
            json.writeArrayFieldStart("keypoints");
            for (int part : order) {
                Integer d = person.global().get(part);
                Joint joint = d == null ? new Joint(0, 0, 0) : picture.joint(d);
                json.writeNumber(joint.x());
                json.writeNumber(joint.y());
                json.writeNumber(d == null ? 0 : 1);
            }
            json.writeEndArray();
            json.writeNumberField("score", person.score());
            Extras.person(picture, person, json);
            json.writeNumberField("gap", picture.bounds().gap());
            json.writeEndObject();
        }
    }

    @Override
    public void close() throws IOException {
        json.writeEndArray();
        json.writeRaw('\n');
        json.close();
    }
}
