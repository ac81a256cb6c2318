package dev.jointly.server;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The annotators' page; or, where the build left it out, a plain one that lists what is served. */
public final class PageRoutes implements Routes {
    /** Nothing from elsewhere, nothing inline; images that a person drops stay in the browser as blobs. */
    static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src blob:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String PLAIN_POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String ONE_YEAR = "private, max-age=31536000, immutable";

    private final PageBundle bundle;

    public PageRoutes(PageBundle bundle) {
        this.bundle = bundle;
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.get("/", this::page);
        routes.get("/assets/{file}", this::asset);
    }

    private void page(Context ctx) {
        Optional<byte[]> index = bundle.index();
        ctx.header("Content-Security-Policy", index.isPresent() ? POLICY : PLAIN_POLICY)
                .header("Referrer-Policy", "no-referrer")
                .header("X-Content-Type-Options", "nosniff")
                // a new version of the program has other assets
                .header("Cache-Control", "no-cache")
                .contentType(HTML)
                .result(index.orElseGet(() -> plain(ctx)));
    }

    private static byte[] plain(Context ctx) {
        String address = "http://" + hostInUrl(ctx.req().getLocalAddr()) + ":"
                + ctx.req().getLocalPort();
        return new String(Resources.required("plain.html"), StandardCharsets.UTF_8)
                .replace("{address}", address)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String hostInUrl(String address) {
        return address.contains(":") && !address.startsWith("[") ? "[" + address + "]" : address;
    }

    private void asset(Context ctx) {
        Answers.Document asset = bundle.asset(ctx.pathParam("file"))
                .orElseThrow(() -> HttpProblem.of(
                        404, "no-such-route", "the page has no such file; reload it if the program was updated"));
        ctx.header("X-Content-Type-Options", "nosniff").header("Cache-Control", ONE_YEAR);
        SolveRoutes.send(ctx, asset);
    }
}
