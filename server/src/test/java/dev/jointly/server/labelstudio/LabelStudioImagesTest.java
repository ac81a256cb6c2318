package dev.jointly.server.labelstudio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LabelStudioImagesTest {
    private static final byte[] IMAGE = {1, 2, 3, 4, 5};

    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch over = new CountDownLatch(1);
    private final HttpServer studio;
    private final String url;

    LabelStudioImagesTest() throws IOException {
        studio = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        studio.createContext("/", this::answer);
        studio.start();
        url = "http://127.0.0.1:" + studio.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        over.countDown();
        studio.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.add(exchange.getRequestURI() + " " + exchange.getRequestHeaders().getFirst("Authorization"));
        String path = exchange.getRequestURI().getPath();
        try (exchange) {
            if (path.startsWith("/data/upload/")) {
                exchange.sendResponseHeaders(200, IMAGE.length);
                exchange.getResponseBody().write(IMAGE);
            } else if (path.equals("/moved")) {
                exchange.getResponseHeaders().add("Location", url + "/data/upload/1/a.png");
                exchange.sendResponseHeaders(302, -1);
            } else if (path.equals("/endless")) {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(IMAGE);
                exchange.getResponseBody().flush();
                over.await();
            } else {
                exchange.sendResponseHeaders(path.equals("/secret") ? 401 : 404, -1);
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private LabelStudioImages images(Duration patience) {
        return LabelStudioImages.of(url, Optional.of("the-key"), patience);
    }

    private LabelStudioImages images() {
        return images(Duration.ofSeconds(30));
    }

    @Test
    void pathsAndUrlsOfTheOriginAreFetchedWithTheKey() {
        assertThat(images().fetch("/data/upload/1/a.png", 5)).isEqualTo(IMAGE);
        assertThat(images().fetch(url + "/data/upload/1/b.png?d=1", 5)).isEqualTo(IMAGE);
        assertThat(asked)
                .containsExactly("/data/upload/1/a.png Token the-key", "/data/upload/1/b.png?d=1 Token the-key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:1/data/upload/1/a.png",
                "http://example.org/a.png",
                "//example.org/a.png",
                "https://127.0.0.1/a.png",
                "http://user@127.0.0.1/a.png",
                "file:///etc/passwd",
                "s3://bucket/a.png",
                "data:image/png;base64,AAAA",
                "jar:file:/tmp/a.jar!/a.png"
            })
    void nothingElseIsAsked(String where) {
        assertThatThrownBy(() -> images().fetch(where, 5))
                .hasMessageContaining("is not at " + url + "/, the only place from which images are fetched");
        assertThat(asked).isEmpty();
    }

    @Test
    void redirectsAreNotFollowed() {
        assertThatThrownBy(() -> images().fetch("/moved", 5))
                .hasMessageContaining("Label Studio answered 302; redirects are not followed");
        assertThat(asked).containsExactly("/moved Token the-key");
    }

    @Test
    void refusalsSayWhatToDo() {
        assertThatThrownBy(() -> images().fetch("/secret", 5))
                .hasMessageContaining("answered 401; check that JOINTLY_");
        assertThatThrownBy(() -> images().fetch("/data/a b.png", 5)).hasMessageContaining("is not a URL");
    }

    @Test
    void anImageOfTooManyBytesIsLeftAlone() {
        assertThatThrownBy(() -> images().fetch("/data/upload/1/a.png", 4))
                .hasMessageContaining("it has more than 4 bytes");
    }

    @Test
    void anImageThatNeverEndsIsGivenUp() {
        assertThatThrownBy(() -> images(Duration.ofMillis(300)).fetch("/endless", 100))
                .hasMessageContaining("did not come from Label Studio within");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:8080", "ftp://localhost", "http://", "http://a@b", "http://a?b", "not a url"})
    void theOriginIsChecked(String wrong) {
        assertThatThrownBy(() -> LabelStudioImages.of(wrong, Optional.empty(), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be like http://localhost:8080");
    }
}
