package dev.jointly.io;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.AnatomyChoice;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Measure;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/**
 * A format of another tool's detections. Implementations have a public constructor without parameters and are named in
 * {@code META-INF/services/dev.jointly.io.InputFormat} of their jar.
 */
public interface InputFormat {
    /** All formats on the class path. */
    static List<InputFormat> all() {
        return Registry.all(List.of(), InputFormat.class, InputFormat::name);
    }

    /** The name by which users choose it, such as openpose. */
    String name();

    /** Which files it reads, as one line of the help text. */
    String description();

    /** How the names of its files end, for folders; .gz may follow. */
    default List<String> endings() {
        return List.of("." + name());
    }

    /** What the scores of pairs measure, for costs that were not fitted. */
    Measure measure();

    /**
     * The frames of a file, with all the parts of the tool.
     *
     * @throws BadInputException when the file is not what it should be
     */
    List<Evidence> read(String file, Source source);

    /**
     * What the ids of a file's frames begin with when there are several files, if two files may have frames of the same
     * id.
     */
    default Optional<String> scope(String file) {
        return Optional.empty();
    }

    /** Whether files have no names of parts, so that {@link Source#partNames} gives them. */
    default boolean takesPartNames() {
        return false;
    }

    /** Whether limbs may be given instead of those of {@link #anatomy}. */
    default boolean takesLimbs() {
        return true;
    }

    /** Whether its tool has projects, whose configuration {@link dev.jointly.io.dlc.DlcConfig} reads. */
    default boolean takesConfig() {
        return false;
    }

    /**
     * The anatomy of frames that were read.
     *
     * @param majors names of the major parts; empty for the usual one, or the one that is missed least
     * @throws IllegalArgumentException when the frames have no common anatomy, or not these parts
     */
    default Anatomy anatomy(List<Evidence> frames, List<String> majors) {
        return AnatomyChoice.of(name(), frames, majors);
    }

    /**
     * What a file does not contain.
     *
     * @param standardInput is read where the file is {@code -}
     * @param partNames names of parts, for files without; may be empty
     */
    record Source(InputStream standardInput, List<String> partNames) {}
}
