package dev.jointly.server.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.Trials;
import dev.jointly.server.Access;
import dev.jointly.server.Routes;
import dev.jointly.server.cvat.CvatRoutes;
import dev.jointly.server.labelstudio.LabelStudioImages;
import dev.jointly.server.labelstudio.LabelStudioRoutes;
import dev.jointly.server.xanylabeling.XAnyLabelingRoutes;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests of the tools with something in them changed at random: answered, or refused with 4xx, never with 5xx. */
@Timeout(600)
class MutatedToolRequestsTest {
    private static final List<String> PIECES = List.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "null",
            "true",
            "-1e999",
            "1e-400",
            "[]",
            "{}",
            "\"\"",
            "\u0000",
            "\ud83d",
            "data:",
            "<",
            "&lt;",
            "99999999999999999999",
            "[".repeat(120));

    @TempDir
    Path dir;

    private static Routes all(ToolService tools) {
        // nobody listens on port 1, so an image that is asked for does not come
        LabelStudioImages images = LabelStudioImages.of("http://127.0.0.1:1", Optional.empty(), Duration.ofSeconds(10));
        Routes labelStudio = new LabelStudioRoutes(tools, Optional.of(images));
        Routes cvat = new CvatRoutes(tools);
        Routes xAny = new XAnyLabelingRoutes(tools);
        return routes -> {
            labelStudio.register(routes);
            cvat.register(routes);
            xAny.register(routes);
        };
    }

    private static List<String[]> requests() throws Exception {
        String image = Base64.getEncoder().encodeToString(ToolServer.image(50));
        String config =
                "<View><Image name='i' value='$image'/><KeyPointLabels name='k' toName='i'><Label value='neck'/>"
                        + "</KeyPointLabels></View>";
        return List.of(
                new String[] {"/", "{\"image\": \"" + image + "\", \"threshold\": 0.5}"},
                new String[] {
                    "/v1/predict",
                    "{\"model\": \"jointly-colours\", \"image\": \"data:image/png;base64," + image
                            + "\", \"params\": {\"conf_threshold\": 0.1, \"marks\": [{\"type\": \"point\", \"data\": [50, 50],"
                            + " \"label\": 0}, {\"type\": \"rectangle\", \"data\": [10, 10, 90, 140], \"label\": 1}]}}"
                },
                new String[] {"/setup", "{\"project\": \"1.2\", \"schema\": \"" + config + "\", \"extra_params\": null}"
                },
                new String[] {
                    "/predict",
                    "{\"tasks\": [{\"id\": 1, \"data\": {\"image\": \"/data/upload/1/a.png\"}}], \"project\": \"1.2\","
                            + " \"label_config\": \"" + config
                            + "\", \"params\": {\"context\": {\"result\": [{\"type\":"
                            + " \"keypointlabels\", \"from_name\": \"k\", \"value\": {\"x\": 1, \"y\": 2, \"keypointlabels\":"
                            + " [\"neck\"]}}]}}}"
                },
                new String[] {"/webhook", "{\"action\": \"ANNOTATION_CREATED\", \"project\": {\"id\": 1}}"});
    }

    private static String mutated(String request, Random random) {
        StringBuilder changed = new StringBuilder(request);
        for (int i = 0; i <= random.nextInt(3); i++) {
            // an image is most of a request; what is around it is where mistakes are made
            int near = random.nextBoolean() ? Math.min(changed.length(), 200) : changed.length();
            int at = random.nextInt(near + 1);
            switch (random.nextInt(3)) {
                case 0 -> changed.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                case 1 -> changed.delete(at, Math.min(changed.length(), at + 1 + random.nextInt(20)));
                default -> changed.setLength(at);
            }
        }
        return changed.toString();
    }

    @Test
    void noneIsAnsweredWithAnErrorOfTheServer() throws Exception {
        int refused = 0;
        try (ToolServer server =
                ToolServer.start(dir, ToolServer.card(dir).toString(), Access.open(), MutatedToolRequestsTest::all)) {
            int cases = 0;
            List<String[]> requests = requests();
            for (long seed : Trials.seeds(1, 60, 600)) {
                Random random = new Random(seed);
                for (String[] request : requests) {
                    String body = mutated(request[1], random);
                    HttpResponse<String> answer = server.post(request[0], body);
                    assertThat(answer.statusCode())
                            .as("seed %d, %s %s: %s", seed, request[0], body, answer.body())
                            .isLessThan(500);
                    refused += answer.statusCode() >= 400 ? 1 : 0;
                    cases++;
                }
            }
            assertThat(refused).as("of %d", cases).isGreaterThan(cases / 3);
        }
    }
}
