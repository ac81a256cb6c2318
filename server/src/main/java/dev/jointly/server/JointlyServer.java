package dev.jointly.server;

import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import io.javalin.util.JavalinException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** The running service: its listeners, which share everything else. */
public final class JointlyServer implements AutoCloseable {
    private static final Duration STANDARD_PATIENCE = Duration.ofSeconds(5);

    private final SolveService solves;
    private final RequestLog log;
    private final List<Running> listeners = new ArrayList<>();
    private final List<AutoCloseable> owned = new ArrayList<>();
    private final Traffic traffic;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private volatile boolean ready;

    private record Running(Front front, Javalin app) {}

    private JointlyServer(SolveService solves, RequestLog log) {
        this.solves = solves;
        this.log = log;
        this.traffic = new Traffic(solves.metrics(), log);
    }

    /** Starts all listeners, or none. */
    public static JointlyServer start(SolveService solves, RequestLog log, List<Listener> listeners) {
        JointlyServer server = new JointlyServer(solves, log);
        try {
            for (Listener listener : listeners) {
                Front front = new Front(solves.limits(), log, server.traffic);
                Javalin app = front.create(listener, server::health);
                server.listeners.add(new Running(front, app));
                begin(app, listener);
                log.event("listening", Map.of("host", listener.host(), "port", app.port()));
            }
        } catch (RuntimeException e) {
            server.listeners.forEach(running -> running.app().stop());
            solves.close();
            throw e;
        }
        server.ready = true;
        return server;
    }

    private static void begin(Javalin app, Listener listener) {
        try {
            app.start();
        } catch (JavalinException e) {
            throw new CannotListenException(listener, e);
        }
    }

    private void health(RoutesConfig routes) {
        routes.get("/livez", ctx -> ctx.result("live\n"));
        routes.get("/readyz", ctx -> ctx.status(ready ? 200 : 503).result(ready ? "ready\n" : "shutting down\n"));
    }

    /** The port that a listener, counted from 0, was given. */
    public int port(int listener) {
        return listeners.get(listener).app().port();
    }

    /** Method and path of everything that a listener, counted from 0, serves. */
    List<String> routes(int listener) {
        return listeners.get(listener).app().unsafe.internalRouter.allHttpHandlers().stream()
                .map(parsed -> parsed.endpoint)
                .filter(endpoint -> endpoint.method.isHttpMethod())
                .map(endpoint -> endpoint.method + " " + endpoint.path)
                .toList();
    }

    /** Also closes this when the server stops, after work has ended and before connections do. */
    public void closeAlso(AutoCloseable part) {
        owned.add(part);
    }

    /**
     * Shuts down: takes no new work, ends accepted work with what it has, lets every waiting client have its answer.
     *
     * @param patience for all of that
     */
    public void stop(Duration patience) {
        if (stopped.getAndSet(true)) {
            return;
        }
        long end = System.nanoTime() + patience.toNanos();
        ready = false;
        solves.queue().stop();
        log.event(
                "stopping",
                Map.of(
                        "waiting",
                        solves.queue().waiting(),
                        "running",
                        solves.queue().running()));
        // the rest is for handing over the answers
        solves.queue().drain(patience.multipliedBy(2).dividedBy(3));
        for (AutoCloseable part : owned) {
            close(part);
        }
        long unanswered = 0;
        for (Running listener : listeners) {
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            unanswered += listener.front().stop(listener.app(), left);
        }
        solves.close();
        log.event("stopped", Map.of("unanswered", unanswered));
    }

    private void close(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            log.failure("none", e);
        }
    }

    @Override
    public void close() {
        stop(STANDARD_PATIENCE);
    }
}
