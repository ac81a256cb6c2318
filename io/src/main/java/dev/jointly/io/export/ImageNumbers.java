package dev.jointly.io.export;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import org.jspecify.annotations.Nullable;

/**
 * COCO identifies images by number: the id if ids are numbers, as COCO's own file names are; otherwise 1, 2, 3, ...
 */
final class ImageNumbers {
    private @Nullable Boolean numeric;
    private long last;

    long number(String id) {
        boolean digits = id.matches("\\d{1,15}");
        if (numeric == null) {
            numeric = digits;
        }
        if (!numeric) {
            return ++last;
        }
        if (!digits) {
            throw new BadInputException("problem " + Excerpt.quoted(id)
                    + ": its id is no number, as those before it are, so COCO cannot know it by one");
        }
        return Long.parseLong(id);
    }
}
