package dev.jointly.io.dlc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.AnatomyChoice;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.io.fixture.AnimalDetections;
import dev.jointly.io.fixture.RealData;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The anatomy is chosen without labels; labelled frames show how good the choice is. */
class ChosenLimbsTest {
    /** A candidate this near to a label of its part is that animal's, in pixels. */
    private static final double NEAR = 15;

    @ParameterizedTest
    @CsvSource({"trimouse_eval60", "trimouse_eval10", "montblanc_eval30"})
    void theBestPartnerIsRightMoreOftenAlongChosenLimbsThanAlongOthers(String name) {
        AnimalDetections file = AnimalDetections.read(RealData.file("deeplabcut/dlc_" + name + ".json.gz"));
        Map<Limb, int[]> rightOf = new TreeMap<>();
        for (int f = 0; f < file.frames().size(); f++) {
            count(file.frames().get(f), file.truths().get(f), rightOf);
        }
        Anatomy anatomy = AnatomyChoice.of("a", file.frames(), List.of());
        double chosen = anatomy.limbs().stream()
                .mapToDouble(limb -> accuracy(rightOf, original(limb, anatomy, file.parts())))
                .average()
                .orElseThrow();
        double all = rightOf.keySet().stream()
                .mapToDouble(limb -> accuracy(rightOf, limb))
                .average()
                .orElseThrow();
        System.out.printf(
                Locale.ROOT,
                "%s: the best partner is right along %d chosen limbs in %.2f %%, along all %d pairs in %.2f %%%n",
                name,
                anatomy.limbs().size(),
                100 * chosen,
                rightOf.size(),
                100 * all);
        assertThat(chosen).isGreaterThan(all);
    }

    private static Limb original(Limb limb, Anatomy anatomy, List<String> parts) {
        return new Limb(
                parts.indexOf(anatomy.parts().get(limb.a())),
                parts.indexOf(anatomy.parts().get(limb.b())));
    }

    private static double accuracy(Map<Limb, int[]> rightOf, Limb limb) {
        int[] counts = Objects.requireNonNull(rightOf.get(limb));
        return (double) counts[0] / counts[1];
    }

    /** Candidates of known animals that have a choice and whose right partner is there. */
    private static void count(Evidence frame, Truth truth, Map<Limb, int[]> rightOf) {
        int[] owner = frame.candidates().stream()
                .mapToInt(candidate -> owner(candidate, truth))
                .toArray();
        for (Edge edge : frame.edges()) {
            int[] counts = rightOf.computeIfAbsent(new Limb(edge.a(), edge.b()), limb -> new int[2]);
            int[] a = frame.ofPart(edge.a());
            int[] b = frame.ofPart(edge.b());
            for (int i = 0; i < a.length; i++) {
                judge(owner, a[i], b, edge.affinity()[i], counts);
            }
            for (int j = 0; j < b.length; j++) {
                double[] column = new double[a.length];
                for (int i = 0; i < a.length; i++) {
                    column[i] = edge.affinity()[i][j];
                }
                judge(owner, b[j], a, column, counts);
            }
        }
    }

    private static void judge(int[] owner, int candidate, int[] partners, double[] affinity, int[] counts) {
        boolean there = false;
        int best = -1;
        for (int j = 0; j < partners.length; j++) {
            there |= owner[partners[j]] == owner[candidate];
            if (!Double.isNaN(affinity[j]) && (best < 0 || affinity[j] > affinity[best])) {
                best = j;
            }
        }
        if (owner[candidate] >= 0 && there && partners.length > 1 && best >= 0) {
            counts[1]++;
            counts[0] += owner[partners[best]] == owner[candidate] ? 1 : 0;
        }
    }

    private static int owner(Candidate candidate, Truth truth) {
        int nearest = -1;
        double least = NEAR;
        for (int animal = 0; animal < truth.people().size(); animal++) {
            Joint joint = truth.people().get(animal).joints().get(candidate.part());
            double distance = Math.hypot(joint.x() - candidate.x(), joint.y() - candidate.y());
            if (joint.mark() != Mark.ABSENT && distance < least) {
                least = distance;
                nearest = animal;
            }
        }
        return nearest;
    }
}
