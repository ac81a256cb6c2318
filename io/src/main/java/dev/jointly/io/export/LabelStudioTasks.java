package dev.jointly.io.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.io.Layout;
import dev.jointly.io.export.Solved.Person;
import dev.jointly.io.json.Json;
import dev.jointly.pose.Person.Joint;
import dev.jointly.problem.Image;
import dev.jointly.problem.Micro;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Label Studio tasks with predictions: a box for each person, whose joints are key points with the box as parent. Coordinates are in percent of the image. The labelling interface must have an Image named image, RectangleLabels named person and
 * KeyPointLabels named joint.
 *
 * <p>Not thread-safe.
 */
public final class LabelStudioTasks implements Exporter {
    /** The format by its name. */
    static final OutputFormat FORMAT =
            new BuiltInFormat("labelstudio", "", false, to -> new LabelStudioTasks(to.out(), to.category()));

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
        Map<String, @Nullable Object> data =
                Json.object("image", image.file(), "problem", solved.problem().id());
        data.putAll(Extras.bounds(solved.bounds()));
        List<Object> regions = new ArrayList<>();
        for (int i = 0; i < solved.people().size(); i++) {
            person(solved, solved.people().get(i), image, "person" + (i + 1), regions);
        }
        Object prediction = Json.object("model_version", "jointly", "result", regions);
        Json.write(Json.object("data", data, "predictions", List.of(prediction)), json);
    }

    private void person(Solved solved, Person person, Image image, String id, List<Object> regions) {
        double[] box = solved.box(person);
        Map<String, @Nullable Object> whole = region(id, "rectanglelabels", "person", image);
        whole.put(
                "value",
                Json.object(
                        "x", percent(box[0], image.width()),
                        "y", percent(box[1], image.height()),
                        "width", percent(box[2], image.width()),
                        "height", percent(box[3], image.height()),
                        "rotation", 0,
                        "rectanglelabels", List.of(category)));
        Map<String, @Nullable Object> meta = Json.object("text", List.of("cost " + Micro.toString(person.cost())));
        meta.putAll(Extras.person(solved, person));
        whole.put("meta", meta);
        regions.add(whole);
        person.global().forEach((part, d) -> {
            Joint joint = solved.joint(d);
            Map<String, @Nullable Object> point = region(id + "-" + part, "keypointlabels", "joint", image);
            point.put("parentID", id);
            point.put(
                    "value",
                    Json.object(
                            "x", percent(joint.x(), image.width()),
                            "y", percent(joint.y(), image.height()),
                            "width", POINT_WIDTH,
                            "keypointlabels", List.of(solved.parts().get(part))));
            point.put("score", joint.score());
            regions.add(point);
        });
    }

    private static Map<String, @Nullable Object> region(String id, String type, String from, Image image) {
        return Json.object(
                "id",
                id,
                "type",
                type,
                "from_name",
                from,
                "to_name",
                "image",
                "original_width",
                image.width(),
                "original_height",
                image.height(),
                "image_rotation",
                0);
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
