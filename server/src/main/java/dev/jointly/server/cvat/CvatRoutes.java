package dev.jointly.server.cvat;

import dev.jointly.io.Excerpt;
import dev.jointly.server.Client;
import dev.jointly.server.HttpProblem;
import dev.jointly.server.RequestBody;
import dev.jointly.server.Routes;
import dev.jointly.server.tool.Grouping;
import dev.jointly.server.tool.ToolPerson;
import dev.jointly.server.tool.ToolService;
import dev.jointly.server.tool.WarmImage;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

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
}
