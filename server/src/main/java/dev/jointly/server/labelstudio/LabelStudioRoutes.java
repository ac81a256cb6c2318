package dev.jointly.server.labelstudio;

import dev.jointly.io.BadInputException;
import dev.jointly.io.json.Json;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonValue;
import dev.jointly.pose.Person;
import dev.jointly.server.Client;
import dev.jointly.server.HttpProblem;
import dev.jointly.server.RecentlyUsed;
import dev.jointly.server.Routes;
import dev.jointly.server.labelstudio.PredictRequest.LabelStudioTask;
import dev.jointly.server.labelstudio.PredictRequest.SmartRegion;
import dev.jointly.server.tool.Grouping;
import dev.jointly.server.tool.RequestJson;
import dev.jointly.server.tool.ToolService;
import dev.jointly.server.tool.WarmImage;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The routes of a machine learning backend that Label Studio needs. */
public final class LabelStudioRoutes implements Routes {
    /** Label Studio waits 100 seconds for predictions. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final int MAX_TASKS_AT_HAND = 100;
    private static final Duration IDLE = Duration.ofMinutes(30);
    private static final Set<String> TRAINING_EVENTS =
            Set.of("ANNOTATION_CREATED", "ANNOTATION_UPDATED", "ANNOTATION_DELETED", "START_TRAINING");

    private final ToolService tools;
    private final Optional<LabelStudioImages> origin;
    /** For images of tasks, few at a time: what is fetched is in memory until its people are found. */
    private final Semaphore room;

    private final RecentlyUsed<TaskMemory.Key, TaskMemory> atHand;

    /** @param origin empty where images of tasks cannot be fetched, since no address was given */
    public LabelStudioRoutes(ToolService tools, Optional<LabelStudioImages> origin) {
        this.tools = tools;
        this.origin = origin;
        this.room = new Semaphore(tools.workers(), true);
        this.atHand = new RecentlyUsed<>(MAX_TASKS_AT_HAND, IDLE, InstantSource.system());
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.get("/health", this::health);
        routes.post("/setup", ctx -> tools.bodies().read(ctx, body -> setup(ctx, body)));
        routes.post("/predict", ctx -> tools.bodies().read(ctx, body -> predict(ctx, body)));
        routes.post("/webhook", ctx -> tools.bodies().read(ctx, body -> webhook(ctx, body)));
    }

    private void health(Context ctx) {
        ToolService.reply(ctx, Json.object("status", "UP", "model_class", "Jointly"));
    }

    private String version() {
        return "jointly-" + tools.model();
    }

    private void setup(Context ctx, byte[] body) {
        String schema = text(body, "schema");
        if (!schema.isBlank()) {
            LabelConfig.read(schema).requireLabels(tools.anatomy().parts());
        }
        ToolService.reply(ctx, Json.object("model_version", version()));
    }

    /** A field of a request of which nothing else is of interest; empty text where it is missing. */
    private static String text(byte[] body, String wanted) {
        JsonShape shape = JsonShape.of("a request as Label Studio sends it, which is an object", wanted);
        return RequestJson.read(body, "Label Studio", shape, request -> request.find(wanted)
                .filter(JsonValue::isText)
                .map(value -> RequestJson.text(value, "a text"))
                .orElse(""));
    }

    /** Nothing is learnt from annotations; Label Studio wants to hear that the event has come. */
    private void webhook(Context ctx, byte[] body) {
        if (TRAINING_EVENTS.contains(text(body, "action"))) {
            ToolService.reply(ctx.status(201), Json.object("result", Map.of(), "status", "ok"));
        } else {
            ToolService.reply(ctx, Json.object("status", "Unknown event"));
        }
    }

    private void predict(Context ctx, byte[] body) {
        PredictRequest request = PredictRequest.read(body);
        List<String> parts = tools.anatomy().parts();
        LabelConfig config =
                request.labelConfig().isBlank() ? LabelConfig.standard(parts) : LabelConfig.read(request.labelConfig());
        config.requireLabels(parts);
        String version = version();
        Prediction prediction = new Prediction(request, config, Client.of(ctx)::gone);
        List<?> results = request.tasks().stream()
                .map(task -> prediction.of(task).members(config, version))
                .toList();
        ToolService.reply(ctx, Json.object("results", results));
    }

