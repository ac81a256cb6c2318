package dev.jointly.io;

import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
import dev.jointly.problem.Move;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.io.InputStream;
import java.util.List;

/**
 * Reads what was saved on the annotators' page, format {@code jointly/annotations@1}: all images of one document at a time. Images
 * in the file itself are passed over.
 *
 * <p>Not thread-safe.
 */
public final class AnnotationsReader extends DocumentReader<List<AnnotatedImage>> {
    /** What the field {@code format} says. */
    public static final String FORMAT = "jointly/annotations@1";

    private static final String IMAGES = "an array of images";
    private static final String INDICES = "an array of detections";
    private static final JsonShape IMAGE = JsonShape.of("an image, an object with name and problem", "name")
            .with("problem", ProblemReader.SHAPE)
            .with("pins", Limit.of(Limits.DETECTIONS, "pins"), EditReader.PIN)
            .with("moves", EditReader.MOVES, EditReader.MOVE)
            .with("deleted", Limit.deep(Limits.DETECTIONS, 2 * Limits.DETECTIONS, "people and detections"))
            .with("added", Limit.of(Limits.DETECTIONS, "detections"))
            .skipping("image", "done")
            .apart();

    private AnnotationsReader(JsonSource source) {
        super(
                source,
                "document with annotations",
                JsonShape.of("an object with format and images")
                        .format(FORMAT)
                        .list("images", IMAGES, Limit.of(Limits.DETECTIONS, "images"), IMAGE, AnnotationsReader::image),
                AnnotationsReader::images);
    }

    /** Opens a file by name; {@code -} is standard input. */
    public static AnnotationsReader open(String file, InputStream standardInput) {
        return new AnnotationsReader(JsonSource.open(file, standardInput));
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static AnnotationsReader of(String name, InputStream in) {
        return new AnnotationsReader(JsonSource.of(name, in));
    }

    private static List<AnnotatedImage> images(JsonValue document) {
        return document.list("images");
    }

    private static AnnotatedImage image(JsonValue image) {
        String name = image.name("name", "the name of the image");
        Problem problem = image.find("problem").map(ProblemReader::problem).orElse(null);
        List<Pin> pins = image.has("pins") ? EditReader.pins(image) : List.of();
        List<Move> moves = EditReader.moves(image);
        List<Integer> deleted =
                image.entriesIfAny("deleted", INDICES + " of each person", AnnotationsReader::indices).stream()
                        .flatMap(List::stream)
                        .toList();
        List<Integer> added = image.ifAny("added", AnnotationsReader::indices, List.of());
        return image.checked(() -> new AnnotatedImage(name, problem, pins, moves, deleted, added));
    }

    private static List<Integer> indices(JsonValue value) {
        return value.entries(INDICES, d -> d.index(EditReader.INDEX));
    }
}
