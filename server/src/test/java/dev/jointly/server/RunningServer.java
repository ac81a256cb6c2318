package dev.jointly.server;

import dev.jointly.lp.LpEngines;
import dev.jointly.session.Session;
import dev.jointly.solve.Solver;
import dev.jointly.vision.net.Execution;
import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A server on any free port of the loopback interface, and a client of it. */
final class RunningServer implements AutoCloseable {
    private static final Solver SOLVER = new Solver(LpEngines.onClassPath().create(LpEngines.DEFAULT));

    final Queue<String> log = new ConcurrentLinkedQueue<>();
    final SteppedTime clock;
    final SolveService solves;
    final JointlyServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    private RunningServer(SolveService solves, SteppedTime clock) {
        this.solves = solves;
        this.clock = clock;
        RequestLog requests = new RequestLog(log::add);
        ApiRoutes api =
                new ApiRoutes(solves, (problem, settings) -> new Session(SOLVER, problem, settings), requests, clock);
        Listener listener = new Listener(
                "127.0.0.1", 0, Access.of("127.0.0.1", Optional.empty()), List.of(api, new PageRoutes("no-page")));
        this.server = JointlyServer.start(solves, requests, List.of(listener));
    }

    static SolveService.Solving solver() {
        return SOLVER::solve;
    }

    static ServerLimits small() {
        return ServerLimits.defaults().withQueue(2, 4);
    }

    static RunningServer real() {
        return with(solver(), small());
    }

    static RunningServer with(SolveService.Solving solving, ServerLimits limits) {
        return with(solving, limits, noDetectors());
    }

    /** One whose deadlines pass by its clock. */
    static RunningServer stepped(SolveService.Solving solving, ServerLimits limits) {
        SteppedTime clock = new SteppedTime();
        return new RunningServer(new SolveService(solving, noDetectors(), limits, clock::nanos), clock);
    }

    static Detectors noDetectors() {
        return new Detectors(new ModelStore(Path.of("nowhere")), ModelStore.SHIPPED, Execution.cpu(1));
    }

    static RunningServer with(SolveService.Solving solving, ServerLimits limits, Detectors detectors) {
        return new RunningServer(new SolveService(solving, detectors, limits), new SteppedTime());
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port(0) + path);
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)).GET());
    }

    HttpResponse<String> post(String path, byte[] body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.ofByteArray(body)));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return send(request, HttpResponse.BodyHandlers.ofString());
    }

    <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler)
            throws IOException, InterruptedException {
        return http.send(request.build(), handler);
    }

    @Override
    public void close() {
        server.close();
    }
}
