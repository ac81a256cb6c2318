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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The work of an annotator on one image, as it was saved on the annotators' page, format {@code jointly/annotations@1}. Images in the
 * file itself are passed over.
 *
 * @param name what the image is called
 * @param problem with added joints as its last detections, without the pins of the annotator; null if it is elsewhere
 * @param pins of the annotator
 * @param moves joints that were put somewhere else
 * @param deleted detections of people who are none
 * @param added detections that were added by hand
 */
public record AnnotatedImage(
        String name,
        @Nullable Problem problem,
        List<Pin> pins,
        List<Move> moves,
        List<Integer> deleted,
        List<Integer> added) {
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

    private static final JsonShape SHAPE = JsonShape.of("an object with format and images")
            .format(FORMAT)
            .list("images", IMAGES, Limit.of(Limits.DETECTIONS, "images"), IMAGE, AnnotatedImage::image);

    /** @throws IllegalArgumentException if the problem does not have what this is about */
    public AnnotatedImage {
        pins = List.copyOf(pins);
        moves = List.copyOf(moves);
        deleted = List.copyOf(deleted);
        added = List.copyOf(added);
        if (problem != null) {
            pinned(problem, pins, deleted, added);
            Move.all(problem, moves);
        }
    }

    /** Reads what was saved on the page, all images of a document at a time; {@code -} is standard input. */
    public static DocumentReader<List<AnnotatedImage>> open(String file, InputStream standardInput) {
        return reader(JsonSource.open(file, standardInput));
    }

    /** The same from a stream, known by {@code name} in messages. */
    public static DocumentReader<List<AnnotatedImage>> reader(String name, InputStream in) {
        return reader(JsonSource.of(name, in));
    }

    private static DocumentReader<List<AnnotatedImage>> reader(JsonSource source) {
        return new DocumentReader<>(source, "document with annotations", SHAPE, document -> document.list("images"));
    }

    private static AnnotatedImage image(JsonValue image) {
        String name = image.name("name", "the name of the image");
        Problem problem = image.find("problem").map(ProblemReader::problem).orElse(null);
        List<Pin> pins = image.has("pins") ? EditReader.pins(image) : List.of();
        List<Move> moves = EditReader.moves(image);
        List<Integer> deleted =
                image.entriesIfAny("deleted", INDICES + " of each person", AnnotatedImage::indices).stream()
                        .flatMap(List::stream)
                        .toList();
        List<Integer> added = image.ifAny("added", AnnotatedImage::indices, List.of());
        return image.checked(() -> new AnnotatedImage(name, problem, pins, moves, deleted, added));
    }

    private static List<Integer> indices(JsonValue value) {
        return value.entries(INDICES, d -> d.index(EditReader.INDEX));
    }

    /**
     * The problem with everything that was said about who is who. No person has a joint of a deleted one, nor one that was
     * added and is not pinned any more.
     *
     * @param own that of this image
     * @throws IllegalArgumentException if it does not have what this is about
     */
    public Problem pinned(Problem own) {
        Move.all(own, moves);
        return pinned(own, pins, deleted, added);
    }

    private static Problem pinned(Problem own, List<Pin> pins, List<Integer> deleted, List<Integer> added) {
        List<Pin> all = new ArrayList<>(own.pins());
        all.addAll(pins);
        deleted.forEach(d -> all.add(new Pin.Skip(d)));
        Set<Integer> named = all.stream()
                .flatMapToInt(pin -> Arrays.stream(pin.detections()))
                .boxed()
                .collect(Collectors.toSet());
        added.stream().filter(d -> !named.contains(d)).forEach(d -> all.add(new Pin.Skip(d)));
        return own.withPins(all);
    }
}
