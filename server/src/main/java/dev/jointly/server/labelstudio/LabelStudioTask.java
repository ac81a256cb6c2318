package dev.jointly.server.labelstudio;

import dev.jointly.io.BadInputException;
import java.util.Map;

/**
 * A task of a request.
 *
 * @param data texts of its data by field
 */
record LabelStudioTask(String id, Map<String, String> data) {
    LabelStudioTask {
        data = Map.copyOf(data);
    }

    /** Where the image is. */
    String image(String field) {
        String url = data.get(field);
        if (url == null) {
            throw new BadInputException(
                    "task " + id + " has no text in its data field \"" + field + "\", where its image should be");
        }
        return url;
    }
}
