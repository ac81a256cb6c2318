package dev.jointly.server.cvat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.Excerpt;
import dev.jointly.io.json.Json;
import dev.jointly.io.json.JsonShape;
import dev.jointly.pose.Person;
import dev.jointly.server.Client;
import dev.jointly.server.HttpProblem;
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
import org.jspecify.annotations.Nullable;

/** The routes of Nuclio's dashboard that CVAT uses, for a listener of their own: CVAT sends no token. */
public final class CvatRoutes implements Routes {
    /** CVAT waits 120 seconds by default. */
    private static final Duration PATIENCE = Duration.ofSeconds(100);

    /** The label of people. */
    private static final String PERSON = "person";

    /** The attribute of joints. It is a text: CVAT drops a number that has a decimal point. */
    private static final String MARGIN = "margin";

    private final ToolService tools;

    public CvatRoutes(ToolService tools) {
        this.tools = tools;
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.get("/api/functions", this::list);
        routes.get("/api/functions/{name}", this::one);
        routes.post("/", ctx -> tools.bodies().read(ctx, body -> invoke(ctx, body)));
        routes.post("/api/function_invocations", ctx -> {
            require(ctx.header("x-nuclio-function-name"));
            tools.bodies().read(ctx, body -> invoke(ctx, body));
        });
    }

    /** By which CVAT asks for the function that detects people. */
    private String name() {
        return "jointly-" + tools.model();
    }

    private void require(@Nullable String name) {
        if (!name().equals(name)) {
            throw HttpProblem.of(
                    404,
                    "no-such-function",
                    "found function " + Excerpt.quoted(name == null ? "" : name) + " but expected " + name());
        }
    }

    private void list(Context ctx) {
        ToolService.reply(ctx, Json.object(name(), description(ctx)));
    }

    private void one(Context ctx) {
        require(ctx.pathParam("name"));
        ToolService.reply(ctx, description(ctx));
    }

    /** The description that CVAT gets of the function. */
    private Map<String, @Nullable Object> description(Context ctx) {
        Map<String, @Nullable Object> annotations = Json.object(
                "name", "Jointly (" + tools.model() + ")", "type", "detector", "spec", spec(), "version", "1");
        return Json.object(
                "metadata", Json.object("name", name(), "namespace", "nuclio", "annotations", annotations),
                "spec", Json.object("description", "People as skeletons, grouped optimally"),
                "status", Json.object("state", "ready", "httpPort", ctx.req().getLocalPort()));
    }

    /** The labels, as a text with JSON in it. */
    private String spec() {
        Anatomy anatomy = tools.anatomy();
        Object margin = List.of(Json.object("name", MARGIN, "input_type", "text", "values", List.of("")));
        List<Object> parts = new ArrayList<>();
        for (String part : anatomy.parts()) {
            parts.add(Json.object("id", parts.size() + 1, "name", part, "type", "points", "attributes", margin));
        }
        String svg = new SkeletonSvg(anatomy).text();
        return Json.text(List.of(Json.object("name", PERSON, "type", "skeleton", "svg", svg, "sublabels", parts)));
    }

    private void invoke(Context ctx, byte[] body) {
        InvokeRequest request = InvokeRequest.read(body, tools.mostBytes());
        ToolService.Asked asked =
                new ToolService.Asked(request::image, "frame", image -> List.of(), PATIENCE, Client.of(ctx)::gone);
        Grouping grouping = tools.group(new WarmImage(), asked);
        List<Person> people = tools.people(grouping, asked, request.threshold());
        Anatomy anatomy = grouping.problem().anatomy();
        ToolService.reply(
                ctx, people.stream().map(person -> skeleton(anatomy, person)).toList());
    }

    /**
     * The body with which CVAT invokes a detector.
     *
     * @param threshold people with a lower confidence are not wanted
     */
    private record InvokeRequest(byte[] image, double threshold) {
        private static final JsonShape SHAPE =
                JsonShape.of("a request as CVAT sends it, which is an object", "image", "threshold");

        /** @param most bytes of the image */
        static InvokeRequest read(byte[] body, int most) {
            return RequestJson.read(body, "CVAT", SHAPE, request -> {
                double threshold = request.ifAny("threshold", value -> value.finite("a number from 0 to 1"), 0.0);
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
        String sure = decimals(4, person.score());
        return Json.object(
                "type", "skeleton", "label", PERSON, "confidence", sure, "elements", elements, "attributes", List.of());
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
                        ? List.of(Json.object("name", MARGIN, "value", decimals(2, margin)))
                        : List.of());
        return element;
    }

    private static String decimals(int count, double value) {
        return String.format(Locale.ROOT, "%." + count + "f", value);
    }
}
