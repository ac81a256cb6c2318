package dev.jointly.server.xanylabeling;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.io.Excerpt;
import dev.jointly.server.Client;
import dev.jointly.server.HttpProblem;
import dev.jointly.server.RequestBody;
import dev.jointly.server.Routes;
import dev.jointly.server.tool.Grouping;
import dev.jointly.server.tool.RecentlyUsed;
import dev.jointly.server.tool.ToolPerson;
import dev.jointly.server.tool.ToolService;
import dev.jointly.server.tool.WarmImage;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

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

    private void models(Context ctx) throws IOException {
        String model = model();
        List<String> parts = tools.anatomy().parts();
        ToolService.reply(ctx, 200, json -> {
            json.writeStartObject();
            json.writeBooleanField("success", true);
            json.writeObjectFieldStart("data");
            json.writeObjectFieldStart(model);
            json.writeStringField("display_name", "Jointly (" + tools.model() + ")");
            json.writeArrayFieldStart("widgets");
            for (String widget : WIDGETS) {
                widget(widget, json);
            }
            json.writeEndArray();
            json.writeObjectFieldStart("params");
            json.writeEndObject();
            json.writeArrayFieldStart("classes");
            for (String part : parts) {
                json.writeString(part);
            }
            json.writeEndArray();
            json.writeStringField("batch_processing_mode", "default");
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    private static void widget(String name, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", name);
        json.writeNullField("value");
        json.writeEndObject();
    }

    private void predict(Context ctx, byte[] body) throws IOException {
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
        ToolService.reply(ctx, 200, json -> XAnyShapes.write(people, hints, json));
    }

    private static String digest(byte[] image) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(image));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
