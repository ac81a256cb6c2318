package dev.jointly.server;

import dev.jointly.io.BadInputException;
import dev.jointly.io.ProblemWriter;
import dev.jointly.io.json.Json;
import dev.jointly.problem.Pin;
import dev.jointly.problem.ProblemTooLargeException;
import dev.jointly.selfcheck.SelfCheckException;
import dev.jointly.solve.PinsException;
import dev.jointly.vision.net.NetworkUnavailableException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.http.MethodNotAllowedResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.eclipse.jetty.http.HttpException;
import org.jspecify.annotations.Nullable;

/** Turns whatever keeps a request from its answer into a problem detail of RFC 9457. No stack trace leaves the server. */
final class ErrorReply {
    private static final String TYPE = "urn:jointly:error:";
    static final String MEDIA_TYPE = "application/problem+json";

    /** For a client that is no longer there to read it; by the convention of nginx, for logs and metrics. */
    private static final int CLIENT_GONE = 499;

    /** Statuses for clients that may not use the server, or are too slow for it: nothing more of theirs is read. */
    private static final Set<Integer> CUT_OFF = Set.of(401, 403, 408, 421);

    /** Failures whose message is for the client. */
    private static final List<Kind> KINDS = List.of(
            new Kind(BadInputException.class, 400, "bad-input"),
            new Kind(ProblemTooLargeException.class, 413, "problem-too-large"),
            new Kind(NetworkUnavailableException.class, 503, "no-network"),
            new Kind(SelfCheckException.class, 500, "self-check-failed"));

    private record Kind(Class<? extends Exception> failure, int status, String type) {}

    private static final int UNREAD_PIECE = 1 << 16;
    private static final long MAX_UNREAD = 1L << 27;
    private static final Duration UNREAD_PATIENCE = Duration.ofSeconds(10);

    private final RequestLog log;

    ErrorReply(RequestLog log) {
        this.log = log;
    }

    void register(RoutesConfig routes) {
        routes.exception(Exception.class, this::reply);
        // the router's own refusals have a handler already, which is nearer than that of Exception
        routes.exception(HttpResponseException.class, this::reply);
    }

    private void reply(Exception e, Context ctx) {
        if (e instanceof Client.GoneException) {
            ctx.status(CLIENT_GONE);
            return;
        }
        HttpProblem problem = e instanceof HttpResponseException routing ? routing(routing, ctx) : problem(e);
        if (problem.status() >= 500 && !(e instanceof HttpProblem)) {
            log.failure(RequestLog.id(ctx.res()), e);
        }
        if (!CUT_OFF.contains(problem.status())) {
            discard(ctx);
        }
        problem.headers().forEach(ctx::header);
        ctx.status(problem.status()).contentType(MEDIA_TYPE).result(body(problem, RequestLog.id(ctx.res())));
    }

    /** An error of the virtual machine, such as too little memory, which Javalin hands over without its context. */
    void reply(HttpServletResponse response, Error error) {
        String id = RequestLog.id(response);
        log.failure(id, error);
        HttpProblem problem = problem(error);
        response.setStatus(problem.status());
        response.setContentType(MEDIA_TYPE);
        try {
            response.getOutputStream().write(body(problem, id).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            log.failure(id, e);
        }
    }

    static String body(HttpProblem problem, String requestId) {
        return Json.text(members(problem, requestId));
    }

    static Map<String, @Nullable Object> members(HttpProblem problem, String requestId) {
        Map<String, @Nullable Object> members = Json.object(
                "type", TYPE + problem.type(),
                "title", title(problem.status()),
                "status", problem.status(),
                "detail", problem.detail(),
                "requestId", requestId);
        members.putAll(problem.members());
        return members;
    }

    private static String title(int status) {
        return status == 421
                ? "Misdirected Request"
                : HttpStatus.forStatus(status).getMessage();
    }

    /** The part of a failure that a client sees. */
    static HttpProblem problem(Throwable e) {
        String message = String.valueOf(e.getMessage());
        if (e instanceof HttpProblem problem) {
            return problem;
        }
        for (Kind kind : KINDS) {
            if (kind.failure().isInstance(e)) {
                return HttpProblem.of(kind.status(), kind.type(), message);
            }
        }
        if (e instanceof PinsException pins) {
            return pins(pins);
        }
        if (e instanceof CancellationException) {
            return WorkQueue.shuttingDown();
        }
        if (e instanceof HttpException broken) {
            int code = broken.getCode() >= 400 && broken.getCode() < 500 ? broken.getCode() : 400;
            return HttpProblem.of(code, "bad-request", "the request cannot be read: " + broken.getReason());
        }
        if (e instanceof IOException) {
            return HttpProblem.of(400, "bad-request", "the request ended early or cannot be read: " + message);
        }
        return HttpProblem.of(
                500, "internal", "an error in the server; please report it with the request id, its log says more");
    }

    private static HttpProblem pins(PinsException e) {
        List<Pin> conflict = e.conflict();
        String type = conflict.isEmpty() ? "pins-undecided" : "pins-conflict";
        return HttpProblem.of(409, type, String.valueOf(e.getMessage()))
                .with("conflict", conflict.stream().map(ProblemWriter::pin).toList());
    }

    private static HttpProblem routing(HttpResponseException e, Context ctx) {
        if (e instanceof MethodNotAllowedResponse) {
            String allowed = e.getDetails().getOrDefault("availableMethods", "");
            return HttpProblem.of(
                            405, "wrong-method", "found " + ctx.req().getMethod() + " but this path takes " + allowed)
                    .withHeader("Allow", allowed);
        }
        if (e.getStatus() == 404) {
            return HttpProblem.of(404, "no-such-route", "nothing is served at this path; /openapi.yaml lists what is");
        }
        return HttpProblem.of(e.getStatus(), "bad-request", String.valueOf(e.getMessage()));
    }

    /**
     * The rest of a body that is of no use. A server that answers and closes while a client still sends resets the connection,
     * and the client may never see the answer; so the rest is read first, and thrown away. A client that sends far more than any
     * server takes, or takes too long, is cut off.
     */
    private static void discard(Context ctx) {
        if (ctx.req().getContentLengthLong() > MAX_UNREAD) {
            return;
        }
        try {
            Client.readingBody(ctx, () -> discarded(ctx.req().getInputStream()));
        } catch (IOException e) {
            // a body that breaks off is of no interest: it was refused already
            return;
        }
    }

    private static long discarded(InputStream in) throws IOException {
        byte[] piece = new byte[UNREAD_PIECE];
        long start = System.nanoTime();
        long left = MAX_UNREAD;
        for (int read = 0;
                read >= 0 && left > 0 && System.nanoTime() - start < UNREAD_PATIENCE.toNanos();
                left -= read) {
            read = in.read(piece);
        }
        return MAX_UNREAD - left;
    }
}
