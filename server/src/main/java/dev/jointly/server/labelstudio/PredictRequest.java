package dev.jointly.server.labelstudio;

import dev.jointly.io.BadInputException;
import dev.jointly.server.tool.RequestJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The body of {@code POST /predict}.
 *
 * @param project its id, without the time that Label Studio writes after it
 * @param labelConfig the labelling interface, or empty text
 * @param drawn what the annotator drew with one smart tool, all of it; empty where nobody draws
 */
record PredictRequest(
        List<LabelStudioTask> tasks, String project, String labelConfig, Optional<List<SmartRegion>> drawn) {
    private static final int MOST_TASKS = 1_000;
    private static final int MOST_REGIONS = 2_000;
    private static final int MOST_FIELDS = 200;
    private static final int MOST_LABELS = 100;

    static PredictRequest read(byte[] body) {
        return RequestJson.read(body, json -> new Draft(json).request());
    }

    /** The fields as they come. */
    private static final class Draft {
        private final RequestJson json;
        private final List<LabelStudioTask> tasks = new ArrayList<>();
        private String project = "";
        private String labelConfig = "";
        private Optional<List<SmartRegion>> drawn = Optional.empty();

        Draft(RequestJson json) {
            this.json = json;
        }

        PredictRequest request() throws IOException {
            json.object("a request as Label Studio sends it, which is an object", this::field);
            if (tasks.isEmpty()) {
                throw new BadInputException("request: /tasks: found no task but expected at least one");
            }
            return new PredictRequest(List.copyOf(tasks), project, labelConfig, drawn);
        }

        private void field(String name) throws IOException {
            switch (name) {
                case "tasks" -> json.array(MOST_TASKS, "an array of tasks", this::task);
                case "project" -> project = projectId(json.id("the id of a project"));
                case "label_config" -> labelConfig = json.text("a labelling interface as XML");
                case "params" -> json.objectOrNull("an object", this::parameter);
                default -> json.skip();
            }
        }

        private void task() throws IOException {
            String[] id = {""};
            Map<String, String> data = new HashMap<>();
            json.object("a task, which is an object", name -> {
                if (name.equals("id")) {
                    id[0] = json.id("the id of a task");
                } else if (name.equals("data")) {
                    json.object("the data of a task, which is an object", field -> datum(field, data));
                } else {
                    json.skip();
                }
            });
            tasks.add(new LabelStudioTask(id[0], data));
        }

        private void datum(String field, Map<String, String> data) throws IOException {
            if (json.atText() && data.size() < MOST_FIELDS) {
                data.put(field, json.text("a text"));
            } else {
                json.skip();
            }
        }

        private void parameter(String name) throws IOException {
            if (name.equals("context")) {
                json.objectOrNull("what the annotator drew, an object", this::context);
            } else {
                json.skip();
            }
        }

        private void context(String name) throws IOException {
            if (!name.equals("result") || !json.atArray()) {
                json.skip();
                return;
            }
            List<SmartRegion> regions = new ArrayList<>();
            json.array(MOST_REGIONS, "an array of regions", () -> regions.add(region()));
            drawn = Optional.of(List.copyOf(regions));
        }

        private SmartRegion region() throws IOException {
            Map<String, String> texts = new HashMap<>();
            Map<String, Double> numbers = new HashMap<>();
            json.object("a region, which is an object", name -> {
                switch (name) {
                    case "from_name", "type" -> texts.put(name, json.id("a name"));
                    case "value" -> json.object("a value, which is an object", field -> value(field, texts, numbers));
                    default -> json.skip();
                }
            });
            return new SmartRegion(
                    texts.getOrDefault("from_name", ""),
                    texts.getOrDefault("label", ""),
                    texts.getOrDefault("type", ""),
                    numbers.getOrDefault("x", 0.0),
                    numbers.getOrDefault("y", 0.0),
                    numbers.getOrDefault("width", 0.0),
                    numbers.getOrDefault("height", 0.0));
        }

        private void value(String name, Map<String, String> texts, Map<String, Double> numbers) throws IOException {
            switch (name) {
                case "x", "y", "width", "height" -> numbers.put(name, json.number("a number of percent"));
                case "rectanglelabels", "keypointlabels", "labels" ->
                    json.array(
                            MOST_LABELS, "an array of labels", () -> texts.putIfAbsent("label", json.text("a label")));
                default -> json.skip();
            }
        }
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
}
