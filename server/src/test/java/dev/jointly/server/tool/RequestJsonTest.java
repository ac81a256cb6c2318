package dev.jointly.server.tool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.io.BadInputException;
import dev.jointly.io.json.JsonShape;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestJsonTest {
    private static final JsonShape SHAPE = JsonShape.of("an object", "image");

    private static byte[] image(String json, int most) {
        return RequestJson.read(json.getBytes(UTF_8), "a tool", SHAPE, request -> RequestJson.image(request, most));
    }

    private static void refused(String json, String complaint) {
        assertThatThrownBy(() -> image(json, 100))
                .as(json)
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(complaint);
    }

    @Test
    void imagesComeAsBase64OrAsDataUris() {
        byte[] bytes = new byte[100];
        new Random(1).nextBytes(bytes);
        String text = Base64.getEncoder().encodeToString(bytes);
        assertThat(image("{\"image\": \"" + text + "\", \"more\": [1, {\"a\": null}]}", 100))
                .isEqualTo(bytes);
        assertThat(image("{\"image\": \"data:image/jpeg;base64," + text + "\"}", 100))
                .isEqualTo(bytes);
        String broken = Base64.getMimeEncoder().encodeToString(bytes).replace("\r\n", "\\n");
        assertThat(image("{\"image\": \"" + broken + "\"}", 110)).as("in lines").isEqualTo(bytes);
    }

    @Test
    void anImageThatIsTooLargeIsNotDecoded() {
        refused(
                "{\"image\": \"" + "!".repeat(200) + "\"}",
                "found an image of about 150 bytes but expected at most 100");
    }

    /** Jackson would take these zeros for UTF-32, in which the second character does not exist. */
    @Test
    void whatIsNotTextIsRefused() {
        byte[] body = {'{', 0, 0, 0, '(', '"', 'o', 'r'};
        assertThatThrownBy(() -> RequestJson.read(body, "a tool", SHAPE, request -> ""))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("request: line 1, column 3: ")
                .hasMessageContaining("not valid JSON: Illegal character");
    }

    @Test
    void complaintsNamePathValueAndExpectation() {
        refused("", "request: is empty but expected a request as a tool sends it");
        refused("[]", "request: top level: found an array but expected a request as a tool sends it");
        refused("{\"image\": 7}", "/image: found 7 but expected an image as base64");
        refused("{\"image\": \"\"}", "/image: found \"\" but expected an image as base64");
        refused("{\"image\": \"data:image/png,abc\"}", "expected data:...;base64,...");
        refused("{\"image\": \"http://example.org/a.png\"}", "/image: is not an image as base64");
        refused("{\"image\"", "ends in the middle");
        refused("{image: 1}", "not valid JSON");
        refused("{\"image\": \"aGk=\"} {}", "goes on after its JSON object");
        refused("{\"a\": " + "[".repeat(200) + "}", "found values nested 101 deep but expected at most 100");
    }
}
