package dev.jointly.server.labelstudio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import dev.jointly.server.Access;
import dev.jointly.server.Routes;
import dev.jointly.server.tool.ParsedJson;
import dev.jointly.server.tool.ToolServer;
import dev.jointly.server.tool.ToolService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The requests that Label Studio sends to a machine learning backend, and the fields that it reads in the answers. */
@Timeout(120)
class LabelStudioContractTest {
    private static final String CONFIG = "<View><Image name='img' value='$photo'/>"
            + "<RectangleLabels name='kp_bbox' toName='img'><Label value='person'/></RectangleLabels>"
            + "<KeyPointLabels name='kp' toName='img'><Label value='Neck'/><Label value='Head'/></KeyPointLabels>"
            + "<RectangleLabels name='same' toName='img' smart='true'><Label value='same person'/></RectangleLabels>"
            + "<KeyPointLabels name='not' toName='img' smart='true'><Label value='not this'/></KeyPointLabels></View>";

    @TempDir
    Path dir;

    /** Stands for Label Studio itself, which has the images. */
    private final HttpServer studio;

    private final AtomicInteger fetched = new AtomicInteger();

    LabelStudioContractTest() throws IOException {
        studio = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        studio.createContext("/data/upload/", exchange -> {
            fetched.incrementAndGet();
            boolean allowed =
                    "Token the-key".equals(exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] image = exchange.getRequestURI().getPath().endsWith("nobody.png")
                    ? ToolServer.image()
                    : ToolServer.image(50, 230);
            exchange.sendResponseHeaders(allowed ? 200 : 403, image.length);
            exchange.getResponseBody().write(image);
            exchange.close();
        });
        studio.start();
    }

    @AfterEach
    void stop() {
        studio.stop(0);
    }

    private Routes routes(ToolService tools) {
        LabelStudioImages images = LabelStudioImages.of(
                "http://127.0.0.1:" + studio.getAddress().getPort(), Optional.of("the-key"), Duration.ofSeconds(30));
        return new LabelStudioRoutes(tools, Optional.of(images));
    }

