package dev.jointly.cli;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.AnatomyChoice;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.deepcut.DeepCutReader;
import dev.jointly.io.dlc.DlcFile;
import dev.jointly.io.openpose.OpenPoseReader;
import dev.jointly.problem.Image;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
     * @param hubs names of the major parts; empty for the usual one, or the one that is missed least
     * @param partNames names of parts where files have none
     * @param size width and height of every image; null where unknown
     * @param fileRead called after each file
     */
    static ImportedEvidence read(
            ImportKind kind,
            List<String> files,
            InputStream in,
            List<String> hubs,
            List<String> partNames,
            int @Nullable [] size,
            Runnable fileRead) {
        List<Evidence> frames = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (String file : files) {
            List<Evidence> read =
                    switch (kind) {
                        case DLC -> DlcFile.read(file, in).frames();
                        case OPENPOSE -> List.of(OpenPoseReader.read(file, in));
                        case DEEPCUT -> List.of(DeepCutReader.read(file, partNames));
                    };
            for (Evidence frame : read) {
                boolean several = kind == ImportKind.DLC && files.size() > 1;
                String id = several ? stem(file) + "/" + frame.id() : frame.id();
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
            return new ImportedEvidence(frames, anatomy(kind, frames, hubs));
        } catch (IllegalArgumentException e) {
            throw new BadInputException(files.get(0) + ": " + e.getMessage(), e);
        }
    }

    private static Anatomy anatomy(ImportKind kind, List<Evidence> frames, List<String> hubs) {
        if (kind != ImportKind.OPENPOSE) {
            return AnatomyChoice.of(kind == ImportKind.DLC ? "deeplabcut" : "deepcut", frames, hubs);
        }
        Anatomy body = OpenPoseReader.body(frames.get(0));
        for (Evidence frame : frames) {
            if (!frame.parts().equals(body.parts())) {
                throw new IllegalArgumentException("frame \"" + frame.id() + "\" has "
                        + frame.parts().size() + " parts but the first has " + body.size());
            }
        }
        return hubs.isEmpty()
                ? body
                : new Anatomy(
                        body.name(),
                        body.parts(),
                        hubs.stream().map(body::partNamed).toList(),
                        body.limbs());
    }

    /** A file's name without its folder and what DeepLabCut adds to it. */
    private static String stem(String file) {
        String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        return name.replaceFirst("(_full)?\\.(pickle|pkl)(\\.gz)?$", "");
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
        return line.toString();
    }
}
