package dev.jointly.cli;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.InputFormat;
import dev.jointly.problem.Image;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The evidence in the files of another tool, and its anatomy.
 *
 * @param frames with all the parts of the tool
 * @param anatomy some or all of these parts
 */
record ImportedEvidence(List<Evidence> frames, Anatomy anatomy) {

    /**
     * Reads files.
     *
     * @param body the anatomy for the frames
     * @param size width and height of every image; null where unknown
     * @param fileRead called after each file
     */
    static ImportedEvidence read(
            InputFormat format,
            List<String> files,
            InputFormat.Source source,
            Function<List<Evidence>, Anatomy> body,
            int @Nullable [] size,
            Runnable fileRead) {
        List<Evidence> frames = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (String file : files) {
            String prefix = files.size() == 1
                    ? ""
                    : format.scope(file).map(scope -> scope + "/").orElse("");
            for (Evidence frame : format.read(file, source)) {
                String id = prefix + frame.id();
                if (!ids.add(id)) {
                    throw new BadInputException(file + ": found frame " + Excerpt.quoted(id)
                            + " a second time; import the files one by one");
                }
                Image image = size == null ? null : new Image(id, size[0], size[1]);
                frames.add(new Evidence(id, image, frame.parts(), frame.candidates(), frame.edges()));
            }
            fileRead.run();
        }
        try {
            return new ImportedEvidence(frames, body.apply(frames));
        } catch (IllegalArgumentException e) {
            throw new BadInputException(files.get(0) + ": " + e.getMessage(), e);
        }
    }

    /** The anatomy in one line, for the user. */
    String body() {
        List<String> parts = anatomy.parts();
        StringBuilder line = new StringBuilder("hub ");
        line.append(String.join(", ", anatomy.majors().stream().map(parts::get).toList()));
        String separator = "; limbs ";
        for (Anatomy.Limb limb : anatomy.limbs()) {
            line.append(separator).append(parts.get(limb.a())).append('-').append(parts.get(limb.b()));
            separator = ", ";
        }
        List<String> others = frames.stream()
                .flatMap(frame -> frame.parts().stream())
                .distinct()
                .filter(part -> !parts.contains(part))
                .toList();
        return others.isEmpty() ? line.toString() : line + "; left out: " + String.join(", ", others);
    }
}
