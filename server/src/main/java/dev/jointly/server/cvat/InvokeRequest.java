package dev.jointly.server.cvat;

import dev.jointly.io.BadInputException;
import dev.jointly.server.tool.RequestJson;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The body with which CVAT invokes a detector.
 *
 * @param threshold people with a lower confidence are not wanted
 */
record InvokeRequest(byte[] image, OptionalDouble threshold) {
    /** @param most bytes of the image */
    static InvokeRequest read(byte[] body, int most) {
        return RequestJson.read(body, json -> {
            byte @Nullable [][] image = {null};
            OptionalDouble[] threshold = {OptionalDouble.empty()};
            json.object("a request as CVAT sends it, which is an object", name -> {
                switch (name) {
                    case "image" -> image[0] = json.image(most);
                    case "threshold" -> threshold[0] = OptionalDouble.of(json.number("a number from 0 to 1"));
                    default -> json.skip();
                }
            });
            byte @Nullable [] bytes = image[0];
            if (bytes == null) {
                throw new BadInputException("request: /image: found nothing but expected an image as base64");
            }
            return new InvokeRequest(bytes, threshold[0]);
        });
    }
}
