package dev.jointly.vision.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Truth;
import dev.jointly.io.fixture.CocoPeople;
import dev.jointly.io.fixture.HumanDetections;
import dev.jointly.io.fixture.RealData;
import dev.jointly.vision.fixture.Photos;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compares our detections in real images with those of another program by the same network. */
@Timeout(300)
@Tag("slow")
class RealPhotosTest {
    /** The other program ran the network at this long side; ours is larger, see docs/your-network.md. */
    private static final String THEIRS = "\"longSide\": 560";

    /** Share of the longer side within which two candidates are the same. */
    private static final double SAME = 0.015;

    @Test
    void agreesWithAnotherProgram() throws IOException {
        Path network = RealData.file("network/openpose-mobilenet-18.onnx");
        List<Evidence> others = HumanDetections.read(RealData.file("detections/humans_fullres_detections.json.gz"));
        int sure = 0;
        List<Double> distances = new ArrayList<>();
        List<Double> affinities = new ArrayList<>();
        try (Network ours = Network.open(card(THEIRS), network, 2)) {
            for (Path photo : Photos.all().subList(0, 6)) {
                String name = requireNonNull(photo.getFileName()).toString();
                Evidence other = others.stream()
                        .filter(seen -> requireNonNull(seen.image()).file().equals(name))
                        .findFirst()
                        .orElseThrow();
                Evidence own = ours.detect(name, name, PhotoReader.read(photo));
                double scale = Math.max(
                        requireNonNull(own.image()).width(), own.image().height());
                int[] matches = new int[other.candidates().size()];
                for (int i = 0; i < matches.length; i++) {
                    Evidence.Candidate theirs = other.candidates().get(i);
                    matches[i] = nearest(own, theirs, SAME * scale).orElse(-1);
                    if (theirs.score() >= 0.3) {
                        sure++;
                        if (matches[i] >= 0) {
                            distances.add(distance(own.candidates().get(matches[i]), theirs) / scale);
                        }
                    }
                }
                affinities.addAll(differences(other, own, matches));
            }
        }
        double found = (double) distances.size() / sure;
        System.out.printf(
                Locale.ROOT,
                "of %d candidates of score 0.3 or more %.1f %% found; median distance %.5f of the long side; median"
                        + " difference of %d affinities %.3f%n",
                sure,
                100 * found,
                median(distances),
                affinities.size(),
                median(affinities));
        assertThat(found).isGreaterThan(0.95);
        assertThat(median(distances)).isLessThan(0.002);
        assertThat(median(affinities)).isLessThan(0.02);
    }

    /** Against annotators; the table in docs/your-network.md is this test with {@code -Djointly.longSide=N}. */
    @Test
    void findsTheJointsThatAnnotatorsMarked() throws IOException {
        Path network = RealData.file("network/openpose-mobilenet-18.onnx");
        List<Path> photos = Photos.all();
        Map<String, Truth> truths = new HashMap<>();
        for (String set : List.of("coco_val2017_people", "coco_train2017_multiperson")) {
            for (Truth truth : CocoPeople.read(RealData.file("coco/" + set + ".json.gz"))) {
                truths.put(truth.id() + ".jpg", truth);
            }
        }
        int longSide = Integer.getInteger("jointly.longSide", 656);
        int joints = 0;
        int candidates = 0;
        List<Double> errors = new ArrayList<>();
        try (Network ours = Network.open(card("\"longSide\": " + longSide), network, 2)) {
            for (Path photo : photos) {
                String name = requireNonNull(photo.getFileName()).toString();
                Truth truth = truths.get(name);
                if (truth != null) {
                    Evidence seen = ours.detect(name, name, PhotoReader.read(photo));
                    candidates += seen.candidates().size();
                    for (Truth.Person person : truth.people()) {
                        joints += errors(person, seen, errors);
                    }
                }
            }
        }
        double found = (double) errors.size() / joints;
        System.out.printf(
                Locale.ROOT,
                "long side %d: %d candidates, of %d visible joints %.1f %% found, median error %.1f pixels%n",
                longSide,
                candidates,
                joints,
                100 * found,
                median(errors));
        assertThat(joints).isGreaterThan(300);
        assertThat(found).isGreaterThan(0.55);
    }

    /** Adds how far off the candidates for a person's visible joints are, where within a tenth of the person's size. */
    private static int errors(Truth.Person person, Evidence seen, List<Double> errors) {
        Truth.Box box = requireNonNull(person.box());
        double reach = 0.1 * Math.sqrt(box.width() * box.height());
        int visible = 0;
        for (int i = 0; i < CocoPeople.PARTS.size(); i++) {
            Truth.Joint joint = person.joints().get(i);
            if (joint.mark() == Truth.Mark.VISIBLE) {
                visible++;
                String part = CocoPeople.PARTS.get(i).replace("left_", "l-").replace("right_", "r-");
                Evidence.Candidate place = new Evidence.Candidate(seen.parts().indexOf(part), joint.x(), joint.y(), 1);
                nearest(seen, place, reach)
                        .ifPresent(d -> errors.add(distance(seen.candidates().get(d), place)));
            }
        }
        return visible;
    }

    private static ModelCard card(String longSide) throws IOException {
        try (InputStream in = requireNonNull(ModelStore.class.getResourceAsStream("openpose-mobilenet.model.json"))) {
            String text = new String(in.readAllBytes(), UTF_8).replaceAll("\"longSide\": \\d+", longSide);
            return ModelCardReader.read("card", new ByteArrayInputStream(text.getBytes(UTF_8)));
        }
    }

    private static Optional<Integer> nearest(Evidence own, Evidence.Candidate theirs, double reach) {
        return Arrays.stream(own.ofPart(theirs.part()))
                .boxed()
                .min(Comparator.comparingDouble(d -> distance(own.candidates().get(d), theirs)))
                .filter(d -> distance(own.candidates().get(d), theirs) < reach);
    }

    private static double distance(Evidence.Candidate a, Evidence.Candidate b) {
        return Math.hypot(a.x() - b.x(), a.y() - b.y());
    }

    /** Of the affinities of pairs that both have seen. */
    private static List<Double> differences(Evidence other, Evidence own, int[] matches) {
        List<Double> differences = new ArrayList<>();
        for (int e = 0; e < other.edges().size(); e++) {
            Evidence.Edge theirs = other.edges().get(e);
            Evidence.Edge ours = own.edges().get(e);
            assertThat(List.of(ours.a(), ours.b())).isEqualTo(List.of(theirs.a(), theirs.b()));
            int[] a = other.ofPart(theirs.a());
            int[] b = other.ofPart(theirs.b());
            int firstA = own.ofPart(ours.a()).length == 0 ? 0 : own.ofPart(ours.a())[0];
            int firstB = own.ofPart(ours.b()).length == 0 ? 0 : own.ofPart(ours.b())[0];
            for (int i = 0; i < a.length; i++) {
                for (int j = 0; j < b.length; j++) {
                    if (matches[a[i]] >= 0 && matches[b[j]] >= 0) {
                        // candidates of one part lie side by side
                        double value = ours.affinity()[matches[a[i]] - firstA][matches[b[j]] - firstB];
                        differences.add(Math.abs(value - theirs.affinity()[i][j]));
                    }
                }
            }
        }
        return differences;
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
