package dev.jointly.server.labelstudio;

import dev.jointly.io.BadInputException;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonValue;
import dev.jointly.problem.Image;
import dev.jointly.server.tool.Mark;
import dev.jointly.server.tool.RequestJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The body of {@code POST /predict}.
 *
 * @param project its id, without the time that Label Studio writes after it
 * @param labelConfig the labelling interface, or empty text
 * @param drawn what the annotator drew with one smart tool, all of it; empty if nothing is drawn
 */
record PredictRequest(
        List<LabelStudioTask> tasks, String project, String labelConfig, Optional<List<SmartRegion>> drawn) {
    private static final int MAX_TASKS = 1_000;
    private static final int MAX_REGIONS = 2_000;
    private static final int MAX_FIELDS = 200;
    private static final Limit LABELS = Limit.of(100, "entries");

    private static final String TASKS = "an array of tasks";
    private static final JsonShape VALUE = JsonShape.of("a value, which is an object", "x", "y", "width", "height")
            .with("rectanglelabels", LABELS)
            .with("keypointlabels", LABELS)
            .with("labels", LABELS);
    private static final JsonShape REGION =
            JsonShape.of("a region, which is an object", "from_name", "type").with("value", VALUE);
    private static final JsonShape SHAPE = JsonShape.of(
                    "a request as Label Studio sends it, which is an object", "project", "label_config")
            .with(
                    "tasks",
                    Limit.of(MAX_TASKS, "entries"),
                    JsonShape.of("a task, which is an object", "id")
                            .with("data", JsonShape.scalars("the data of a task, which is an object")))
            .with(
                    "params",
                    JsonShape.of("an object")
                            .with(
                                    "context",
                                    JsonShape.of("what the annotator drew, an object")
                                            .with("result", Limit.of(MAX_REGIONS, "entries"), REGION)));

    static PredictRequest read(byte[] body) {
        return RequestJson.read(body, "Label Studio", SHAPE, PredictRequest::request);
    }

    private static PredictRequest request(JsonValue request) {
        List<LabelStudioTask> tasks = request.entriesIfAny("tasks", TASKS, PredictRequest::task);
        if (tasks.isEmpty()) {
            throw request.problem("tasks", "found no task but expected at least one");
        }
        Optional<List<SmartRegion>> drawn = RequestJson.find(request, "params")
                .flatMap(params -> RequestJson.find(params, "context"))
                .flatMap(context -> context.find("result"))
                .filter(JsonValue::isList)
                .map(regions -> regions.entries("an array of regions", PredictRequest::region));
        return new PredictRequest(
                tasks,
                projectId(RequestJson.name(request, "project", "the id of a project")),
                request.ifAny("label_config", xml -> RequestJson.text(xml, "a labelling interface as XML"), ""),
                drawn);
    }

    private static LabelStudioTask task(JsonValue task) {
        Map<String, String> data = new HashMap<>();
        task.<Map<String, JsonValue>>ifAny("data", JsonValue::fields, Map.of()).forEach((field, value) -> {
            if (value.isText() && data.size() < MAX_FIELDS) {
                data.put(field, RequestJson.text(value, "a text"));
            }
        });
        return new LabelStudioTask(RequestJson.name(task, "id", "the id of a task"), data);
    }

    private static SmartRegion region(JsonValue region) {
        Map<String, Double> numbers = new HashMap<>();
        List<String> labels = new ArrayList<>();
        region.<Map<String, JsonValue>>ifAny("value", JsonValue::fields, Map.of())
                .forEach((name, value) -> {
                    if (name.endsWith("labels")) {
                        labels.addAll(value.entries("an array of labels", label -> RequestJson.text(label, "a label")));
                    } else {
                        numbers.put(name, value.finite("a number of percent"));
                    }
                });
        return new SmartRegion(
                RequestJson.name(region, "from_name", "a name"),
                labels.isEmpty() ? "" : labels.get(0),
                RequestJson.name(region, "type", "a name"),
                numbers.getOrDefault("x", 0.0),
                numbers.getOrDefault("y", 0.0),
                numbers.getOrDefault("width", 0.0),
                numbers.getOrDefault("height", 0.0));
    }

    static String projectId(String project) {
        int dot = project.indexOf('.');
        return dot < 0 ? project : project.substring(0, dot);
    }

    /**
     * A task of a request.
     *
     * @param data texts of its data by field
     */
    record LabelStudioTask(String id, Map<String, String> data) {
        LabelStudioTask {
            data = Map.copyOf(data);
        }

        /** Where the image is. */
        String image(String field) {
            String url = data.get(field);
            if (url == null) {
                throw new BadInputException(
                        "task " + id + " has no text in its data field \"" + field + "\", where its image should be");
            }
            return url;
        }
    }

    /**
     * A region that an annotator drew with a smart tool, in percent of the image.
     *
     * @param control from_name
     * @param label its first label, or empty text
     * @param type such as rectanglelabels
     * @param width 0 for points, like height
     */
    record SmartRegion(String control, String label, String type, double x, double y, double width, double height) {
        /** What regions mean on an image; some may mean nothing. */
        static List<Mark> marks(List<SmartRegion> regions, Image image) {
            return regions.stream()
                    .flatMap(region -> region.mark(image.width(), image.height()).stream())
                    .toList();
        }

        private Optional<Mark> mark(int imageWidth, int imageHeight) {
            double left = x / 100 * imageWidth;
            double top = y / 100 * imageHeight;
            if (type.startsWith("rectangle")) {
                return Optional.of(Mark.SamePerson.of(
                        left, top, left + width / 100 * imageWidth, top + height / 100 * imageHeight));
            }
            if (!type.startsWith("keypoint")) {
                return Optional.empty();
            }
            boolean use = label.toLowerCase(Locale.ROOT).startsWith("use");
            return Optional.of(use ? new Mark.UseThis(left, top) : new Mark.NotThis(left, top));
        }
    }
}
