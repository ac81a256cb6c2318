package dev.jointly.io.export;

import dev.jointly.io.Registry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A format for solutions. Implementations in other jars have a public constructor without parameters and are named in
 * {@code META-INF/services/dev.jointly.io.export.OutputFormat} of their jar. Formats that need the size of an image call {@link Solved#image}, those that need coordinates call {@link Solved#joint}; both
 * throw {@link dev.jointly.io.BadInputException} if the problem does not have them.
 */
public interface OutputFormat {
    /** All formats, ours in the order of the help and then those on the class path. */
    static List<OutputFormat> all() {
        List<OutputFormat> ours = List.of(
                CocoAnnotations.FORMAT,
                CocoResults.FORMAT,
                JointsCsv.FORMAT,
                OpenPoseFile.FORMAT,
                CvatXml.FORMAT,
                LabelStudioTasks.FORMAT,
                DlcCsv.FORMAT,
                DlcAssembliesPickle.FORMAT,
                UltralyticsLabels.FORMAT);
        return Registry.all(ours, OutputFormat.class, OutputFormat::name);
    }

    /** The name by which users choose it, such as coco. */
    String name();

    /** What its users should know, continuing its name: "has one file per image." Empty if the name says enough. */
    default String note() {
        return "";
    }

    /** How the name of an image's file ends, after the image's id, if every image has a file of its own. */
    default Optional<String> endingPerImage() {
        return Optional.empty();
    }

    /** The name of a second file beside this one, if the format has two. */
    default Optional<String> second(String file) {
        return Optional.empty();
    }

    /** Whether it has a place for the tracks of people. */
    default boolean takesTracks() {
        return false;
    }

    /** Begins a document. */
    Exporter open(Target target) throws IOException;

    /**
     * Where a document goes. The streams are closed by others.
     *
     * @param second the second file; null without one, also where a format with two goes to standard output
     * @param category what people are called, such as person
     * @param tracked whether people have tracks
     * @param safe whether names in tables get an apostrophe if a spreadsheet would take them for formulas
     * @param fills whether people may have been filled in along their tracks
     */
    record Target(
            OutputStream out,
            @Nullable OutputStream second,
            String category,
            boolean tracked,
            boolean safe,
            boolean fills) {
        /** For people without tracks, with names as they are. */
        public Target(OutputStream out, @Nullable OutputStream second, String category) {
            this(out, second, category, false, false, false);
        }
    }
}
