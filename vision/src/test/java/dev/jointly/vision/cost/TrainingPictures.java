package dev.jointly.vision.cost;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Truth;
import dev.jointly.vision.RealData;
import dev.jointly.vision.cost.Fit.Picture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Real pictures of COCO with the detections of openpose-mobilenet: train2017 to learn from, val2017 to judge by. */
public final class TrainingPictures {
    private TrainingPictures() {}

    /** All of train2017 that there are, full-size ones first. */
    public static List<Picture> train() {
        Map<String, Truth> truth = RealData.coco("coco/coco_train2017_multiperson.json.gz");
        List<Picture> pictures = new ArrayList<>();
        for (String file : List.of(
                "detections/humans_fullres_detections.json.gz", "detections/humans_train256_detections.json.gz")) {
            for (Evidence seen : RealData.people(file)) {
                Truth known = truth.get(seen.id());
                if (known != null) {
                    pictures.add(new Picture(inSizeOf(known, seen), known));
                }
            }
        }
        return pictures;
    }

    /** The 49 full-size pictures of val2017. */
    public static List<Picture> val() {
        Map<String, Truth> truth = RealData.coco("coco/coco_val2017_people.json.gz");
        List<Picture> pictures = new ArrayList<>();
        for (Evidence seen : RealData.people("detections/humans_fullres_detections.json.gz")) {
            Truth known = truth.get(seen.id());
            if (known != null) {
                pictures.add(new Picture(inSizeOf(known, seen), known));
            }
        }
        return pictures;
    }

    /** The small pictures were squeezed into squares; candidates go back to where they are in the photo. */
    private static Evidence inSizeOf(Truth truth, Evidence seen) {
        if (truth.image() == null || seen.image() == null) {
            return seen;
        }
        double wider = truth.image().width() / (double) seen.image().width();
        double higher = truth.image().height() / (double) seen.image().height();
        List<Candidate> candidates = seen.candidates().stream()
                .map(c -> new Candidate(c.part(), wider * c.x(), higher * c.y(), c.score()))
                .toList();
        return new Evidence(seen.id(), truth.image(), seen.parts(), candidates, seen.edges());
    }
}
