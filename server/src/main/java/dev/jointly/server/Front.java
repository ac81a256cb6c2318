package dev.jointly.server;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import java.time.Duration;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** What all listeners have in common: ids, logs, limits and errors, around whatever routes they have. */
final class Front {
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
    private final Traffic traffic;
    private final GracefulHandler underWay = new GracefulHandler();

    Front(ServerLimits limits, RequestLog log, Traffic traffic) {
        this.limits = limits;
        this.log = log;
        this.traffic = traffic;
    }

    /** @param first routes that every listener has */
    Javalin create(Listener listener, Routes first) {
        return Javalin.create(config -> {
            plain(config);
            config.jetty.modifyServer(this::modify);
            config.jetty.modifyHttpConfiguration(Front::modify);
            config.jetty.addConnector((server, http) -> connector(server, http, listener));
            config.routes.before(RequestIds::assign);
            config.routes.before(listener.access()::check);
            config.requestLogger.http(traffic::end);
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
}
