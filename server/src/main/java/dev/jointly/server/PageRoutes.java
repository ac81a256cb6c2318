package dev.jointly.server;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files that were built into the program: the annotators' page, which is {@code index.html} and assets whose names have a hash of
 * their contents, or a plain page that lists what is served where the build, for lack of npm, left it out; the OpenAPI document; and a
 * photo with its problem, to try the service with, of which NOTICE says whose it is.
 */
public final class PageRoutes implements Routes {
    /** Nothing from elsewhere, nothing inline; images that a person drops stay in the browser as blobs. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src blob:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String PLAIN_POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final String ONE_YEAR = "private, max-age=31536000, immutable";

    /** No slash and no leading dot, so that a name leads nowhere else. */
    private static final Pattern ASSET = Pattern.compile("[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*\\.([a-z0-9]+)");

    private static final Map<String, String> TYPES = Map.of(
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png");

    private final String folder;

    /** The page where the build puts it. */
    public PageRoutes() {
        this("page");
    }

    /** @param folder of the page's files, below this package */
    PageRoutes(String folder) {
        this.folder = folder;
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.get("/", this::page);
        routes.get("/assets/{file}", this::asset);
        routes.get("/openapi.yaml", ctx -> send(ctx, "application/yaml; charset=utf-8", "openapi.yaml"));
        routes.get("/api/v1/example/problem.json", ctx -> example(ctx, "application/json", "problem.json"));
        routes.get("/api/v1/example/photo.jpg", ctx -> example(ctx, "image/jpeg", "photo.jpg"));
    }

    private void page(Context ctx) {
        Optional<byte[]> index = find(folder + "/index.html");
        ctx.header("Content-Security-Policy", index.isPresent() ? POLICY : PLAIN_POLICY)
                .header("Referrer-Policy", "no-referrer")
                .header("X-Content-Type-Options", "nosniff")
                // a new version of the program has other assets
                .header("Cache-Control", "no-cache")
                .contentType("text/html; charset=utf-8")
                .result(index.orElseGet(() -> plain(ctx)));
    }

    private static byte[] plain(Context ctx) {
        String address = "http://" + hostInUrl(ctx.req().getLocalAddr()) + ":"
                + ctx.req().getLocalPort();
        return new String(required("plain.html"), StandardCharsets.UTF_8)
                .replace("{address}", address)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String hostInUrl(String address) {
        return address.contains(":") && !address.startsWith("[") ? "[" + address + "]" : address;
    }

    private void asset(Context ctx) {
        Matcher name = ASSET.matcher(ctx.pathParam("file"));
        String type = name.matches() ? TYPES.getOrDefault(name.group(1), "") : "";
        byte[] asset = (type.isEmpty() ? Optional.<byte[]>empty() : find(folder + "/assets/" + name.group()))
                .orElseThrow(() -> HttpProblem.of(
                        404, "no-such-route", "the page has no such file; reload it if the program was updated"));
        ctx.header("X-Content-Type-Options", "nosniff").header("Cache-Control", ONE_YEAR);
        ctx.contentType(type).result(asset);
    }

    private static void example(Context ctx, String mediaType, String file) {
        Parameters.of(ctx, List.of());
        send(ctx, mediaType, "example/" + file);
    }

    private static void send(Context ctx, String mediaType, String file) {
        ctx.contentType(mediaType).result(required(file));
    }

    private static byte[] required(String path) {
        return find(path).orElseThrow(() -> new IllegalStateException("the program lacks its own " + path));
    }

    /** @param path below this package; must not come from a request unchecked */
    private static Optional<byte[]> find(String path) {
        try (InputStream in = PageRoutes.class.getResourceAsStream(path)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
