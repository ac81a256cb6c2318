package dev.jointly.server.cvat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.Excerpt;
import dev.jointly.io.json.Json;
import dev.jointly.io.json.JsonShape;
import dev.jointly.pose.Person;
import dev.jointly.server.Client;
import dev.jointly.server.HttpProblem;
import dev.jointly.server.RequestBody;
import dev.jointly.server.Routes;
import dev.jointly.server.tool.Grouping;
import dev.jointly.server.tool.RequestJson;
import dev.jointly.server.tool.ToolService;
import dev.jointly.server.tool.WarmImage;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The routes of Nuclio's dashboard that CVAT uses, for a listener of their own: CVAT sends no token. */
public final class CvatRoutes implements Routes {
    /** CVAT waits 120 seconds by default. */
    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private static final String NAME_HEADER = "x-nuclio-function-name";

    private final ToolService tools;
    private final RequestBody bodies;

    public CvatRoutes(ToolService tools) {
        this.tools = tools;
        this.bodies = tools.bodies();
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.get("/api/functions", this::list);
        routes.get("/api/functions/{name}", this::one);
        routes.post("/", ctx -> bodies.read(ctx, body -> invoke(ctx, body)));
        routes.post("/api/function_invocations", ctx -> {
            String name = ctx.header(NAME_HEADER);
            require(name == null ? "" : name);
            bodies.read(ctx, body -> invoke(ctx, body));
        });
    }

    private CvatFunction function() {
        String model = tools.model();
        return new CvatFunction("jointly-" + model, model, tools.anatomy());
    }

    private CvatFunction require(String name) {
        CvatFunction function = function();
        if (!function.name().equals(name)) {
            throw HttpProblem.of(
                    404,
                    "no-such-function",
                    "found function " + Excerpt.quoted(name) + " but expected " + function.name());
        }
        return function;
    }

    private void list(Context ctx) {
        CvatFunction function = function();
        ToolService.reply(
                ctx,
                200,
                Json.object(function.name(), function.members(ctx.req().getLocalPort())));
    }

    private void one(Context ctx) {
        ToolService.reply(
                ctx, 200, require(ctx.pathParam("name")).members(ctx.req().getLocalPort()));
    }

    private void invoke(Context ctx, byte[] body) {
        InvokeRequest request = InvokeRequest.read(body, tools.mostBytes());
        ToolService.Asked asked =
                new ToolService.Asked(request::image, "frame", image -> List.of(), PATIENCE, Client.of(ctx)::gone);
        Grouping grouping = tools.group(new WarmImage(), asked);
        double threshold = request.threshold().orElse(0);
        List<Person> people = tools.people(grouping, asked).stream()
                .filter(person -> person.score() >= threshold)
                .toList();
        Anatomy anatomy = grouping.problem().anatomy();
        ToolService.reply(
                ctx,
                200,
                people.stream().map(person -> skeleton(anatomy, person)).toList());
    }

    /**
     * The body with which CVAT invokes a detector.
     *
     * @param threshold people with a lower confidence are not wanted
     */
    private record InvokeRequest(byte[] image, OptionalDouble threshold) {
        private static final JsonShape SHAPE =
                JsonShape.of("a request as CVAT sends it, which is an object", "image", "threshold");

        /** @param most bytes of the image */
        static InvokeRequest read(byte[] body, int most) {
            return RequestJson.read(body, "CVAT", SHAPE, request -> {
                OptionalDouble threshold = request.has("threshold")
                        ? OptionalDouble.of(request.finite("threshold", "a number from 0 to 1"))
                        : OptionalDouble.empty();
                return new InvokeRequest(RequestJson.image(request, most), threshold);
            });
        }
    }

    /** A person as CVAT wants a detector's skeleton, in pixels. Parts that were not found are outside, in the middle of the person. */
    private static Object skeleton(Anatomy anatomy, Person person) {
        List<Object> elements = new ArrayList<>();
        for (int part = 0; part < anatomy.size(); part++) {
            Optional<Person.Joint> joint = Optional.ofNullable(person.joints().get(part));
            elements.add(element(person, anatomy.parts().get(part), joint));
        }
        return Json.object(
                "type",
                "skeleton",
                "label",
                CvatFunction.PERSON,
                "confidence",
                decimals(4, person.score()),
                "elements",
                elements,
                "attributes",
                List.of());
    }

    private static Object element(Person person, String part, Optional<Person.Joint> joint) {
        double[] box = person.box();
        double x = joint.map(Person.Joint::x).orElse(box[0] + box[2] / 2);
        double y = joint.map(Person.Joint::y).orElse(box[1] + box[3] / 2);
        double margin = joint.map(one -> one.margin().orElse(Double.NaN)).orElse(Double.NaN);
        Map<String, @Nullable Object> element = Json.object(
                "type", "points", "label", part, "points", List.of(x, y), "outside", joint.isPresent() ? 0 : 1);
        element.put("occluded", 0);
        element.put("confidence", decimals(4, joint.map(Person.Joint::score).orElse(0.0)));
        element.put(
                "attributes",
                Double.isFinite(margin)
                        ? List.of(Json.object("name", CvatFunction.MARGIN, "value", decimals(2, margin)))
                        : List.of());
        return element;
    }

    private static String decimals(int count, double value) {
        return String.format(Locale.ROOT, "%." + count + "f", value);
    }

    /**
     * The description that CVAT gets of the function that detects people.
     *
     * @param name by which CVAT asks for it
     * @param model name of the network
     */
    private record CvatFunction(String name, String model, Anatomy anatomy) {
        /** The label of people. */
        static final String PERSON = "person";

        /**
         * The attribute of joints. It is a text: CVAT drops a number that has a decimal point.
         */
        static final String MARGIN = "margin";

        /** @param port on which the function can be invoked */
        Map<String, @Nullable Object> members(int port) {
            return Json.object(
                    "metadata",
                    Json.object(
                            "name",
                            name,
                            "namespace",
                            "nuclio",
                            "annotations",
                            Json.object(
                                    "name",
                                    "Jointly (" + model + ")",
                                    "type",
                                    "detector",
                                    "spec",
                                    spec(),
                                    "version",
                                    "1")),
                    "spec",
                    Json.object("description", "People as skeletons, grouped optimally"),
                    "status",
                    Json.object("state", "ready", "httpPort", port));
        }

        /** The labels, as a text with JSON in it. */
        String spec() {
            Object margin = List.of(Json.object("name", MARGIN, "input_type", "text", "values", List.of("")));
            List<Object> parts = new ArrayList<>();
            for (String part : anatomy.parts()) {
                parts.add(Json.object("id", parts.size() + 1, "name", part, "type", "points", "attributes", margin));
            }
            String svg = new SkeletonSvg(anatomy).text();
            return Json.text(List.of(Json.object("name", PERSON, "type", "skeleton", "svg", svg, "sublabels", parts)));
        }
    }
}
