package dev.jointly.cli;

import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.InputFormat;
import dev.jointly.problem.Image;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The frames in the files of another tool, with all the parts of that tool; no two have the same id. */
final class FrameReader {
    private final InputFormat format;
    private final InputFormat.Source source;
    private final boolean several;
    private final int @Nullable [] size;
    private final Set<String> ids = new HashSet<>();

    /**
     * @param several whether there are several files, whose frames need longer ids
     * @param size width and height of every image; null for what the files say
     */
    FrameReader(InputFormat format, InputFormat.Source source, boolean several, int @Nullable [] size) {
        this.format = format;
        this.source = source;
        this.several = several;
        this.size = size;
    }

    /** All frames of one file. */
    List<Evidence> read(String file) {
        String prefix = several ? format.scope(file).map(scope -> scope + "/").orElse("") : "";
        List<Evidence> frames = new ArrayList<>();
        Set<String> own = new HashSet<>();
        for (Evidence frame : format.read(file, source)) {
            String id = prefix + frame.id();
            if (ids.contains(id) || !own.add(id)) {
                throw new BadInputException(
                        file + ": found frame " + Excerpt.quoted(id) + " a second time; import the files one by one");
            }
            frames.add(new Evidence(id, image(id, frame.image()), frame.parts(), frame.candidates(), frame.edges()));
        }
        ids.addAll(own);
        return frames;
    }

    private @Nullable Image image(String id, @Nullable Image known) {
        return size == null ? known : new Image(known == null ? id : known.file(), size[0], size[1]);
    }
}
