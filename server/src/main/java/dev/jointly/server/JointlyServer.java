package dev.jointly.server;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
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
    private final AtomicBoolean stopped = new AtomicBoolean();
    private volatile boolean ready;

    /** An address cannot be listened on. */
    public static final class CannotListenException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private CannotListenException(Listener listener, Throwable cause) {
            super(
                    "cannot listen on " + listener.host() + " port " + listener.port()
                            + "; is another program listening there? Choose another --port, or 0 for any free one",
                    cause);
        }
    }

    private JointlyServer(SolveService solves, RequestLog log) {
        this.solves = solves;
        this.log = log;
    }

    /** Starts all listeners, or none. */
    public static JointlyServer start(SolveService solves, RequestLog log, List<Listener> listeners) {
        JointlyServer server = new JointlyServer(solves, log);
        try {
            for (Listener listener : listeners) {
                Running running = server.new Running(listener);
                server.listeners.add(running);
                running.start();
                log.event("listening", Map.of("host", listener.host(), "port", running.app.port()));
            }
        } catch (RuntimeException e) {
            server.listeners.forEach(running -> running.app.stop());
            solves.close();
            throw e;
        }
        server.ready = true;
        return server;
    }

    /** The port that a listener, counted from 0, was given. */
    public int port(int listener) {
        return listeners.get(listener).app.port();
    }

    /** Method and path of everything that a listener, counted from 0, serves. */
    List<String> routes(int listener) {
        return listeners.get(listener).app.unsafe.internalRouter.allHttpHandlers().stream()
                .map(parsed -> parsed.endpoint)
                .filter(endpoint -> endpoint.method.isHttpMethod())
                .map(endpoint -> endpoint.method + " " + endpoint.path)
                .toList();
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
        WorkQueue queue = solves.queue();
        queue.stop();
        log.event("stopping", Map.of("waiting", queue.waiting(), "running", queue.running()));
        // the rest is for handing over the answers
        queue.drain(patience.multipliedBy(2).dividedBy(3));
        listeners.forEach(running -> running.listener.routes().forEach(this::close));
        long unanswered = 0;
        for (Running running : listeners) {
            unanswered += running.stop(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        }
        solves.close();
        log.event("stopped", Map.of("unanswered", unanswered));
    }

    private void close(Routes routes) {
        try {
            routes.close();
        } catch (RuntimeException e) {
            log.failure("none", e);
        }
    }

    @Override
    public void close() {
        stop(STANDARD_PATIENCE);
    }

    /** A listener, with what all have in common: ids, logs, limits and errors, around whatever routes it has. */
    private final class Running {
        /** Requests that are read, refused, streamed or answered without the solver while others wait for it. */
        private static final int MORE_REQUESTS = 192;

        /** For Jetty itself, and for requests that are always handled at once. */
        private static final int SPARE_THREADS = 16;

        private static final String[] AT_ONCE = {"/livez", "/readyz", "/metrics"};
        /** Of other requests, until one that is handled ends. They hold no thread. */
        private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

        private static final int LEAST_THREADS = 4;
        private static final String NONE = "none";
        private static final int HEADER_BYTES = 16 << 10;
        /** Of a connection between requests. */
        private static final Duration IDLE = Duration.ofSeconds(60);
        /** Of a connection between requests, once the server stops. */
        private static final Duration SHUTDOWN_IDLE = Duration.ofMillis(50);

        private final Listener listener;
        private final GracefulHandler underWay = new GracefulHandler();
        private final Javalin app;

        Running(Listener listener) {
            this.listener = listener;
            this.app = Javalin.create(config -> {
                plain(config);
                config.jetty.modifyServer(this::modify);
                config.jetty.modifyHttpConfiguration(Running::modify);
                config.jetty.addConnector(this::connector);
                config.routes.before(RequestLog::assignId);
                config.routes.before(listener.access()::check);
                config.requestLogger.http(this::ended);
                new ErrorReply(log).register(config.routes);
                config.routes.get("/livez", ctx -> ctx.result("live\n"));
                config.routes.get(
                        "/readyz", ctx -> ctx.status(ready ? 200 : 503).result(ready ? "ready\n" : "shutting down\n"));
                listener.routes().forEach(routes -> routes.register(config.routes));
            });
        }

        void start() {
            try {
                app.start();
            } catch (JavalinException e) {
                throw new CannotListenException(listener, e);
            }
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
            return solves.limits().workers() + solves.limits().queue() + MORE_REQUESTS;
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
        long stop(Duration patience) {
            app.jettyServer().server().setStopTimeout(Math.max(1, patience.toMillis()));
            app.stop();
            return underWay.getCurrentRequestCount();
        }

        private ServerConnector connector(Server server, HttpConfiguration http) {
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

        /** Logs and counts a request. */
        private void ended(Context ctx, double milliseconds) {
            // the pattern that matched, since the values of its parameters would make metrics without end
            Endpoint matched = ctx.endpoints().matchedHttpEndpoint();
            String route = matched == null || matched.path.isEmpty() ? NONE : matched.path;
            // methods that nothing here takes are the client's invention
            solves.metrics()
                    .request(route, route.equals(NONE) ? NONE : ctx.req().getMethod(), ctx.statusCode());
            if (ctx.statusCode() == 429) {
                solves.metrics().rejected("too-busy");
            }
            log.request(ctx, route, milliseconds);
        }
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
                        .retryAfter(1);
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
