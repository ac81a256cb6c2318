package dev.jointly.server;

import java.util.LinkedHashMap;
import java.util.Map;

/** Why a request gets no answer: becomes a problem detail of RFC 9457. */
public final class HttpProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String type;
    private final transient Map<String, Object> members;
    private final transient Map<String, String> headers;

    private HttpProblem(
            int status, String type, String detail, Map<String, Object> members, Map<String, String> headers) {
        super(detail);
        this.status = status;
        this.type = type;
        this.members = new LinkedHashMap<>(members);
        this.headers = new LinkedHashMap<>(headers);
    }

    /**
     * A problem.
     *
     * @param type a short name, such as queue-full, listed in docs/service.md
     * @param detail what was found, and what to do
     */
    public static HttpProblem of(int status, String type, String detail) {
        return new HttpProblem(status, type, detail, Map.of(), Map.of());
    }

    /** For a parameter of the query that cannot be. */
    static HttpProblem badParameter(String detail) {
        return of(400, "bad-parameter", detail);
    }

    /** For a request whose deadline passed before there was an answer. */
    static HttpProblem tooLate() {
        return of(503, "too-late", "the time was over before there was an answer; allow more time, or try again later")
                .retryAfter(1);
    }

    /** The same with one more member in its body. */
    public HttpProblem with(String member, Object value) {
        HttpProblem more = new HttpProblem(status, type, detail(), members, headers);
        more.members.put(member, value);
        return more;
    }

    /** The same with one more header. */
    public HttpProblem withHeader(String name, String value) {
        HttpProblem more = new HttpProblem(status, type, detail(), members, headers);
        more.headers.put(name, value);
        return more;
    }

    /** The same for a client that may try again. */
    public HttpProblem retryAfter(int seconds) {
        return withHeader("Retry-After", Integer.toString(seconds));
    }

    /** The status code. */
    public int status() {
        return status;
    }

    String type() {
        return type;
    }

    String detail() {
        return String.valueOf(getMessage());
    }

    Map<String, Object> members() {
        return members;
    }

    Map<String, String> headers() {
        return headers;
    }
}
