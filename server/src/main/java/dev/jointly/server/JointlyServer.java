package dev.jointly.server;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The running service: its listeners, which share everything else. */
public final class JointlyServer implements AutoCloseable {
    /** Requests that are read, refused or answered without the solver while others wait for it. */
    private static final int MORE_THREADS = 40;

    private final SolveService solves;
    private final List<Javalin> apps = new ArrayList<>();
    private final AtomicBoolean ready = new AtomicBoolean();

    private JointlyServer(SolveService solves) {
        this.solves = solves;
    }

    /** Starts all listeners, or none. */
    public static JointlyServer start(SolveService solves, List<Listener> listeners) {
        JointlyServer server = new JointlyServer(solves);
        try {
            for (Listener listener : listeners) {
                Javalin app = Javalin.create(config -> server.configure(config, listener));
                server.apps.add(app);
                app.start(listener.host(), listener.port());
            }
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
        server.ready.set(true);
        return server;
    }

    private void configure(JavalinConfig config, Listener listener) {
        config.startup.showJavalinBanner = false;
        config.startup.startupWatcherEnabled = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.http.prefer405over404 = true;
        int waiting = solves.limits().workers() + solves.limits().queue();
        config.jetty.threadPool = new QueuedThreadPool(waiting + MORE_THREADS, 4);
        config.routes.before(listener.access()::check);
        health(config.routes);
        listener.routes().forEach(routes -> routes.register(config.routes));
    }

    private void health(RoutesConfig routes) {
        routes.get("/livez", ctx -> ctx.result("live\n"));
        routes.get("/readyz", ctx -> {
            boolean yes = ready.get();
            ctx.status(yes ? 200 : 503).result(yes ? "ready\n" : "not ready\n");
        });
    }

    /** The port that a listener, counted from 0, was given. */
    public int port(int listener) {
        return apps.get(listener).port();
    }

    @Override
    public void close() {
        ready.set(false);
        solves.close();
        apps.forEach(Javalin::stop);
    }
}
