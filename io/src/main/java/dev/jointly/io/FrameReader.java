package dev.jointly.io;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.problem.Image;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The frames in the files of another tool, with all the parts of that tool; no two have the same id.
 *
 * <p>Not thread-safe.
 */
public final class FrameReader {
    /** Pixels that a detection may be outside of the image, and as a part of its side. */
    private static final double SLACK_PIXELS = 16;

    private static final double SLACK_SHARE = 0.05;

    private final InputFormat format;
    private final InputFormat.Source source;
    private final boolean several;
    private final int @Nullable [] size;
    private final Set<String> ids = new HashSet<>();

    /**
     * @param several whether there are several files, whose frames need longer ids
     * @param size width and height of every image; null for what the files say
     */
    public FrameReader(InputFormat format, InputFormat.Source source, boolean several, int @Nullable [] size) {
        this.format = format;
        this.source = source;
        this.several = several;
        this.size = size;
    }

    /** All frames of one file. */
    public List<Evidence> read(String file) {
        String prefix = several ? format.scope(file).map(scope -> scope + "/").orElse("") : "";
        List<Evidence> frames = new ArrayList<>();
        Set<String> own = new HashSet<>();
        for (Evidence frame : format.read(file, source)) {
            String id = prefix + frame.id();
            if (ids.contains(id) || !own.add(id)) {
                throw new BadInputException(
                        file + ": found frame " + Excerpt.quoted(id) + " a second time; import the files one by one");
            }
            requireInside(file, frame);
            frames.add(new Evidence(id, image(id, frame.image()), frame.parts(), frame.candidates(), frame.edges()));
        }
        ids.addAll(own);
        return frames;
    }

    /** Networks whose maps are coarse place detections a little outside. */
    private void requireInside(String file, Evidence frame) {
        if (size == null) {
            return;
        }
        for (Candidate seen : frame.candidates()) {
            boolean wide = outside(seen.x(), size[0]);
            if (wide || outside(seen.y(), size[1])) {
                throw new BadInputException(file + ": " + frame.id() + ": found a detection at "
                        + (wide ? "x = " + seen.x() : "y = " + seen.y()) + " but --size says that images are "
                        + (wide ? size[0] + " pixels wide" : size[1] + " pixels high"));
            }
        }
    }

    /** Whether a place is too far outside of an image to be a detection in it. */
    public static boolean outside(double place, int side) {
        double slack = Math.min(SLACK_PIXELS, SLACK_SHARE * side);
        return place < -slack || place > side + slack;
    }

    private @Nullable Image image(String id, @Nullable Image known) {
        return size == null ? known : new Image(known == null ? id : known.file(), size[0], size[1]);
    }
}
