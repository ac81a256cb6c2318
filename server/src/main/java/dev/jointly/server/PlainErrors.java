package dev.jointly.server;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What Jetty itself refuses, such as a request without end of its headers, in the form of all other refusals. */
final class PlainErrors extends ErrorHandler {
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
