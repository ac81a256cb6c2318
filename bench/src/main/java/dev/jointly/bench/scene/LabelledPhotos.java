package dev.jointly.bench.scene;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Truth;
import dev.jointly.io.BadInputException;
import dev.jointly.problem.Image;
import dev.jointly.vision.cost.BodySize;
import dev.jointly.vision.cost.Fit.LabelledImage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A network's detections in photos whose people are labelled, by the photo's number. */
public final class LabelledPhotos {
    private LabelledPhotos() {}

    /**
     * Photos that are in both files.
     *
     * @param detections as {@link RealEvidence} reads them
     * @param labels as {@link AnnotatedImages} reads them
     */
    public static List<LabelledImage> read(Path detections, Path labels) {
        Map<String, Truth> truths = new HashMap<>();
        AnnotatedImages.labels(labels).forEach(truth -> truths.put(number(truth.id()), truth));
        List<LabelledImage> photos = new ArrayList<>();
        for (RealEvidence real : RealEvidence.of(detections)) {
            String id = real.evidence().id().replaceFirst(".*/", "");
            Truth truth = truths.get(number(id));
            if (truth != null) {
                photos.add(new LabelledImage(evidence(id, real.evidence(), truth), BodySize.withAreas(truth)));
            }
        }
        if (photos.isEmpty()) {
            throw new BadInputException(
                    "no photo of " + detections + " has labels in " + labels + "; name files of the same photos");
        }
        photos.sort(
                (one, other) -> one.evidence().id().compareTo(other.evidence().id()));
        return photos;
    }

    /** In the names of the network's parts, and in the size of the labels: small photos were squeezed into squares. */
    private static Evidence evidence(String id, Evidence seen, Truth truth) {
        List<String> parts = seen.parts().stream()
                .map(part -> part.replaceFirst("^([lr])(shoulder|elbow|wrist|hip|knee|ankle|eye|ear)$", "$1-$2"))
                .toList();
        Image from = seen.image();
        Image to = truth.image();
        if (from == null || to == null) {
            return new Evidence(id, from, parts, seen.candidates(), seen.edges());
        }
        double wider = to.width() / (double) from.width();
        double higher = to.height() / (double) from.height();
        List<Candidate> candidates = seen.candidates().stream()
                .map(c -> new Candidate(c.part(), wider * c.x(), higher * c.y(), c.score()))
                .toList();
        return new Evidence(id, to, parts, candidates, seen.edges());
    }

    private static String number(String id) {
        return id.replaceFirst("\\D.*$", "").replaceFirst("^0+", "");
    }
}
