package dev.jointly.cli;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Truth;
import dev.jointly.io.BadInputException;
import dev.jointly.io.EvidenceReader;
import dev.jointly.io.coco.CocoReader;
import dev.jointly.vision.cost.Fit.Picture;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Evidence and truth of the same pictures, brought together by their ids. */
final class LabelledPictures {
    /** COCO's own area is that of the outline; where it is not given, that share of the box stands for it. */
    private static final double COVERED = 0.53;

    private LabelledPictures() {}

    /** The pictures that both files know, in the order of the evidence. */
    static List<Picture> read(List<String> evidence, String truth, InputStream standardInput) {
        Map<String, Truth> known = new HashMap<>();
        for (Truth picture : CocoReader.read(truth, standardInput)) {
            known.put(picture.id(), withAreas(picture));
        }
        List<Picture> pictures = new ArrayList<>();
        for (String file : evidence) {
            try (EvidenceReader reader = EvidenceReader.open(file, standardInput)) {
                while (reader.hasNext()) {
                    Evidence seen = reader.next();
                    Truth own = known.get(seen.id());
                    if (own != null) {
                        pictures.add(new Picture(seen, own));
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

    private static Truth withAreas(Truth truth) {
        List<Truth.Person> people = truth.people().stream()
                .map(person -> {
                    Truth.Box box = person.box();
                    double area =
                            person.area() > 0 || box == null ? person.area() : COVERED * box.width() * box.height();
                    return new Truth.Person(person.joints(), box, area, person.crowd());
                })
                .toList();
        return new Truth(truth.id(), truth.image(), truth.parts(), people);
    }
}
