package dev.jointly.server;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import io.javalin.util.JavalinException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** The running service: its listeners, which share everything else. */
public final class JointlyServer implements AutoCloseable {
    private static final Duration STANDARD_PATIENCE = Duration.ofSeconds(5);

    private final SolveService solves;
    private final RequestLog log;
    private final List<Running> listeners = new ArrayList<>();
    private final List<AutoCloseable> owned = new ArrayList<>();
    private final RequestMetrics requestMetrics;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private volatile boolean ready;

    private record Running(HttpSetup setup, Javalin app) {}

    private JointlyServer(SolveService solves, RequestLog log) {
        this.solves = solves;
        this.log = log;
        this.requestMetrics = new RequestMetrics(solves.metrics(), log);
    }

    /** Starts all listeners, or none. */
    public static JointlyServer start(SolveService solves, RequestLog log, List<Listener> listeners) {
        JointlyServer server = new JointlyServer(solves, log);
        try {
            for (Listener listener : listeners) {
                HttpSetup setup = new HttpSetup(solves.limits(), log, server.requestMetrics);
                Javalin app = setup.create(listener, server::health);
                server.listeners.add(new Running(setup, app));
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
            unanswered += listener.setup().stop(listener.app(), left);
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

    /** What all listeners have in common: ids, logs, limits and errors, around whatever routes they have. */
    private static final class HttpSetup {
        /** Requests that are read, refused, streamed or answered without the solver while others wait for it. */
        private static final int MORE_REQUESTS = 192;

        /** For Jetty itself, and for requests that are always handled at once. */
        private static final int SPARE_THREADS = 16;

        private static final String[] AT_ONCE = {"/livez", "/readyz", "/metrics"};
        /** Of other requests, until one that is handled ends. They hold no thread. */
        private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

        private static final int LEAST_THREADS = 4;
        private static final int HEADER_BYTES = 16 << 10;
        /** Of a connection between requests. */
        private static final Duration IDLE = Duration.ofSeconds(60);
        /** Of a connection between requests, once the server stops. */
        private static final Duration SHUTDOWN_IDLE = Duration.ofMillis(50);

        private final ServerLimits limits;
        private final RequestLog log;
        private final RequestMetrics requestMetrics;
        private final GracefulHandler underWay = new GracefulHandler();

        HttpSetup(ServerLimits limits, RequestLog log, RequestMetrics requestMetrics) {
            this.limits = limits;
            this.log = log;
            this.requestMetrics = requestMetrics;
        }

        /** @param first routes that every listener has */
        Javalin create(Listener listener, Routes first) {
            return Javalin.create(config -> {
                plain(config);
                config.jetty.modifyServer(this::modify);
                config.jetty.modifyHttpConfiguration(HttpSetup::modify);
                config.jetty.addConnector((server, http) -> connector(server, http, listener));
                config.routes.before(RequestIds::assign);
                config.routes.before(listener.access()::check);
                config.requestLogger.http(requestMetrics::end);
                new ErrorReply(log).register(config.routes);
                first.register(config.routes);
                listener.routes().forEach(routes -> routes.register(config.routes));
            });
        }

        private void plain(JavalinConfig config) {
            config.startup.showJavalinBanner = false;
            config.startup.startupWatcherEnabled = false;
            config.startup.showOldJavalinVersionWarning = false;
            config.http.prefer405over404 = true;
            // events must leave at once
            config.http.compressionStrategy = CompressionStrategy.NONE;
            config.jetty.threadPool = new QueuedThreadPool(mostRequests() + SPARE_THREADS, LEAST_THREADS);
            config.router.javaLangErrorHandler(new ErrorReply(log)::reply);
        }

        private int mostRequests() {
            return limits.workers() + limits.queue() + MORE_REQUESTS;
        }

        private void modify(Server server) {
            server.setErrorHandler(new PlainErrors());
            QoSHandler others = new QoSHandler();
            others.excludePath(AT_ONCE);
            others.setMaxRequestCount(mostRequests());
            others.setMaxSuspend(LONGEST_WAIT);
            others.setRejectStatusCode(429);
            underWay.setHandler(others);
            server.setHandler(underWay);
        }

        /** Closes the listener once its clients have their answers; says how many have not, when the time is over. */
        long stop(Javalin app, Duration patience) {
            app.jettyServer().server().setStopTimeout(Math.max(1, patience.toMillis()));
            app.stop();
            return underWay.getCurrentRequestCount();
        }

        private static ServerConnector connector(Server server, HttpConfiguration http, Listener listener) {
            ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
            connector.setHost(listener.host());
            connector.setPort(listener.port());
            connector.setIdleTimeout(IDLE.toMillis());
            connector.setShutdownIdleTimeout(SHUTDOWN_IDLE.toMillis());
            return connector;
        }

        private static void modify(HttpConfiguration http) {
            http.setRequestHeaderSize(HEADER_BYTES);
            http.setSendServerVersion(false);
            http.addCustomizer((request, response) -> new Request.Wrapper(request) {
                /** A request is what its first line says: Javalin would take the method from this header. */
                @Override
                public HttpFields getHeaders() {
                    return HttpFields.build(super.getHeaders()).remove("X-HTTP-Method-Override");
                }
            });
        }

        /** What Jetty itself refuses, such as a request without end of its headers, in the form of all other refusals. */
        private static final class PlainErrors extends ErrorHandler {
            /** Jetty itself would answer PUT and DELETE without a body. */
            @Override
            public boolean errorPageForMethod(String method) {
                return true;
            }

            @Override
            protected void generateResponse(
                    Request request,
                    Response response,
                    int code,
                    @Nullable String message,
                    @Nullable Throwable cause,
                    Callback callback) {
                // a protocol or a method that no server speaks is the client's mistake
                int status = code == 501 || code == 505 ? 400 : code;
                response.setStatus(status);
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, ErrorReply.MEDIA_TYPE);
                HttpProblem problem = problem(status, message);
                problem.headers().forEach(response.getHeaders()::put);
                Content.Sink.write(response, true, ErrorReply.body(problem, "none"), callback);
            }

            private static HttpProblem problem(int status, @Nullable String reason) {
                if (status == 429) {
                    return HttpProblem.of(429, "too-many-requests", "too many requests are under way; try again later")
                            .withHeader("Retry-After", "1");
                }
                if (status == 503) {
                    return WorkQueue.shuttingDown();
                }
                String detail = status < 500
                        ? "the request cannot be read" + (reason == null ? "" : ": " + reason)
                        : "an error in the server; please report it";
                return HttpProblem.of(status, status < 500 ? "bad-request" : "internal", detail);
            }
        }
    }

    /** Requests, logged and counted when they end. */
    private record RequestMetrics(ServerMetrics metrics, RequestLog log) {
        private static final String NONE = "none";

        void end(Context ctx, double milliseconds) {
            String route = route(ctx);
            // methods that nothing here takes are the client's invention
            String method = route.equals(NONE) ? NONE : ctx.req().getMethod();
            metrics.request(route, method, ctx.statusCode());
            if (ctx.statusCode() == 429) {
                metrics.rejected("too-busy");
            }
            log.request(ctx, route, milliseconds);
        }

        /** The pattern that matched, since the values of its parameters would make metrics without end. */
        private static String route(Context ctx) {
            Endpoint matched = ctx.endpoints().matchedHttpEndpoint();
            return matched == null || matched.path.isEmpty() ? NONE : matched.path;
        }
    }
}