    /** One request for predictions under way. */
    private final class Prediction {
        private final PredictRequest request;
        private final LabelConfig config;
        private final BooleanSupplier gone;
        private final long end = System.nanoTime() + PATIENCE.toNanos();

        Prediction(PredictRequest request, LabelConfig config, BooleanSupplier gone) {
            this.request = request;
            this.config = config;
            this.gone = gone;
        }

        /** Of many tasks a bad one must not spoil the rest, for which Label Studio has no word of its own. */
        TaskAnswer of(LabelStudioTask task) {
            if (request.tasks().size() == 1) {
                return answer(task);
            }
            try {
                return answer(task);
            } catch (BadInputException e) {
                return TaskAnswer.failed(String.valueOf(e.getMessage()));
            } catch (HttpProblem e) {
                if (left().isZero()) {
                    return TaskAnswer.failed("there was no time left for this task; fetch its predictions again");
                }
                throw e;
            }
        }

        private Duration left() {
            return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
        }

        private TaskAnswer answer(LabelStudioTask task) {
            String where = task.image(config.field());
            if (request.drawn().isEmpty()) {
                return answer(where, new WarmImage(), List.of());
            }
            TaskMemory memory = atHand.get(new TaskMemory.Key(request.project(), task.id(), where), TaskMemory::new);
            return answer(where, memory.image(), memory.draw(request.drawn().get()));
        }

        private TaskAnswer answer(String where, WarmImage warm, List<SmartRegion> drawn) {
            LabelStudioImages images = origin.orElseThrow(() -> HttpProblem.of(
                    503,
                    "no-label-studio",
                    "this server does not know where Label Studio is; start it with --label-studio-url, such as"
                            + " --label-studio-url http://localhost:8080"));
            // refused before anything is done for it
            images.resolved(where);
            Duration left = left();
            boolean[] taken = {false};
            Supplier<byte[]> image = () -> {
                takeRoom(left);
                taken[0] = true;
                return images.fetch(where, tools.mostBytes());
            };
            ToolService.Asked asked =
                    new ToolService.Asked(image, name(where), known -> SmartRegion.marks(drawn, known), left, gone);
            try {
                Grouping grouping = tools.group(warm, asked);
                // an annotator waits for the answer and does not see the score of the task
                boolean waiting = request.drawn().isPresent();
                List<Person> people = waiting ? tools.people(grouping, asked, 0) : tools.peopleByDoubt(grouping, asked);
                return new TaskAnswer(
                        grouping.image(), grouping.problem().anatomy().parts(), people, grouping.hints());
            } finally {
                if (taken[0]) {
                    room.release();
                }
            }
        }
    }

    private void takeRoom(Duration patience) {
        try {
            if (room.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw HttpProblem.of(429, "too-much-at-once", "other images are being looked at; try again later")
                .retryAfter(1);
    }

    /** The last name of a path. */
    private static String name(String where) {
        String path = where.replaceAll("[?#].*", "");
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /**
     * A task that an annotator works on: its image, and what was drawn with each smart tool. A request has the regions of one tool
     * only, so those of the others are remembered. Thread-safe.
     */
    private static final class TaskMemory {
        private static final int MAX_TOOLS = 20;

        /** Which task of which project; another image makes it another task. */
        record Key(String project, String task, String image) {}

        private record Tool(String control, String label) {}

        private final WarmImage image = new WarmImage();
        private final Map<Tool, List<SmartRegion>> drawn = new LinkedHashMap<>();

        WarmImage image() {
            return image;
        }

        /**
         * All regions there are now.
         *
         * @param latest all of one tool; if there are none, the tool is unknown, and those of all tools are forgotten
         */
        synchronized List<SmartRegion> draw(List<SmartRegion> latest) {
            if (latest.isEmpty()) {
                drawn.clear();
            }
            Map<Tool, List<SmartRegion>> byTool = latest.stream()
                    .collect(Collectors.groupingBy(
                            TaskMemory::tool, LinkedHashMap::new, Collectors.toUnmodifiableList()));
            drawn.putAll(byTool);
            while (drawn.size() > MAX_TOOLS) {
                drawn.remove(drawn.keySet().iterator().next());
            }
            return drawn.values().stream().flatMap(List::stream).toList();
        }

        private static Tool tool(SmartRegion region) {
            return new Tool(region.control(), region.label());
        }
    }
}
