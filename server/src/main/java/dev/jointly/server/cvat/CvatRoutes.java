package dev.jointly.server.cvat;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.server.Client;
import dev.jointly.server.HttpProblem;
import dev.jointly.server.RequestBody;
import dev.jointly.server.Routes;
import dev.jointly.server.tool.Grouping;
import dev.jointly.server.tool.RequestJson;
import dev.jointly.server.tool.ToolPerson;
import dev.jointly.server.tool.ToolPerson.ToolJoint;
import dev.jointly.server.tool.ToolService;
import dev.jointly.server.tool.WarmImage;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The routes of Nuclio's dashboard that CVAT uses, for a listener of their own: CVAT sends no token. */
public final class CvatRoutes implements Routes {
    /** CVAT waits 120 seconds unless it is told otherwise. */
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

    private void list(Context ctx) throws IOException {
        CvatFunction function = function();
        ToolService.reply(ctx, 200, json -> {
            json.writeStartObject();
            json.writeFieldName(function.name());
            function.write(ctx.req().getLocalPort(), json);
            json.writeEndObject();
        });
    }

    private void one(Context ctx) throws IOException {
        CvatFunction function = require(ctx.pathParam("name"));
        ToolService.reply(ctx, 200, json -> function.write(ctx.req().getLocalPort(), json));
    }

    private void invoke(Context ctx, byte[] body) throws IOException {
        InvokeRequest request = InvokeRequest.read(body, tools.mostBytes());
        ToolService.Asked asked =
                new ToolService.Asked(request::image, "frame", image -> List.of(), PATIENCE, Client.of(ctx)::gone);
        Grouping grouping = tools.group(new WarmImage(), asked);
        double threshold = request.threshold().orElse(0);
        List<ToolPerson> people = tools.people(grouping, asked).stream()
                .filter(person -> person.score() >= threshold)
                .toList();
        CvatSkeletons skeletons = new CvatSkeletons(grouping.problem().anatomy(), CvatFunction.PERSON);
        ToolService.reply(ctx, 200, json -> skeletons.write(people, json));
    }

    /**
     * The body with which CVAT invokes a detector.
     *
     * @param threshold people with a lower confidence are not wanted
     */
    private record InvokeRequest(byte[] image, OptionalDouble threshold) {
        /** @param most bytes of the image */
        static InvokeRequest read(byte[] body, int most) {
            return RequestJson.read(body, json -> {
                byte @Nullable [][] image = {null};
                OptionalDouble[] threshold = {OptionalDouble.empty()};
                json.object("a request as CVAT sends it, which is an object", name -> {
                    switch (name) {
                        case "image" -> image[0] = json.image(most);
                        case "threshold" -> threshold[0] = OptionalDouble.of(json.number("a number from 0 to 1"));
                        default -> json.skip();
                    }
                });
                byte @Nullable [] bytes = image[0];
                if (bytes == null) {
                    throw new BadInputException("request: /image: found nothing but expected an image as base64");
                }
                return new InvokeRequest(bytes, threshold[0]);
            });
        }
    }

    /** People as CVAT wants a detector's skeletons, in pixels. Parts that were not found are outside, in the middle of the person. */
    private record CvatSkeletons(Anatomy anatomy, String label) {
        void write(List<ToolPerson> people, JsonGenerator json) throws IOException {
            json.writeStartArray();
            for (ToolPerson person : people) {
                json.writeStartObject();
                json.writeStringField("type", "skeleton");
                json.writeStringField("label", label);
                json.writeStringField("confidence", confidence(person.score()));
                json.writeArrayFieldStart("elements");
                for (int part = 0; part < anatomy.size(); part++) {
                    int wanted = part;
                    Optional<ToolJoint> joint = person.joints().stream()
                            .filter(one -> one.part() == wanted)
                            .findFirst();
                    element(person, part, joint, json);
                }
                json.writeEndArray();
                json.writeArrayFieldStart("attributes");
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeEndArray();
        }

        private void element(ToolPerson person, int part, Optional<ToolJoint> joint, JsonGenerator json)
                throws IOException {
            double[] box = person.box();
            json.writeStartObject();
            json.writeStringField("type", "points");
            json.writeStringField("label", anatomy.parts().get(part));
            json.writeArrayFieldStart("points");
            json.writeNumber(joint.map(ToolJoint::x).orElse(box[0] + box[2] / 2));
            json.writeNumber(joint.map(ToolJoint::y).orElse(box[1] + box[3] / 2));
            json.writeEndArray();
            json.writeNumberField("outside", joint.isPresent() ? 0 : 1);
            json.writeNumberField("occluded", 0);
            json.writeStringField(
                    "confidence", confidence(joint.map(ToolJoint::score).orElse(0.0)));
            json.writeArrayFieldStart("attributes");
            if (joint.isPresent() && Double.isFinite(joint.get().margin().orElse(Double.NaN))) {
                json.writeStartObject();
                json.writeStringField("name", CvatFunction.MARGIN);
                json.writeStringField(
                        "value",
                        String.format(Locale.ROOT, "%.2f", joint.get().margin().getAsDouble()));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }

        private static String confidence(double score) {
            return String.format(Locale.ROOT, "%.4f", score);
        }
    }
}
