package dev.jointly.server.xanylabeling;

import dev.jointly.io.Excerpt;
import dev.jointly.io.json.Json;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonValue;
import dev.jointly.pose.Person;
import dev.jointly.server.Client;
import dev.jointly.server.HttpProblem;
import dev.jointly.server.RecentlyUsed;
import dev.jointly.server.Routes;
import dev.jointly.server.tool.Grouping;
import dev.jointly.server.tool.Mark;
import dev.jointly.server.tool.RequestJson;
import dev.jointly.server.tool.ToolMargins;
import dev.jointly.server.tool.ToolService;
import dev.jointly.server.tool.WarmImage;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The routes of X-AnyLabeling's remote server. Images are known again by their content, so a click costs no inference. */
public final class XAnyLabelingRoutes implements Routes {
    /** X-AnyLabeling waits 30 seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    private static final int MAX_IMAGES_AT_HAND = 50;
    private static final Duration IDLE = Duration.ofMinutes(30);

    /** What the panel of the model has: run, points that are and are not, a box, and no more marks. */
    private static final List<String> WIDGETS =
            List.of("button_run", "button_add_point", "button_remove_point", "button_add_rect", "button_clear");

    private final ToolService tools;
    private final RecentlyUsed<String, WarmImage> atHand =
            new RecentlyUsed<>(MAX_IMAGES_AT_HAND, IDLE, InstantSource.system());

    public XAnyLabelingRoutes(ToolService tools) {
        this.tools = tools;
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.get("/v1/models", this::models);
        routes.post("/v1/predict", ctx -> tools.bodies().read(ctx, body -> predict(ctx, body)));
    }

    private String model() {
        return "jointly-" + tools.model();
    }

    private void models(Context ctx) {
        List<?> widgets = WIDGETS.stream()
                .map(widget -> Json.object("name", widget, "value", null))
                .toList();
        String display = "Jointly (" + tools.model() + ")";
        Map<String, @Nullable Object> model =
                Json.object("display_name", display, "widgets", widgets, "params", Map.of());
        model.put("classes", tools.anatomy().parts());
        model.put("batch_processing_mode", "default");
        ToolService.reply(ctx, Json.object("success", true, "data", Json.object(model(), model)));
    }

    private void predict(Context ctx, byte[] body) {
        MarksRequest request = MarksRequest.read(body, tools.mostBytes());
        if (!request.model().equals(model())) {
            throw HttpProblem.of(
                    404,
                    "no-such-model",
                    "found model " + Excerpt.quoted(request.model()) + " but expected " + model());
        }
        WarmImage warm = atHand.get(digest(request.image()), WarmImage::new);
        ToolService.Asked asked = new ToolService.Asked(
                request::image, "image", image -> request.marks(), PATIENCE, Client.of(ctx)::gone);
        Grouping grouping = tools.group(warm, asked);
        List<Person> people = tools.people(grouping, asked, request.threshold());
        List<String> hints = Stream.concat(request.hints().stream(), grouping.hints().stream())
                .toList();
        List<String> parts = grouping.problem().anatomy().parts();
        List<?> shapes = people.stream()
                .flatMap(person -> person.joints().entrySet().stream()
                        .map(joint -> shape(person.id() + 1, parts.get(joint.getKey()), joint.getValue())))
                .toList();
        Object data = Json.object("shapes", shapes, "description", String.join(" ", hints), "replace", true);
        ToolService.reply(ctx, Json.object("success", true, "data", data));
    }

    private static String digest(byte[] image) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(image));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** A joint as X-AnyLabeling's shape, a point; the points of one person have one group. */
    private static Object shape(int group, String part, Person.Joint joint) {
        Map<String, @Nullable Object> shape = Json.object("label", part, "shape_type", "point");
        shape.put("points", List.of(List.of(joint.x(), joint.y())));
        shape.put("group_id", group);
        shape.put("score", joint.score());
        shape.put(
                "description",
                joint.margin().isPresent() ? ToolMargins.words(joint.margin().getAsDouble()) : "");
        shape.putAll(Json.object("attributes", Map.of(), "difficult", false, "direction", 0, "flags", null));
        shape.put("kie_linking", List.of());
        return shape;
    }

    /**
     * The body of {@code POST /v1/predict}.
     *
     * @param marks all clicks and boxes on the image
     * @param hints about marks that mean nothing here
     * @param threshold people with a lower score are not wanted
     */
    private record MarksRequest(String model, byte[] image, List<Mark> marks, List<String> hints, double threshold) {
        private static final JsonShape MARK =
                JsonShape.of("a mark, which is an object", "type", "label").with("data", Limit.of(4, "entries"));
        private static final JsonShape SHAPE = JsonShape.of(
                        "a request as X-AnyLabeling sends it, which is an object", "model", "image")
                .with(
                        "params",
                        JsonShape.of("parameters, an object", "conf_threshold")
                                .with("marks", Limit.of(2_000, "entries"), MARK));

        /** @param most bytes of the image */
        static MarksRequest read(byte[] body, int most) {
            return RequestJson.read(body, "X-AnyLabeling", SHAPE, request -> of(request, most));
        }

        private static MarksRequest of(JsonValue request, int most) {
            List<Mark> marks = new ArrayList<>();
            List<String> hints = new ArrayList<>();
            Optional<JsonValue> parameters = RequestJson.find(request, "params");
            for (JsonValue mark : parameters
                    .flatMap(params -> params.find("marks"))
                    .map(all -> all.entries("an array of marks"))
                    .orElse(List.of())) {
                List<Double> data =
                        mark.entriesIfAny("data", "an array of coordinates", number -> number.finite("a number"));
                double label = mark.ifAny("label", value -> value.finite("1 or 0"), 1.0);
                Optional<Mark> meant = meant(RequestJson.name(mark, "type", "point or rectangle"), data, label > 0);
                meant.ifPresentOrElse(
                        marks::add,
                        () -> hints.add(
                                "Only boxes and points can be used here; a mark of another kind was left out."));
            }
            double threshold = parameters
                    .flatMap(params -> params.find("conf_threshold"))
                    .map(value -> value.finite("a number from 0 to 1"))
                    .orElse(0.0);
            return new MarksRequest(
                    RequestJson.name(request, "model", "the id of a model"),
                    RequestJson.image(request, most),
                    List.copyOf(marks),
                    List.copyOf(hints),
                    threshold);
        }

        private static Optional<Mark> meant(String type, List<Double> data, boolean positive) {
            if (type.equals("point") && data.size() == 2) {
                return Optional.of(
                        positive
                                ? new Mark.UseThis(data.get(0), data.get(1))
                                : new Mark.NotThis(data.get(0), data.get(1)));
            }
            if (type.equals("rectangle") && data.size() == 4 && positive) {
                return Optional.of(Mark.SamePerson.of(data.get(0), data.get(1), data.get(2), data.get(3)));
            }
            return Optional.empty();
        }
    }
}
