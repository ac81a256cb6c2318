package dev.jointly.server.tool;

import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.server.Access;
import dev.jointly.server.Detectors;
import dev.jointly.server.JointlyServer;
import dev.jointly.server.Listener;
import dev.jointly.server.RequestLog;
import dev.jointly.server.Routes;
import dev.jointly.server.ServerLimits;
import dev.jointly.server.SolveService;
import dev.jointly.solve.Solver;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.fixture.TinyNetworks;
import dev.jointly.vision.net.Execution;
import dev.jointly.vision.net.ModelStore;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The real server on a free port with the routes of one tool, a real solver, and a network that detects colours: necks are red
 * dots, heads are green ones, on blue.
 */
public final class ToolServer implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final JointlyServer server;

    private ToolServer(JointlyServer server) {
        this.server = server;
    }

    /** A folder with the network and its card. */
    public static Path card(Path dir) throws IOException {
        TinyNetworks.write(dir.resolve("colours.onnx"));
        return Files.writeString(dir.resolve("colours.json"), TinyNetworks.CARD);
    }

    public static ToolServer start(Path dir, String model, Access access, Function<ToolService, Routes> routes) {
        ServerLimits limits = ServerLimits.defaults();
        Solver solver = new Solver(new HighsEngine());
        SolveService solves = new SolveService(
                solver::solve, new Detectors(new ModelStore(dir), List.of(model), Execution.cpu(1)), limits);
        Routes own = routes.apply(new ToolService(solves));
        return new ToolServer(JointlyServer.start(
                solves, new RequestLog(line -> {}), List.of(new Listener("127.0.0.1", 0, access, List.of(own)))));
    }

    /** Everything is open, as on a machine of one's own. */
    public static ToolServer start(Path dir, Function<ToolService, Routes> routes) throws IOException {
        return start(dir, card(dir).toString(), Access.of("127.0.0.1", Optional.empty()), routes);
    }

    public int port() {
        return server.port(0);
    }

    public HttpResponse<String> get(String path, String... headers) throws Exception {
        return send(HttpRequest.newBuilder().GET(), path, headers);
    }

    public HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder()
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return send(request, path, headers);
    }

    private HttpResponse<String> send(HttpRequest.Builder request, String path, String... headers) throws Exception {
        request.uri(URI.create("http://127.0.0.1:" + port() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** People of 60 pixels, upright: a neck at each place and a head above it, on 320 x 160 pixels. */
    public static byte[] image(int... places) throws IOException {
        BufferedImage image = Photos.plain(320, 160, Color.BLUE);
        for (int x : places) {
            Photos.dot(image, x, 110, 12, Color.RED);
            Photos.dot(image, x, 50, 12, Color.GREEN);
        }
        return Photos.encoded(image, "png");
    }

    @Override
    public void close() {
        server.close();
    }
}
