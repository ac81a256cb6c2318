package dev.jointly.server.labelstudio;

import dev.jointly.io.json.Json;
import dev.jointly.pose.Person;
import dev.jointly.problem.Image;
import dev.jointly.server.tool.ToolMargins;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * The answer for one task: a box for each person whose joints are key points with the box as parent, in percent of the image.
 *
 * @param parts names, by their positions in the anatomy
 * @param hints shown with the first region
 * @param error why there are no people, or empty text
 */
record TaskAnswer(Image image, List<String> parts, List<Person> people, List<String> hints, String error) {
    /** Of a point, in percent of the image's width. */
    private static final double POINT_WIDTH = 0.5;

    TaskAnswer(Image image, List<String> parts, List<Person> people, List<String> hints) {
        this(image, parts, people, hints, "");
    }

    /** For a task among many whose people cannot be found; with score 0 it comes first in Label Studio's order. */
    static TaskAnswer failed(String error) {
        return new TaskAnswer(new Image("", 1, 1), List.of(), List.of(), List.of(), error);
    }

    /** The result, score and version of the task. */
    Map<String, @Nullable Object> members(LabelConfig config, String version) {
        return Json.object(
                "result", regions(config),
                "score", score(),
                "model_version", version,
                "hint", Json.when(!hints.isEmpty(), String.join(" ", hints)),
                "error", Json.when(!error.isEmpty(), error));
    }

    /** The score of the least margin; without margins that of the least sure joint. An image without people is no doubt. */
    double score() {
        if (!error.isEmpty()) {
            return 0;
        }
        double[] margins = people.stream()
                .flatMapToDouble(person -> DoubleStream.concat(
                        person.margin().stream(),
                        person.joints().values().stream().flatMapToDouble(joint -> joint.margin().stream())))
                .toArray();
        if (margins.length > 0) {
            return ToolMargins.score(DoubleStream.of(margins).min().orElseThrow());
        }
        return people.stream()
                .flatMap(person -> person.joints().values().stream())
                .mapToDouble(Person.Joint::score)
                .min()
                .orElse(1);
    }

    private List<Map<String, @Nullable Object>> regions(LabelConfig config) {
        List<Map<String, @Nullable Object>> regions = new ArrayList<>();
        Optional<String> label = config.personLabel();
        for (Person person : people) {
            String id = "person-" + (person.id() + 1);
            label.ifPresent(name -> regions.add(box(config, person, id, name)));
            person.joints().forEach((part, joint) -> config.points()
                    .label(parts.get(part))
                    .ifPresent(
                            text -> regions.add(point(config, joint, id + "-" + part, id, label.isPresent(), text))));
        }
        if (!hints.isEmpty() && !regions.isEmpty()) {
            tell(regions.get(0), String.join(" ", hints));
        }
        return regions;
    }

    private Map<String, @Nullable Object> box(LabelConfig config, Person person, String id, String label) {
        double[] box = person.box();
        Map<String, @Nullable Object> region = region(
                config, id, "rectanglelabels", config.boxes().orElseThrow().name());
        Map<String, @Nullable Object> value = place(box[0], box[1], percent(box[2], image.width()));
        value.put("height", percent(box[3], image.height()));
        value.put("rotation", 0);
        value.put("rectanglelabels", List.of(label));
        return judged(region, value, person.margin(), person.score());
    }

    private Map<String, @Nullable Object> point(
            LabelConfig config, Person.Joint joint, String id, String person, boolean hasParent, String label) {
        Map<String, @Nullable Object> region =
                region(config, id, "keypointlabels", config.points().name());
        if (hasParent) {
            region.put("parentID", person);
        }
        Map<String, @Nullable Object> value = place(joint.x(), joint.y(), POINT_WIDTH);
        value.put("keypointlabels", List.of(label));
        return judged(region, value, joint.margin(), joint.score());
    }

    private Map<String, @Nullable Object> region(LabelConfig config, String id, String type, String control) {
        Map<String, @Nullable Object> region =
                Json.object("id", id, "type", type, "from_name", control, "to_name", config.image());
        region.put("original_width", image.width());
        region.put("original_height", image.height());
        region.put("image_rotation", 0);
        return region;
    }

    private Map<String, @Nullable Object> place(double x, double y, double width) {
        return Json.object("x", percent(x, image.width()), "y", percent(y, image.height()), "width", width);
    }

    /** Adds what the annotator reads beside a region, and its score. */
    private static Map<String, @Nullable Object> judged(
            Map<String, @Nullable Object> region, Object value, OptionalDouble margin, double detectorScore) {
        region.put("value", value);
        margin.ifPresent(units -> tell(region, ToolMargins.words(units)));
        region.put("score", margin.isPresent() ? ToolMargins.score(margin.getAsDouble()) : detectorScore);
        return region;
    }

    /** Texts that are shown with a region, in the order in which they were added. */
    private static void tell(Map<String, @Nullable Object> region, String text) {
        List<String> texts = new ArrayList<>();
        if (region.get("meta") instanceof Map<?, ?> meta && meta.get("text") instanceof List<?> before) {
            before.forEach(one -> texts.add(String.valueOf(one)));
        }
        texts.add(text);
        region.put("meta", Json.object("text", texts));
    }

    private static double percent(double pixels, int whole) {
        return 100 * pixels / whole;
    }
}