    private ToolServer start() throws Exception {
        return ToolServer.start(dir, this::routes);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private static String task(int id, String image) {
        return "{\"id\": " + id + ", \"data\": {\"photo\": \"" + image + "\", \"words\": [\"a\"]}, \"meta\": {},"
                + " \"annotations\": [], \"predictions\": []}";
    }

    private static String request(String tasks, String context) {
        return "{\"tasks\": [" + tasks + "], \"model_version\": \"\", \"project\": \"7.1700000000\", \"label_config\": "
                + quoted(CONFIG) + ", \"params\": {\"login\": null, \"password\": null, \"context\": " + context + "}}";
    }

    private static List<ParsedJson> predicted(ToolServer server, String request) throws Exception {
        HttpResponse<String> answer = server.post("/predict", request);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return ParsedJson.of(answer.body()).at("results").list();
    }

    @Test
    void healthAndSetup() throws Exception {
        try (ToolServer server = start()) {
            ParsedJson health = ParsedJson.of(server.get("/health").body());
            assertThat(health.at("status").text()).isEqualTo("UP");
            assertThat(health.at("model_class").text()).isEqualTo("Jointly");
            HttpResponse<String> setup = server.post(
                    "/setup",
                    "{\"project\": \"7.1700000000\", \"schema\": " + quoted(CONFIG)
                            + ", \"hostname\": \"http://localhost:8080\", \"access_token\": \"abc\", \"extra_params\": null}");
            assertThat(setup.statusCode()).isEqualTo(200);
            assertThat(ParsedJson.of(setup.body()).at("model_version").text()).isEqualTo("jointly-colours");
            HttpResponse<String> wrong =
                    server.post("/setup", "{\"project\": \"7.17\", \"schema\": \"<View><Text name='t'/></View>\"}");
            assertThat(wrong.statusCode()).isEqualTo(400);
            assertThat(wrong.body()).contains("no KeyPointLabels for an Image");
        }
    }

    @Test
    void theLabellingInterfaceOfTheDocumentationIsUnderstood() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "label-studio.md"));
        Matcher block = Pattern.compile("```xml\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(block.find()).isTrue();
        LabelConfig config = LabelConfig.read(block.group(1));
        assertThat(config.image()).isEqualTo("image");
        assertThat(config.field()).isEqualTo("image");
        assertThat(config.personLabel()).hasValue("person");
        assertThat(config.points().name()).isEqualTo("joint");
        // the parts of the shipped network, as its card has them
        String card = Files.readString(
                Path.of("..", "vision/src/main/resources/dev/jointly/vision/net/openpose-mobilenet.model.json"));
        Matcher part = Pattern.compile("\"name\": \"([^\"]+)\", \"channel\"").matcher(card);
        int parts = 0;
        while (part.find()) {
            assertThat(config.points().label(part.group(1))).as(part.group(1)).isPresent();
            parts++;
        }
        assertThat(parts).isEqualTo(18);
    }

    @Test
    void aTaskIsAnsweredWithBoxesAndKeyPoints() throws Exception {
        try (ToolServer server = start()) {
            List<ParsedJson> results = predicted(server, request(task(11, "/data/upload/7/street.png"), "null"));
            assertThat(results).hasSize(1);
            ParsedJson result = results.get(0);
            assertThat(result.at("model_version").text()).isEqualTo("jointly-colours");
            assertThat(result.at("score").number()).isBetween(0.0, 1.0);
            List<ParsedJson> regions = result.at("result").list();
            assertThat(regions).hasSize(6);
            for (ParsedJson region : regions) {
                assertThat(region.at("to_name").text()).isEqualTo("img");
                assertThat(region.at("original_width").number()).isEqualTo(320);
                assertThat(region.at("original_height").number()).isEqualTo(160);
                assertThat(region.at("image_rotation").number()).isZero();
                assertThat(region.at("meta", "text").list().get(0).text()).matches("margin [0-9]+\\.[0-9]{2}");
                assertThat(region.at("score").number()).isBetween(0.0, 1.0);
            }
            ParsedJson box = leftmost(regions, "rectanglelabels");
            assertThat(box.at("from_name").text()).isEqualTo("kp_bbox");
            assertThat(box.at("value", "rectanglelabels").list())
                    .extracting(ParsedJson::text)
                    .containsExactly("person");
            assertThat(box.at("value", "y").number()).isCloseTo(100 * 50 / 160.0, within(3.0));
            assertThat(box.at("value", "height").number()).isCloseTo(100 * 60 / 160.0, within(4.0));
            for (ParsedJson region : regions) {
                if (region.at("type").text().equals("keypointlabels")) {
                    assertThat(region.at("from_name").text()).isEqualTo("kp");
                    assertThat(region.at("value", "width").number()).isEqualTo(0.5);
                    boolean left = region.at("value", "x").number() < 50;
                    assertThat(region.at("value", "x").number())
                            .isCloseTo(100 * (left ? 50 : 230) / 320.0, within(2.0));
                    boolean head = region.at("value", "keypointlabels")
                            .list()
                            .get(0)
                            .text()
                            .equals("Head");
                    assertThat(region.at("value", "y").number())
                            .isCloseTo(100 * (head ? 50 : 110) / 160.0, within(3.0));
                    assertThat(region.at("parentID").text().equals(box.at("id").text()))
                            .isEqualTo(left);
                }
            }
            assertThat(regions.stream().map(region -> region.at("id").text()).distinct())
                    .hasSize(6);
        }
    }

    private static ParsedJson leftmost(List<ParsedJson> regions, String type) {
        return regions.stream()
                .filter(region -> region.at("type").text().equals(type))
                .min((a, b) -> Double.compare(
                        a.at("value", "x").number(), b.at("value", "x").number()))
                .orElseThrow();
    }

    @Test
    void tasksAreAnsweredInOrderAndABadOneDoesNotSpoilTheRest() throws Exception {
        try (ToolServer server = start()) {
            String tasks = String.join(
                    ",",
                    task(1, "/data/upload/7/street.png"),
                    task(2, "http://example.org/elsewhere.png"),
                    task(3, "/data/upload/7/nobody.png"));
            List<ParsedJson> results = predicted(server, request(tasks, "{}"));
            assertThat(results).hasSize(3);
            assertThat(results.get(0).at("result").list()).hasSize(6);
            assertThat(results.get(1).at("result").list()).isEmpty();
            assertThat(results.get(1).at("score").number()).isZero();
            assertThat(results.get(1).at("error").text()).contains("the only place from which images are fetched");
            assertThat(results.get(2).at("result").list()).isEmpty();
            assertThat(results.get(2).at("score").number())
                    .as("nobody there, no doubt")
                    .isEqualTo(1);
        }
    }

    private static String drawn(String control, String label, String type, String value) {
        return "{\"result\": [{\"original_width\": 320, \"original_height\": 160, \"image_rotation\": 0, \"value\": {"
                + value + ", \"" + type + "\": [\"" + label + "\"]}, \"id\": \"Zk3\", \"from_name\": \"" + control
                + "\", \"to_name\": \"img\", \"type\": \"" + type
                + "\", \"origin\": \"manual\", \"is_positive\": true}], \"user_id\": 1}";
    }

    @Test
    void smartToolsArePinsAndThoseOfTheOtherToolAreRemembered() throws Exception {
        try (ToolServer server = start()) {
            String task = task(11, "/data/upload/7/street.png");
            String notThis = drawn("not", "not this", "keypointlabels", "\"x\": 15.6, \"y\": 31.2, \"width\": 0.5");
            ParsedJson without = predicted(server, request(task, notThis)).get(0);
            assertThat(heads(without)).as("the head at x = 50 is gone").containsExactly(72L);
            // a box around the other person: the request does not have the point any more
            String same = drawn(
                    "same", "same person", "rectanglelabels", "\"x\": 65, \"y\": 20, \"width\": 14, \"height\": 60");
            ParsedJson both = predicted(server, request(task, same)).get(0);
            assertThat(heads(both)).containsExactly(72L);
            assertThat(both.fields().contains("hint")).isFalse();
            // a box around both joints of the first person contradicts the point
            String impossible = drawn(
                    "same", "same person", "rectanglelabels", "\"x\": 10, \"y\": 20, \"width\": 14, \"height\": 60");
            ParsedJson stuck = predicted(server, request(task, impossible)).get(0);
            assertThat(heads(stuck)).as("the last possible answer").containsExactly(72L);
            assertThat(stuck.at("hint").text()).startsWith("These marks cannot all hold: ");
            assertThat(stuck.at("result").list().get(0).at("meta", "text").list())
                    .extracting(ParsedJson::text)
                    .contains(stuck.at("hint").text());
            // all marks removed
            ParsedJson again =
                    predicted(server, request(task, "{\"result\": []}")).get(0);
            assertThat(heads(again)).containsExactly(16L, 72L);
            assertThat(fetched.get()).as("times the image was fetched").isEqualTo(1);
        }
    }

    /** Where heads are, in percent of the width, from left to right. */
    private static List<Long> heads(ParsedJson result) {
        return result.at("result").list().stream()
                .filter(region -> region.at("type").text().equals("keypointlabels"))
                .filter(region -> region.at("value", "keypointlabels")
                        .list()
                        .get(0)
                        .text()
                        .equals("Head"))
                .map(region -> Math.round(region.at("value", "x").number()))
                .sorted()
                .toList();
    }

    @Test
    void webhooksAreHeard() throws Exception {
        try (ToolServer server = start()) {
            HttpResponse<String> created = server.post(
                    "/webhook",
                    "{\"action\": \"ANNOTATION_CREATED\", \"project\": {\"id\": 7, \"label_config\": " + quoted(CONFIG)
                            + "}, \"annotation\": {\"id\": 3, \"result\": []}}");
            assertThat(created.statusCode()).isEqualTo(201);
            assertThat(ParsedJson.of(created.body()).at("status").text()).isEqualTo("ok");
            assertThat(ParsedJson.of(created.body()).fields().contains("result"))
                    .isTrue();
            HttpResponse<String> other = server.post("/webhook", "{\"action\": \"PROJECT_UPDATED\"}");
            assertThat(other.statusCode()).isEqualTo(200);
            assertThat(ParsedJson.of(other.body()).at("status").text()).isEqualTo("Unknown event");
        }
    }

    @Test
    void thePasswordOfBasicAuthenticationIsTheToken() throws Exception {
        String token = "0123456789abcdef";
        Access access = Access.of("127.0.0.1", Optional.of(token));
        try (ToolServer server = ToolServer.start(dir, ToolServer.card(dir).toString(), access, this::routes)) {
            assertThat(server.get("/health").statusCode()).isEqualTo(401);
            assertThat(server.get("/health", "Authorization", basic("label-studio:wrong"))
                            .statusCode())
                    .isEqualTo(401);
            assertThat(server.get("/health", "Authorization", basic("label-studio:" + token))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private static String basic(String userAndPassword) {
        return "Basic " + Base64.getEncoder().encodeToString(userAndPassword.getBytes(UTF_8));
    }

    @Test
    void wrongRequestsAreToldWhy() throws Exception {
        try (ToolServer server = start()) {
            refused(server, request(task(1, "http://example.org/a.png"), "null"), "the only place from which images");
            refused(server, request("", "null"), "/tasks: found no task");
            refused(server, request("{\"id\": 5, \"data\": {}}", "null"), "task 5 has no text in its data field");
            refused(server, request("7", "null"), "/tasks/0: found 7 but expected a task");
        }
        assertThat(fetched.get()).isZero();
    }

    private static void refused(ToolServer server, String request, String complaint) throws Exception {
        HttpResponse<String> answer = server.post("/predict", request);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains(complaint);
    }

    @Test
    void withoutTheNetworkOrTheOriginTheFixIsNamed() throws Exception {
        Access access = Access.of("127.0.0.1", Optional.empty());
        String request = request(task(1, "/data/upload/7/street.png"), "null");
        try (ToolServer server = ToolServer.start(dir, "openpose-mobilenet", access, this::routes)) {
            HttpResponse<String> answer = server.post("/predict", request);
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("its network is in the artifact jointly-models");
        }
        try (ToolServer server = ToolServer.start(dir, tools -> new LabelStudioRoutes(tools, Optional.empty()))) {
            HttpResponse<String> answer = server.post("/predict", request);
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("--label-studio-url");
        }
    }
}
