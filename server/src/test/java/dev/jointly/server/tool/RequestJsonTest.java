package dev.jointly.server.tool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.io.BadInputException;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestJsonTest {
    private static byte[] image(String json, int most) {
        return RequestJson.read(json.getBytes(UTF_8), reader -> {
            byte[][] image = {new byte[0]};
            reader.object("an object", name -> {
                if (name.equals("image")) {
                    image[0] = reader.image(most);
                } else {
                    reader.skip();
                }
            });
            return image[0];
        });
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

    /** Jackson takes these zeros for UTF-32, in which the second character does not exist. */
    @Test
    void whatIsNotTextIsRefused() {
        byte[] body = {'{', 0, 0, 0, '(', '"', 'o', 'r'};
        assertThatThrownBy(() -> RequestJson.read(body, json -> ""))
                .isInstanceOf(BadInputException.class)
                .hasMessage("the request is not JSON in UTF-8");
    }

    @Test
    void complaintsNamePathValueAndExpectation() {
        refused("", "the request has no body");
        refused("[]", "top level: found an array but expected an object");
        refused("{\"image\": 7}", "/image: found 7 but expected an image as base64");
        refused("{\"image\": \"\"}", "/image: found \"\" but expected an image as base64");
        refused("{\"image\": \"data:image/png,abc\"}", "expected data:...;base64,...");
        refused("{\"image\": \"http://example.org/a.png\"}", "/image: is not an image as base64");
        refused("{\"image\"", "ends in the middle");
        refused("{image: 1}", "is not JSON");
        refused("{} {}", "goes on after its JSON object");
        refused("{\"a\": " + "[".repeat(200) + "}", "exceeds a limit");
    }
}
