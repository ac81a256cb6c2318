package dev.jointly.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.oracle.BruteForce.LocalAssignment;
import dev.jointly.oracle.BruteForce.Skeleton;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class BruteForceTest {
    private static final Anatomy STICK =
            Anatomy.of("stick", List.of("neck", "head"), List.of("neck"), List.of(List.of("neck", "head")));

    /** One person with a head seen twice: 5 - 4 - 1 - 3 for the skeleton, -1 + 1 - 2 for the twin head. */
    @Test
    void onePersonWithADuplicateHead() {
        BruteForce all = BruteForce.of(stick(
                5,
                true,
                List.of(Detection.of(0, -4), Detection.of(1, -1), Detection.of(1, -1)),
                new PairCosts.Builder()
                        .add(0, 1, Micro.of(-3))
                        .add(0, 2, Micro.of(1))
                        .add(1, 2, Micro.of(-2))));

        assertThat(all.skeletons())
                .containsExactlyInAnyOrder(
                        new Skeleton(0b001, Micro.of(1)),
                        new Skeleton(0b011, Micro.of(-3)),
                        new Skeleton(0b101, Micro.of(1)));
        assertThat(all.localAssignments())
                .containsExactlyInAnyOrder(
                        new LocalAssignment(1, 0b100, Micro.of(-3)), new LocalAssignment(2, 0b010, Micro.of(-3)));
        assertThat(all.optimum()).isEqualTo(Micro.of(-6));
    }

    /** Without the listed pairs a forbidden pair leaves the neck alone, a free one brings both heads along. */
    @Test
    void absentPairs() {
        List<Detection> detections = List.of(Detection.of(0, -4), Detection.of(1, -1), Detection.of(1, -1));

        assertThat(BruteForce.optimum(stick(1, true, detections, new PairCosts.Builder())))
                .isEqualTo(Micro.of(-3));
        assertThat(BruteForce.optimum(stick(1, false, detections, new PairCosts.Builder())))
                .isEqualTo(Micro.of(-5));
    }

    /** Two necks as two people: 2 * (1 - 2); as one with a twin: 1 - 2 - 2 - 4. */
    @Test
    void twinsOfAMajorPart() {
        List<Detection> necks = List.of(Detection.of(0, -2), Detection.of(0, -2));

        assertThat(BruteForce.optimum(stick(1, true, necks, new PairCosts.Builder().add(0, 1, Micro.of(-4)))))
                .isEqualTo(Micro.of(-7));
        assertThat(BruteForce.optimum(stick(1, true, necks, new PairCosts.Builder().add(0, 1, Micro.of(4)))))
                .isEqualTo(Micro.of(-2));
    }

    /** Either major alone makes a skeleton; the hands pair with both majors, and each pair counts once. */
    @Test
    void severalMajors() {
        Anatomy anatomy = Anatomy.of(
                "two-major",
                List.of("hand", "neck", "hip"),
                List.of("neck", "hip"),
                List.of(List.of("neck", "hip"), List.of("neck", "hand")));
        Problem problem = new Problem(
                "two",
                null,
                anatomy,
                Micro.of(1),
                List.of(Detection.of(0, 0), Detection.of(1, 0), Detection.of(2, 0)),
                new PairCosts.Builder()
                        .add(0, 1, Micro.of(-1))
                        .add(0, 2, Micro.of(-10))
                        .add(1, 2, Micro.of(-100))
                        .build(3, true),
                List.of());

        assertThat(BruteForce.of(problem).skeletons())
                .containsExactlyInAnyOrder(
                        new Skeleton(0b010, Micro.of(1)),
                        new Skeleton(0b100, Micro.of(1)),
                        new Skeleton(0b011, Micro.of(0)),
                        new Skeleton(0b101, Micro.of(-9)),
                        new Skeleton(0b110, Micro.of(-99)),
                        new Skeleton(0b111, Micro.of(-110)));
        assertThat(BruteForce.optimum(problem)).isEqualTo(Micro.of(-110));
    }

    @Test
    void nothingDetected() {
        BruteForce all = BruteForce.of(stick(1, true, List.of(), new PairCosts.Builder()));

        assertThat(all.skeletons()).isEmpty();
        assertThat(all.localAssignments()).isEmpty();
        assertThat(all.optimum()).isZero();
    }

    @Test
    void agreesWithTheLiteralReading() {
        int compared = 0;
        int multiple = 0;
        for (long seed = 0; compared < 500; seed++) {
            Problem problem = TinyProblems.random(seed);
            if (problem.size() > 7) {
                continue;
            }
            BruteForce all = BruteForce.of(problem);
            Literal literal = new Literal(problem);
            assertThat(all.skeletons()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(literal.skeletons());
            assertThat(all.localAssignments())
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(literal.localAssignments());
            assertThat(all.optimum()).as("seed %d", seed).isEqualTo(literal.optimum());
            compared++;
            multiple += problem.anatomy().majors().size() > 1 ? 1 : 0;
        }
        assertThat(multiple).as("problems with several majors").isGreaterThan(50);
    }

    @Test
    void refusesWhatItCannotJudge() {
        Problem large = stick(1, true, Collections.nCopies(15, Detection.of(0, 0)), new PairCosts.Builder());
        assertThatThrownBy(() -> BruteForce.of(large))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("brute force is for at most 14 detections but problem stick has 15");
        Problem pinned = new Problem(
                "pinned",
                null,
                STICK,
                0,
                List.of(Detection.of(0, 0)),
                new PairCosts.Builder().build(1, true),
                List.of(new Pin.Use(0)));
        assertThatThrownBy(() -> BruteForce.of(pinned))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no pins")
                .hasMessageContaining("Use[detection=0]");
    }

    private static Problem stick(
            double poseCost, boolean absentForbidden, List<Detection> detections, PairCosts.Builder pairs) {
        return new Problem(
                "stick",
                null,
                STICK,
                Micro.of(poseCost),
                detections,
                pairs.build(detections.size(), absentForbidden),
                List.of());
    }
}
