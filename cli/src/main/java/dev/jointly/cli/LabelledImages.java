package dev.jointly.cli;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.AnatomyChoice;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Truth;
import dev.jointly.io.BadInputException;
import dev.jointly.io.EvidenceReader;
import dev.jointly.io.coco.CocoReader;
import dev.jointly.vision.cost.BodySize;
import dev.jointly.vision.cost.Fit.Picture;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options that name evidence and truth of the same pictures, which are brought together by their ids. */
final class LabelledPictures {
    private static final int MOST_NAMED = 6;

    @Option(
            names = "--evidence",
            paramLabel = "FILE",
            arity = "1..*",
            required = true,
            description = "Evidence, as import and pose write it, plain or .gz.")
    List<String> evidence = new ArrayList<>();

    @Option(names = "--truth", paramLabel = "FILE", required = true, description = "Annotations in COCO's format.")
    String truth = "";

    /**
     * The pictures that both files know, in the order of the evidence, with parts as the body has them.
     *
     * @param body must have every part that was looked for
     * @param remedy what to do where it has not
     */
    List<Picture> read(InputStream standardInput, Anatomy body, String remedy) {
        Map<String, Truth> known = new HashMap<>();
        for (Truth picture : CocoReader.read(truth, standardInput)) {
            known.put(picture.id(), BodySize.withAreas(picture));
        }
        List<Picture> pictures = new ArrayList<>();
        for (String file : evidence) {
            try (EvidenceReader reader = EvidenceReader.open(file, standardInput)) {
                while (reader.hasNext()) {
                    Evidence seen = reader.next();
                    Truth own = known.get(seen.id());
                    if (own != null) {
                        requireParts(file, seen, body, remedy);
                        pictures.add(new Picture(AnatomyChoice.within(body, seen), own));
                    }
                }
            }
        }
        if (pictures.isEmpty()) {
            throw new BadInputException(truth + ": found none of the pictures of " + String.join(", ", evidence)
                    + " but expected at least one: ids of evidence are names of image files without ending");
        }
        return pictures;
    }

    private static void requireParts(String file, Evidence seen, Anatomy body, String remedy) {
        for (String part : seen.parts()) {
            if (!body.parts().contains(part)) {
                throw new BadInputException(file + ": picture \"" + seen.id() + "\": found the part \"" + part
                        + "\" but expected one of " + named(body.parts()) + "; " + remedy);
            }
        }
    }

    /** Some of the names: an error line has to have room for the remedy. */
    private static String named(List<String> parts) {
        String some = String.join(", ", parts.subList(0, Math.min(MOST_NAMED, parts.size())));
        int more = parts.size() - MOST_NAMED;
        return more > 0 ? some + " and " + more + " more" : some;
    }
}
