package dev.jointly.server.xanylabeling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.server.Access;
import dev.jointly.server.tool.ParsedJson;
import dev.jointly.server.tool.ToolServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The requests that X-AnyLabeling's remote server model sends, and the fields that it reads in the answers. */
@Timeout(120)
class XAnyLabelingContractTest {
    private static final String MODEL = "jointly-colours";

    @TempDir
    Path dir;

    private ToolServer start() throws Exception {
        return ToolServer.start(dir, XAnyLabelingRoutes::new);
    }

    private static String request(String marks) throws Exception {
        return "{\"model\": \"" + MODEL + "\", \"image\": \"data:image/png;base64,"
                + Base64.getEncoder().encodeToString(ToolServer.image(50, 140, 230))
                + "\", \"params\": {\"conf_threshold\": 0.0, \"iou_threshold\": 0.0, \"epsilon_factor\": 0.001, \"marks\": ["
                + marks + "]}}";
    }

    private static ParsedJson predicted(ToolServer server, String marks) throws Exception {
        HttpResponse<String> answer = server.post("/v1/predict", request(marks), "Token", "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return ParsedJson.of(answer.body());
    }

    /** Label, place in tens of pixels, and group of each shape. */
    private static SortedSet<String> shapes(ParsedJson answer) {
        SortedSet<String> found = new TreeSet<>();
        for (ParsedJson shape : answer.at("data", "shapes").list()) {
            List<ParsedJson> point = shape.at("points").list().get(0).list();
            found.add(shape.at("label").text() + " " + tens(point.get(0)) + " " + tens(point.get(1)) + " of "
                    + Math.round(shape.at("group_id").number()));
        }
        return found;
    }

    private static long tens(ParsedJson coordinate) {
        return 10 * Math.round(coordinate.number() / 10);
    }

    private static String groupOf(SortedSet<String> shapes, String joint) {
        return shapes.stream()
                .filter(shape -> shape.startsWith(joint))
                .map(shape -> shape.replaceAll(".* of ", ""))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void modelsAreListed() throws Exception {
        try (ToolServer server = start()) {
            HttpResponse<String> answer = server.get("/v1/models", "Token", "");
            assertThat(answer.statusCode()).isEqualTo(200);
            ParsedJson models = ParsedJson.of(answer.body());
            assertThat(models.at("success").value()).isEqualTo(true);
            assertThat(models.at("data").fields()).hasSize(1);
            ParsedJson model = models.at("data", MODEL);
            assertThat(model.at("display_name").text()).isEqualTo("Jointly (colours)");
            assertThat(model.at("batch_processing_mode").text()).isEqualTo("default");
            assertThat(model.at("classes").list()).extracting(ParsedJson::text).containsExactly("neck", "head");
            assertThat(model.at("widgets").list())
                    .extracting(widget -> widget.at("name").text())
                    .contains(
                            "button_run", "button_add_point", "button_remove_point", "button_add_rect", "button_clear");
        }
    }

    @Test
    void peopleAreGroupsOfPoints() throws Exception {
        try (ToolServer server = start()) {
            ParsedJson answer = predicted(server, "");
            assertThat(answer.at("success").value()).isEqualTo(true);
            assertThat(answer.at("data", "replace").value()).isEqualTo(true);
            assertThat(answer.at("data", "description").text()).isEmpty();
            List<ParsedJson> shapes = answer.at("data", "shapes").list();
            assertThat(shapes).hasSize(6);
            for (ParsedJson shape : shapes) {
                assertThat(shape.at("shape_type").text()).isEqualTo("point");
                assertThat(shape.at("points").list()).hasSize(1);
                assertThat(shape.at("points").list().get(0).list()).hasSize(2);
                assertThat(shape.at("score").number()).isBetween(0.5, 1.0);
                assertThat(shape.at("description").text()).matches("margin [0-9]+\\.[0-9]{2}");
                assertThat(shape.at("attributes").fields()).isEmpty();
                assertThat(shape.at("difficult").value()).isEqualTo(false);
                assertThat(shape.at("direction").number()).isZero();
                assertThat(shape.at("flags").value()).isNull();
                assertThat(shape.at("kie_linking").list()).isEmpty();
            }
            SortedSet<String> found = shapes(answer);
            for (int x : new int[] {50, 140, 230}) {
                assertThat(groupOf(found, "neck " + x + " 110")).isEqualTo(groupOf(found, "head " + x + " 50"));
            }
            assertThat(found.stream().map(shape -> shape.replaceAll(".* of ", "")))
                    .containsOnly("1", "2", "3");
        }
    }

    @Test
    void aNegativePointTakesAJointAwayAndTheOthersKeepTheirGroups() throws Exception {
        try (ToolServer server = start()) {
            SortedSet<String> before = shapes(predicted(server, ""));
            SortedSet<String> after =
                    shapes(predicted(server, "{\"type\": \"point\", \"data\": [143, 48], \"label\": 0}"));
            assertThat(after).noneMatch(shape -> shape.startsWith("head 140 50"));
            before.removeIf(shape -> shape.contains(" 140 "));
            assertThat(after).containsAll(before);
            assertThat(shapes(predicted(server, "")))
                    .as("without the mark")
                    .containsAll(before)
                    .hasSize(6);
        }
    }

    @Test
    void marksThatMeanNothingAreExplainedInTheDescription() throws Exception {
        try (ToolServer server = start()) {
            ParsedJson answer = predicted(server, "{\"type\": \"point\", \"data\": [290, 20], \"label\": 1}");
            // three hundredths of 320 pixels
            assertThat(answer.at("data", "description").text())
                    .isEqualTo("There is no detection within 10 pixels of (290, 20).");
            assertThat(shapes(answer)).hasSize(6);
        }
    }

    @Test
    void marksThatCannotAllHoldLeaveTheLastAnswer() throws Exception {
        try (ToolServer server = start()) {
            String box = "{\"type\": \"rectangle\", \"data\": [30, 30, 70, 130], \"label\": 1}";
            SortedSet<String> before = shapes(predicted(server, box));
            assertThat(before).hasSize(6);
            ParsedJson stuck = predicted(server, box + ", {\"type\": \"point\", \"data\": [50, 50], \"label\": 0}");
            assertThat(shapes(stuck)).isEqualTo(before);
            assertThat(stuck.at("data", "description").text()).startsWith("These marks cannot all hold: ");
        }
    }

    @Test
    void theTokenComesInItsOwnHeader() throws Exception {
        String token = "0123456789abcdef";
        Access access = Access.of("127.0.0.1", Optional.of(token));
        try (ToolServer server =
                ToolServer.start(dir, ToolServer.card(dir).toString(), access, XAnyLabelingRoutes::new)) {
            assertThat(server.get("/v1/models", "Token", "wrong").statusCode()).isEqualTo(401);
            assertThat(server.get("/v1/models").statusCode()).isEqualTo(401);
            assertThat(server.get("/v1/models", "Token", token).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void wrongRequestsAreToldWhy() throws Exception {
        try (ToolServer server = start()) {
            HttpResponse<String> other = server.post("/v1/predict", request("").replace(MODEL, "yolo"));
            assertThat(other.statusCode()).isEqualTo(404);
            assertThat(other.body()).contains("but expected " + MODEL);
            HttpResponse<String> mark = server.post("/v1/predict", request("{\"type\": \"point\", \"data\": [\"a\"]}"));
            assertThat(mark.statusCode()).isEqualTo(400);
            assertThat(mark.body()).contains("/params/marks/0/data/0");
        }
    }

    @Test
    void withoutTheNetworkTheCommandThatInstallsItIsNamed() throws Exception {
        try (ToolServer server = ToolServer.start(
                dir, "openpose-mobilenet", Access.of("127.0.0.1", Optional.empty()), XAnyLabelingRoutes::new)) {
            HttpResponse<String> answer = server.get("/v1/models");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("its network is in the artifact jointly-models");
        }
    }
}
