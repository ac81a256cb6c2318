package dev.jointly.server.xanylabeling;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.server.Client;
import dev.jointly.server.HttpProblem;
import dev.jointly.server.Json;
import dev.jointly.server.RequestBody;
import dev.jointly.server.Routes;
import dev.jointly.server.tool.Grouping;
import dev.jointly.server.tool.Mark;
import dev.jointly.server.tool.RecentlyUsed;
import dev.jointly.server.tool.RequestJson;
import dev.jointly.server.tool.ToolMargins;
import dev.jointly.server.tool.ToolPerson;
import dev.jointly.server.tool.ToolPerson.ToolJoint;
import dev.jointly.server.tool.ToolService;
import dev.jointly.server.tool.WarmImage;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
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

    private static final int MOST_IMAGES_AT_HAND = 50;
    private static final Duration IDLE = Duration.ofMinutes(30);

    /** What the panel of the model has: run, points that are and are not, a box, and no more marks. */
    private static final List<String> WIDGETS =
            List.of("button_run", "button_add_point", "button_remove_point", "button_add_rect", "button_clear");

    private final ToolService tools;
    private final RequestBody bodies;
    private final RecentlyUsed<String, WarmImage> atHand =
            new RecentlyUsed<>(MOST_IMAGES_AT_HAND, IDLE, InstantSource.system());

    public XAnyLabelingRoutes(ToolService tools) {
        this.tools = tools;
        this.bodies = tools.bodies();
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.get("/v1/models", this::models);
        routes.post("/v1/predict", ctx -> bodies.read(ctx, body -> predict(ctx, body)));
    }

    private String model() {
        return "jointly-" + tools.model();
    }

    private void models(Context ctx) {
        List<?> widgets = WIDGETS.stream()
                .map(widget -> Json.object("name", widget, "value", null))
                .toList();
        Object model = Json.object(
                "display_name",
                "Jointly (" + tools.model() + ")",
                "widgets",
                widgets,
                "params",
                Map.of(),
                "classes",
                tools.anatomy().parts(),
                "batch_processing_mode",
                "default");
        ToolService.reply(ctx, 200, Json.object("success", true, "data", Json.object(model(), model)));
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
        List<ToolPerson> people = tools.people(grouping, asked).stream()
                .filter(person -> person.score() >= request.threshold())
                .toList();
        List<String> hints = Stream.concat(request.hints().stream(), grouping.hints().stream())
                .toList();
        List<?> shapes = people.stream()
                .flatMap(person -> person.joints().stream().map(joint -> shape(person.id() + 1, joint)))
                .toList();
        Object data = Json.object("shapes", shapes, "description", String.join(" ", hints), "replace", true);
        ToolService.reply(ctx, 200, Json.object("success", true, "data", data));
    }

    private static String digest(byte[] image) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(image));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** A joint as X-AnyLabeling's shape, a point; the points of one person have one group. */
    private static Object shape(int group, ToolJoint joint) {
        Map<String, @Nullable Object> shape = Json.object("label", joint.name(), "shape_type", "point");
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
        private static final int MOST_MARKS = 2_000;

        /** @param most bytes of the image */
        static MarksRequest read(byte[] body, int most) {
            return RequestJson.read(body, json -> new Draft(json, most).request());
        }

        /** The fields as they come. */
        private static final class Draft {
            private final RequestJson json;
            private final int most;
            private final List<Mark> marks = new ArrayList<>();
            private final List<String> hints = new ArrayList<>();
            private String model = "";
            private byte @Nullable [] image;
            private double threshold;

            Draft(RequestJson json, int most) {
                this.json = json;
                this.most = most;
            }

            MarksRequest request() throws IOException {
                json.object("a request as X-AnyLabeling sends it, which is an object", this::field);
                byte[] bytes = image;
                if (bytes == null) {
                    throw new BadInputException("request: /image: found nothing but expected an image as base64");
                }
                return new MarksRequest(model, bytes, List.copyOf(marks), List.copyOf(hints), threshold);
            }

            private void field(String name) throws IOException {
                switch (name) {
                    case "model" -> model = json.id("the id of a model");
                    case "image" -> image = json.image(most);
                    case "params" -> json.objectOrNull("parameters, an object", this::parameter);
                    default -> json.skip();
                }
            }

            private void parameter(String name) throws IOException {
                switch (name) {
                    case "marks" -> json.array(MOST_MARKS, "an array of marks", this::mark);
                    case "conf_threshold" -> threshold = json.number("a number from 0 to 1");
                    default -> json.skip();
                }
            }

            private void mark() throws IOException {
                String[] type = {""};
                List<Double> data = new ArrayList<>();
                double[] label = {1};
                json.object("a mark, which is an object", name -> {
                    switch (name) {
                        case "type" -> type[0] = json.id("point or rectangle");
                        case "data" ->
                            json.array(4, "an array of coordinates", () -> data.add(json.number("a number")));
                        case "label" -> label[0] = json.number("1 or 0");
                        default -> json.skip();
                    }
                });
                Optional<Mark> meant = meant(type[0], data, label[0] > 0);
                if (meant.isPresent()) {
                    marks.add(meant.get());
                } else {
                    hints.add("Only boxes and points can be used here; a mark of another kind was left out.");
                }
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
}
