package dev.jointly.io;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of a frame, with which the id of its problem ends: {@code frame0012}, {@code m1/img0012.png}.
 *
 * @param clip the id up to the number: the same in all frames of a clip
 * @param number of the frame
 */
public record FrameNumber(String clip, int number) {
    private static final Pattern END = Pattern.compile("(\\d{1,9})(\\.\\w{1,5})?$");

    /** That of an id, if it ends with one. */
    public static Optional<FrameNumber> of(String id) {
        Matcher end = END.matcher(id);
        return end.find()
                ? Optional.of(new FrameNumber(id.substring(0, end.start()), Integer.parseInt(end.group(1))))
                : Optional.empty();
    }
}
