package dev.jointly.io;

import dev.jointly.problem.Move;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what was saved on the annotators' page, format {@code jointly/annotations@1}: all images of one document at a time. Images
 * in the file itself are passed over.
 *
 * <p>Not thread-safe.
 */
public final class AnnotationsReader extends DocumentReader<List<AnnotatedImage>> {
    /** What the field {@code format} says. */
    public static final String FORMAT = "jointly/annotations@1";

    private static final List<String> FIELDS = List.of("format", "images");
    private static final List<String> IMAGE_FIELDS =
            List.of("name", "problem", "image", "pins", "moves", "deleted", "added", "done");
    private static final String IMAGES = "an array of images";
    private static final String NAME = "the name of the image";
    private static final String INDEX = "the index of a detection, a whole number from 0";
    private static final String INDICES = "an array of detections";

    private final JsonSource source;

    private AnnotationsReader(JsonSource source) {
        super(source, "document with annotations");
        this.source = source;
    }

    /** Opens a file by name; {@code -} is standard input. */
    public static AnnotationsReader open(String file, InputStream standardInput) {
        return new AnnotationsReader(JsonSource.open(file, standardInput));
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static AnnotationsReader of(String name, InputStream in) {
        return new AnnotationsReader(JsonSource.of(name, in));
    }

    @Override
    protected List<AnnotatedImage> document() throws IOException {
        List<AnnotatedImage> images = new ArrayList<>();
        JsonObject object = new JsonObject(source, FIELDS, "an object with format and images");
        while (object.next()) {
            switch (object.field()) {
                case "format" -> source.literal(FORMAT);
                case "images" -> source.array(Limits.DETECTIONS, "images", IMAGES, () -> images.add(image()));
                default -> source.skip();
            }
        }
        object.require("format", "\"" + FORMAT + "\"");
        object.require("images", IMAGES);
        return images;
    }

    private AnnotatedImage image() throws IOException {
        String path = source.path();
        String name = "";
        @Nullable Problem problem = null;
        List<PinDraft> pins = new ArrayList<>();
        List<Move> moves = List.of();
        List<Integer> deleted = new ArrayList<>();
        List<Integer> added = new ArrayList<>();
        JsonObject object = new JsonObject(source, IMAGE_FIELDS, "an image, an object with name and problem");
        while (object.next()) {
            switch (object.field()) {
                case "name" -> name = source.name(NAME);
                case "problem" -> problem = new ProblemReader(source).document();
                case "pins" -> new PinReader(source).read(pins);
                case "moves" -> moves = MoveReader.read(source);
                case "deleted" ->
                    source.array(Limits.DETECTIONS, "people", INDICES + " of each person", () -> indices(deleted));
                case "added" -> indices(added);
                default -> source.skip();
            }
        }
        object.require("name", NAME);
        try {
            return new AnnotatedImage(
                    name, problem, pins.stream().map(PinDraft::pin).toList(), moves, deleted, added);
        } catch (IllegalArgumentException e) {
            throw source.problem(path, String.valueOf(e.getMessage()));
        }
    }

    private void indices(List<Integer> into) throws IOException {
        source.array(Limits.DETECTIONS, "detections", INDICES, () -> {
            source.checkRoom(into.size(), Limits.DETECTIONS);
            into.add(source.index(INDEX));
        });
    }
}
