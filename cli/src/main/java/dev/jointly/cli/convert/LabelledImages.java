package dev.jointly.cli.convert;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.cli.Inputs;
import dev.jointly.evidence.AnatomyChoice;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Truth;
import dev.jointly.io.BadInputException;
import dev.jointly.io.EvidenceFormat;
import dev.jointly.io.EvidenceReader;
import dev.jointly.io.Excerpt;
import dev.jointly.io.coco.CocoReader;
import dev.jointly.io.dlc.DlcLabels;
import dev.jointly.io.dlc.DlcTruths;
import dev.jointly.vision.cost.BodySize;
import dev.jointly.vision.cost.Fit.LabelledImage;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Options that name evidence and truth of the same images, which are brought together by their ids. */
final class LabelledImages {
    private static final Inputs.Kind EVIDENCE = new Inputs.Kind("evidence", new EvidenceFormat().endings());

    @Option(
            names = "--evidence",
            paramLabel = "FILE",
            arity = "1..*",
            required = true,
            description = "Evidence, as import and pose write it: files, folders, patterns in quotes, or @FILE.")
    List<String> evidence = new ArrayList<>();

    @Option(
            names = "--truth",
            paramLabel = "FILE",
            required = true,
            description = "Annotations in COCO's format, or a DeepLabCut project's CollectedData_*.csv or .h5.")
    String truth = "";

    /**
     * The images in both files, in the order of the evidence, with the parts of the anatomy.
     *
     * @param body must have every part of the evidence
     * @param remedy what to do where it has not
     */
    List<LabelledImage> read(InputStream standardInput, Anatomy body, String remedy) {
        List<String> files = Inputs.of(evidence, EVIDENCE, standardInput).files();
        Function<String, Optional<Truth>> known = known(standardInput);
        List<LabelledImage> images = new ArrayList<>();
        for (String file : files) {
            try (EvidenceReader reader = EvidenceReader.open(file, standardInput)) {
                while (reader.hasNext()) {
                    Evidence seen = reader.next();
                    Optional<Truth> own = known.apply(seen.id());
                    if (own.isPresent()) {
                        requireParts(file, seen, labels() ? own.get().parts() : seen.parts(), body, remedy);
                        images.add(new LabelledImage(AnatomyChoice.within(body, seen), own.get()));
                    }
                }
            }
        }
        if (images.isEmpty()) {
            throw new BadInputException(truth + ": found none of the images of " + String.join(", ", evidence)
                    + " but expected at least one: "
                    + (labels()
                            ? "ids of evidence are paths like those of the table, or frame0012 for img0012.png of its"
                                    + " only video"
                            : "ids of evidence are names of image files without extension"));
        }
        return images;
    }

    /** Whether the truth is a table of DeepLabCut, by its name. */
    private boolean labels() {
        return truth.matches("(?i).*\\.(csv(\\.gz)?|h5)");
    }

    private Function<String, Optional<Truth>> known(InputStream standardInput) {
        if (labels()) {
            return new DlcTruths(DlcLabels.read(truth, standardInput))::of;
        }
        Map<String, Truth> known = new HashMap<>();
        for (Truth image : CocoReader.read(truth, standardInput)) {
            known.put(image.id(), BodySize.withAreas(image));
        }
        return id -> Optional.ofNullable(known.get(id));
    }

    /** @param expected the body needs these of the parts that were seen; DeepLabCut also sees parts of no animal */
    private static void requireParts(String file, Evidence seen, List<String> expected, Anatomy body, String remedy) {
        for (String part : seen.parts()) {
            if (expected.contains(part) && !body.parts().contains(part)) {
                throw new BadInputException(file + ": image \"" + seen.id() + "\": found the part \"" + part
                        + "\" but expected one of " + Excerpt.some(body.parts()) + "; " + remedy);
            }
        }
    }
}
