package dev.jointly.server;

import io.javalin.http.Context;
import java.util.UUID;
import java.util.regex.Pattern;

/** The id by which a request is found in the log: the client's, if it sends a sensible one, or a new one. */
final class RequestIds {
    static final String HEADER = "X-Request-Id";

    private static final Pattern SENSIBLE = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final String ATTRIBUTE = "jointly.requestId";

    private RequestIds() {}

    static void assign(Context ctx) {
        String given = ctx.header(HEADER);
        String id = given != null && SENSIBLE.matcher(given).matches() ? given : fresh();
        ctx.attribute(ATTRIBUTE, id);
        ctx.header(HEADER, id);
    }

    static String of(Context ctx) {
        String id = ctx.attribute(ATTRIBUTE);
        return id == null ? "none" : id;
    }

    /** An id that cannot be guessed. */
    static String fresh() {
        return UUID.randomUUID().toString();
    }
}
