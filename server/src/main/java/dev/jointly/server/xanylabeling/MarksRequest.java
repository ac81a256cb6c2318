package dev.jointly.server.xanylabeling;

import dev.jointly.io.BadInputException;
import dev.jointly.server.tool.Mark;
import dev.jointly.server.tool.RequestJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /v1/predict}.
 *
 * @param marks all clicks and boxes on the image
 * @param hints about marks that mean nothing here
 * @param threshold people with a lower score are not wanted
 */
record MarksRequest(String model, byte[] image, List<Mark> marks, List<String> hints, double threshold) {
    private static final int MOST_MARKS = 2_000;

    /** @param most bytes of the image */
    static MarksRequest read(byte[] body, int most) {
        return RequestJson.read(body, json -> new Draft(json, most).request());
    }

    /** The fields as they come. */
    private static final class Draft {
        private final RequestJson json;
        private final int most;
        private final List<Mark> marks = new ArrayList<>();
        private final List<String> hints = new ArrayList<>();
        private String model = "";
        private byte @Nullable [] image;
        private double threshold;

        Draft(RequestJson json, int most) {
            this.json = json;
            this.most = most;
        }

        MarksRequest request() throws IOException {
            json.object("a request as X-AnyLabeling sends it, which is an object", this::field);
            byte[] bytes = image;
            if (bytes == null) {
                throw new BadInputException("request: /image: found nothing but expected an image as base64");
            }
            return new MarksRequest(model, bytes, List.copyOf(marks), List.copyOf(hints), threshold);
        }

        private void field(String name) throws IOException {
            switch (name) {
                case "model" -> model = json.id("the id of a model");
                case "image" -> image = json.image(most);
                case "params" -> json.objectOrNull("parameters, an object", this::parameter);
                default -> json.skip();
            }
        }

        private void parameter(String name) throws IOException {
            switch (name) {
                case "marks" -> json.array(MOST_MARKS, "an array of marks", this::mark);
                case "conf_threshold" -> threshold = json.number("a number from 0 to 1");
                default -> json.skip();
            }
        }

        private void mark() throws IOException {
            String[] type = {""};
            List<Double> data = new ArrayList<>();
            double[] label = {1};
            json.object("a mark, which is an object", name -> {
                switch (name) {
                    case "type" -> type[0] = json.id("point or rectangle");
                    case "data" -> json.array(4, "an array of coordinates", () -> data.add(json.number("a number")));
                    case "label" -> label[0] = json.number("1 or 0");
                    default -> json.skip();
                }
            });
            Optional<Mark> meant = meant(type[0], data, label[0] > 0);
            if (meant.isPresent()) {
                marks.add(meant.get());
            } else {
                hints.add("Only boxes and points can be used here; a mark of another kind was left out.");
            }
        }

        private static Optional<Mark> meant(String type, List<Double> data, boolean positive) {
            if (type.equals("point") && data.size() == 2) {
                return Optional.of(
                        positive
                                ? new Mark.UseThis(data.get(0), data.get(1))
                                : new Mark.NotThis(data.get(0), data.get(1)));
            }
            if (type.equals("rectangle") && data.size() == 4 && positive) {
                return Optional.of(Mark.SamePerson.of(data.get(0), data.get(1), data.get(2), data.get(3)));
            }
            return Optional.empty();
        }
    }
}
