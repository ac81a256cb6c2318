package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.problem.Image;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExportRoutesTest {
    private final RunningServer server = RunningServer.real();

    @AfterAll
    void stop() {
        server.close();
    }

    /** A problem and its solution, as the body wants them. */
    private String solved(Problem problem) throws Exception {
        byte[] document = Answers.json(problem);
        String solution = server.post("/api/v1/solve", document).body();
        return "{\"problem\":" + new String(document, StandardCharsets.UTF_8) + ",\"solution\":" + solution + "}\n";
    }

    private HttpResponse<String> exported(String query, String body) throws Exception {
        return server.post("/api/v1/export?" + query, body.getBytes(StandardCharsets.UTF_8));
    }

    private static Problem scene(String id, int people, List<Pin> pins) {
        Problem scene = Generator.generate(id, people, Crowding.EASY, people);
        Image image = new Image(id + ".png", 300, 300);
        return new Problem(id, image, scene.anatomy(), scene.poseCost(), scene.detections(), scene.pairs(), pins);
    }

    private String twoImages() throws Exception {
        return solved(scene("first", 3, List.of())) + solved(scene("second", 2, List.of(new Pin.Skip(1))));
    }

    @Test
    void manyImagesInOneFile() throws Exception {
        HttpResponse<String> coco = exported("format=coco&category=mouse", twoImages());
        assertThat(coco.statusCode()).as(coco.body()).isEqualTo(200);
        assertThat(coco.body()).contains("\"annotations\"", "first", "second", "\"name\": \"mouse\"");
        assertThat(coco.headers().firstValue("Content-Disposition")).hasValue("attachment; filename=\"people.json\"");
        assertThat(coco.headers().firstValue("Content-Type")).hasValue("application/json");
        HttpResponse<String> cvat = exported("format=cvat", twoImages());
        assertThat(cvat.body()).startsWith("<?xml").contains("first", "second");
        assertThat(cvat.headers().firstValue("Content-Disposition")).hasValue("attachment; filename=\"people.xml\"");
        HttpResponse<String> dlc = exported("format=dlc-csv", twoImages());
        assertThat(dlc.body()).startsWith("scorer").contains("first", "second");
        assertThat(dlc.headers().firstValue("Content-Disposition")).hasValue("attachment; filename=\"people.csv\"");
        assertThat(exported("format=labelstudio", twoImages()).body()).contains("first", "second");
    }

    @Test
    void movedJointsAreWhereTheyWerePut() throws Exception {
        Problem scene = scene("one", 1, List.of());
        String solved = solved(scene);
        Matcher joint = Pattern.compile("\"joints\":\\{\"(\\w+)\":\\{\"detection\":(\\d+)")
                .matcher(solved);
        assertThat(joint.find()).isTrue();
        String move = "{\"detection\":" + joint.group(2) + ",\"x\":12.125,\"y\":300}";
        HttpResponse<String> coco =
                exported("format=coco", solved.replaceFirst("}\\s*$", ",\"moves\":[" + move + "]}"));
        assertThat(coco.statusCode()).as(coco.body()).isEqualTo(200);
        assertThat(coco.body()).contains("12.125", "\"moved\": [\"" + joint.group(1) + "\"]");
        assertThat(exported("format=csv", solved).body())
                .contains(",score,moved\n")
                .doesNotContain(",true\n");
        HttpResponse<String> outside = exported(
                "format=coco", solved.replaceFirst("}\\s*$", ",\"moves\":[" + move.replace("300", "301") + "]}"));
        assertThat(outside.statusCode()).isEqualTo(400);
        assertThat(outside.body()).contains("x = 12.125, y = 301.0 but expected a place inside the image of 300 x 300");
    }

    @Test
    void picklesAreNotText() {
        assertThat(Answers.mediaType("dlc-assemblies", new byte[] {(byte) 0x80, 4}))
                .isEqualTo("application/octet-stream");
        assertThat(Answers.mediaType("csv", new byte[] {'a'})).isEqualTo("text/csv; charset=utf-8");
    }

    @Test
    void wrongRequestsAreRefused() throws Exception {
        assertThat(exported("format=openpose", "").body())
                .contains("expected one of", "coco")
                .doesNotContain("openpose,");
        assertThat(exported("", "").body()).contains("expected one of");
        assertThat(exported("format=dlc-assemblies", twoImages()).body()).contains("has no number of a frame");
        HttpResponse<String> nothing = exported("format=coco", "");
        assertThat(nothing.statusCode()).isEqualTo(400);
        assertThat(exported("format=coco&category=%00", twoImages()).statusCode())
                .isEqualTo(400);
        // the pin is missing from the problem
        String other = twoImages().replace(",\"pins\":[{\"skip\":1}]", "");
        HttpResponse<String> changed = exported("format=coco", other);
        assertThat(changed.statusCode()).isEqualTo(400);
        assertThat(changed.body()).contains("the solution of \\\"second\\\" is that of another problem");
    }
}
