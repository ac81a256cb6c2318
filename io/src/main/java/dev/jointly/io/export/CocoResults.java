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
 * COCO results, what its evaluation takes: an array of people, each with image_id, category_id, keypoints and score. An
 * anatomy with COCO's key points by name is written in COCO's order, without parts that COCO does not have, such as the
 * neck; any other keeps its own parts.
 *
 * <p>Not thread-safe.
 */
public final class CocoResults implements Exporter {
    /** The format by its name. */
    public static final class Format implements OutputFormat {
        /** For {@link java.util.ServiceLoader}. */
        public Format() {}

        @Override
        public String name() {
            return "coco-results";
        }

        @Override
        public Exporter open(Target target) throws IOException {
            return new CocoResults(target.out());
        }
    }

    private final JsonGenerator json;
    private final ImageNumbers numbers = new ImageNumbers();

    public CocoResults(OutputStream out) throws IOException {
        json = Layout.PRETTY.generator(out);
        json.writeStartArray();
    }

    @Override
    public void add(Solved solved) throws IOException {
        long number = numbers.number(solved.problem().id());
        List<Integer> order = CocoNames.positions(solved.parts());
        if (order.isEmpty()) {
            order = IntStream.range(0, solved.parts().size()).boxed().toList();
        }
        for (Person person : solved.people()) {
            json.writeStartObject();
            json.writeNumberField("image_id", number);
            json.writeNumberField("category_id", CocoAnnotations.CATEGORY);
            json.writeArrayFieldStart("keypoints");
            for (int part : order) {
                Integer d = person.global().get(part);
                Joint joint = d == null ? new Joint(0, 0, 0) : solved.joint(d);
                json.writeNumber(joint.x());
                json.writeNumber(joint.y());
                json.writeNumber(d == null ? 0 : 1);
            }
            json.writeEndArray();
            json.writeNumberField("score", person.score());
            Extras.person(solved, person, json);
            json.writeNumberField("gap", solved.bounds().gap());
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
