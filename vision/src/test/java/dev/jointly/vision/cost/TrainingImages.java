package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.AnatomyChoice;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.io.fixture.AnimalDetections;
import dev.jointly.io.fixture.CocoPeople;
import dev.jointly.io.fixture.HumanDetections;
import dev.jointly.io.fixture.RealData;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.net.ImageDetector;
import dev.jointly.vision.net.PhotoReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Real images with a network's evidence and annotations. */
public final class TrainingImages {
    private static final String FULL_SIZE = "detections/humans_fullres_detections.json.gz";
    private static final String SMALL = "detections/humans_train256_detections.json.gz";

    private TrainingImages() {}

    /** All of train2017 that there are; by id, so that full-size and small ones are mixed. */
    public static List<LabelledImage> train() {
        List<LabelledImage> images = new ArrayList<>();
        Map<String, Truth> truth = truths("coco/coco_train2017_multiperson.json.gz");
        images.addAll(both(FULL_SIZE, truth));
        images.addAll(both(SMALL, truth));
        images.sort(Comparator.comparing(image -> image.evidence().id()));
        return images;
    }

    /** Ids of the images that the network saw at full size. */
    public static Set<String> fullSize() {
        return HumanDetections.read(RealData.file(FULL_SIZE)).stream()
                .map(Evidence::id)
                .collect(Collectors.toSet());
    }

    /** The photos of train2017 that are there as files, seen by a network; those of val2017 are left alone. */
    public static List<LabelledImage> trainPhotos(ImageDetector network) throws IOException {
        return photos(network, truths("coco/coco_train2017_multiperson.json.gz"));
    }

    /** The photos of val2017 that are there as files, seen by a network. */
    public static List<LabelledImage> valPhotos(ImageDetector network) throws IOException {
        return photos(network, truths("coco/coco_val2017_people.json.gz"));
    }

    private static List<LabelledImage> photos(ImageDetector network, Map<String, Truth> truths) throws IOException {
        List<LabelledImage> images = new ArrayList<>();
        for (Path photo : Photos.all()) {
            String file = photo.getFileName().toString();
            String id = file.substring(0, file.lastIndexOf('.'));
            Truth known = truths.get(id);
            if (known != null) {
                images.add(new LabelledImage(network.detect(id, file, PhotoReader.read(photo)), known));
            }
        }
        return images;
    }

    /** The 49 full-size images of val2017. */
    public static List<LabelledImage> val() {
        return both(FULL_SIZE, truths("coco/coco_val2017_people.json.gz"));
    }

    /** Frames of animals, only with the parts of the anatomy: any other stands for a thing, of which there is one. */
    public static List<LabelledImage> animals(String file, Anatomy anatomy) {
        AnimalDetections frames = AnimalDetections.read(RealData.file("deeplabcut/" + file));
        int[] own = anatomy.parts().stream().mapToInt(frames.parts()::indexOf).toArray();
        return IntStream.range(0, frames.frames().size())
                .mapToObj(i -> new LabelledImage(
                        AnatomyChoice.within(anatomy, frames.frames().get(i)),
                        within(anatomy, frames.truths().get(i), own)))
                .toList();
    }

    private static Truth within(Anatomy anatomy, Truth truth, int[] own) {
        List<Person> people = truth.people().stream()
                .map(person -> new Person(
                        Arrays.stream(own).mapToObj(person.joints()::get).toList(), null, 0, false))
                .filter(person -> person.marked() > 0)
                .toList();
        return new Truth(truth.id(), null, anatomy.parts(), people);
    }

    private static Map<String, Truth> truths(String file) {
        return CocoPeople.read(RealData.file(file)).stream()
                .map(BodySize::withAreas)
                .collect(Collectors.toMap(Truth::id, Function.identity()));
    }

    private static List<LabelledImage> both(String file, Map<String, Truth> truth) {
        List<LabelledImage> images = new ArrayList<>();
        for (Evidence seen : HumanDetections.read(RealData.file(file))) {
            Truth known = truth.get(seen.id());
            if (known != null) {
                images.add(new LabelledImage(inSizeOf(known, seen), known));
            }
        }
        return images;
    }

    /** The small images were squeezed into squares; candidates go back to where they are in the photo. */
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
