package dev.jointly.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class ExampleRoutesTest {
    private static BufferedImage photo(HttpResponse<InputStream> answer) throws IOException {
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("image/jpeg");
        return requireNonNull(ImageIO.read(answer.body()));
    }

    @Test
    void theExampleIsAPhotoWithItsProblem() throws Exception {
        try (RunningServer server = RunningServer.real()) {
            HttpResponse<String> answer = server.get("/api/v1/example/problem.json");
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
            Problem problem = SolveRoutes.problem(answer.body().getBytes(StandardCharsets.UTF_8));
            assertThat(problem.id()).isEqualTo("000000129648");
            assertThat(requireNonNull(problem.personScore()).weakBelow()).isPositive();
            assertThat(problem.pins()).isEmpty();
            Image image = requireNonNull(problem.image());
            for (Detection detection : problem.detections()) {
                assertThat(image.contains(requireNonNull(detection.x()), requireNonNull(detection.y())))
                        .isTrue();
            }
            BufferedImage photo = photo(server.send(
                    HttpRequest.newBuilder(server.uri("/api/v1/example/photo.jpg")), BodyHandlers.ofInputStream()));
            assertThat(photo.getWidth()).isEqualTo(image.width());
            assertThat(photo.getHeight()).isEqualTo(image.height());
            assertThat(server.get("/api/v1/example/photo.jpg?size=1").statusCode())
                    .isEqualTo(400);
        }
    }
}
