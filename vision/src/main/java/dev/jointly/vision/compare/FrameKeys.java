package dev.jointly.vision.compare;

import dev.jointly.evidence.Truth;
import dev.jointly.io.FrameNumber;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Which frames of two files are the same.
 *
 * @param way how they were matched
 * @param both frames in both files, in the order of the first
 * @param onlyA those of the first file only
 * @param onlyB those of the second file only
 */
public record FrameKeys(String way, List<Both> both, List<Truth> onlyA, List<Truth> onlyB) {
    /** One frame in both files. */
    public record Both(Truth a, Truth b) {}

    /** By what frames can be matched, and the key of a frame's id. */
    private static final List<Map.Entry<String, Function<String, Optional<String>>>> WAYS = List.of(
            Map.entry("id", Optional::of),
            Map.entry("file name", id -> Optional.of(stem(id))),
            Map.entry("frame number", id -> FrameNumber.of(id).map(frame -> Integer.toString(frame.number()))));

    /** The file's name without folder and ending. */
    static String stem(String id) {
        String name = id.substring(id.lastIndexOf('/') + 1);
        return name.replaceFirst("(?<=.)\\.[A-Za-z]\\w{0,4}$", "");
    }

    /** By id, by file name or by frame number: the way that finds the most frames in both, the first of these if several do. */
    public static FrameKeys of(PeopleFile a, PeopleFile b) {
        FrameKeys best = new FrameKeys("id", List.of(), a.frames(), b.frames());
        for (var way : WAYS) {
            Optional<Map<String, Truth>> keysA = keys(a, way.getValue());
            Optional<Map<String, Truth>> keysB = keys(b, way.getValue());
            if (keysA.isPresent() && keysB.isPresent()) {
                FrameKeys found = matched(way.getKey(), keysA.get(), keysB.get());
                if (found.both().size() > best.both().size()) {
                    best = found;
                }
            }
        }
        return best;
    }

    /** Frames by key; none if two have the same or one has no key. */
    private static Optional<Map<String, Truth>> keys(PeopleFile file, Function<String, Optional<String>> way) {
        Map<String, Truth> frames = new LinkedHashMap<>();
        for (Truth frame : file.frames()) {
            Optional<String> key = way.apply(frame.id());
            if (key.isEmpty() || frames.put(key.get(), frame) != null) {
                return Optional.empty();
            }
        }
        return Optional.of(frames);
    }

    private static FrameKeys matched(String way, Map<String, Truth> a, Map<String, Truth> b) {
        List<Both> both = new ArrayList<>();
        List<Truth> onlyA = new ArrayList<>();
        Map<String, Truth> rest = new LinkedHashMap<>(b);
        a.forEach((key, frame) -> {
            Truth other = rest.remove(key);
            if (other == null) {
                onlyA.add(frame);
            } else {
                both.add(new Both(frame, other));
            }
        });
        return new FrameKeys(way, both, onlyA, List.copyOf(rest.values()));
    }
}
