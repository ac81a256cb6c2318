package dev.jointly.io;

import dev.jointly.problem.Move;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The work of an annotator on one image.
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
