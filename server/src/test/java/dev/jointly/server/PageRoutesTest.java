package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageRoutesTest {
    private final HttpClient http = HttpClient.newHttpClient();

    private static JointlyServer serving(String folder) {
        SolveService solves =
                new SolveService(RunningServer.solver(), RunningServer.noDetectors(), RunningServer.small());
        return JointlyServer.start(
                solves,
                new RequestLog(line -> {}),
                List.of(new Listener(
                        "127.0.0.1", 0, Access.of("127.0.0.1", Optional.empty()), List.of(new PageRoutes(folder)))));
    }

    private HttpResponse<String> get(JointlyServer server, String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port(0) + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("none");
    }

    @Test
    void aBundledPageMayUseNothingFromElsewhereAndNothingInline() throws Exception {
        try (JointlyServer server = serving("test-page")) {
            HttpResponse<String> page = get(server, "/");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).contains("<title>bundled</title>");
            assertThat(header(page, "Content-Type")).isEqualToIgnoringWhitespace("text/html; charset=utf-8");
            assertThat(header(page, "Content-Security-Policy"))
                    .contains("default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe", "http:", "https:", "*", "data:");
            assertThat(header(page, "Cache-Control")).isEqualTo("no-cache");
            assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(header(page, "Referrer-Policy")).isEqualTo("no-referrer");
        }
    }

    @Test
    void assetsHaveTheirTypeAndMayBeKept() throws Exception {
        try (JointlyServer server = serving("test-page")) {
            HttpResponse<String> script = get(server, "/assets/index-0a1b_-2c.js");
            assertThat(script.body()).contains("document.title");
            assertThat(header(script, "Content-Type")).isEqualToIgnoringWhitespace("text/javascript; charset=utf-8");
            assertThat(header(script, "Cache-Control")).contains("max-age=31536000", "immutable");
            assertThat(header(script, "X-Content-Type-Options")).isEqualTo("nosniff");
            HttpResponse<String> style = get(server, "/assets/index-99.css");
            assertThat(header(style, "Content-Type")).isEqualToIgnoringWhitespace("text/css; charset=utf-8");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/assets/absent.js",
                "/assets/note.txt",
                "/assets/..%2Findex.html",
                "/assets/%2e%2e%2findex.html",
                "/assets/.js",
                "/assets/index-99.css%00.js",
                "/assets/sub%2Findex-99.css"
            })
    void otherFilesAreNotServed(String path) throws Exception {
        try (JointlyServer server = serving("test-page")) {
            HttpResponse<String> refused = get(server, path);
            assertThat(refused.statusCode()).as(refused.body()).isIn(400, 404);
            assertThat(refused.body()).doesNotContain("never served", "bundled", "margin");
            assertThat(header(refused, "Cache-Control")).doesNotContain("immutable");
        }
    }

    @Test
    void withoutABundleThePlainPageSaysWhatIsServed() throws Exception {
        try (JointlyServer server = serving("no-page")) {
            HttpResponse<String> page = get(server, "/");
            assertThat(page.body()).contains("POST /api/v1/sessions").doesNotContain("<script", "https://");
            assertThat(header(page, "Content-Security-Policy"))
                    .contains("default-src 'none'")
                    .doesNotContain("script-src");
            assertThat(get(server, "/assets/index-99.css").statusCode()).isEqualTo(404);
        }
    }
}
