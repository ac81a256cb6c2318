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
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BruteForceTest {
    private static final Anatomy STICK =
            Anatomy.of("stick", List.of("neck", "head"), List.of("neck"), List.of(List.of("neck", "head")));

    /** One person with a head detected twice: 5 - 4 - 1 - 3 for the skeleton, -1 + 1 - 2 for the duplicate head. */
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

    /** Two necks as two people: 2 * (1 - 2); as one with a duplicate: 1 - 2 - 2 - 4. */
    @Test
    void duplicatesOfAMajorPart() {
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

    /**
     * Necks 0 and 1 compete for head 2. A pose of neck 0 or 1 alone costs -1, {0, 2} costs -4 and {1, 2} -3.5; head 2
     * takes its duplicate 3 along for -0.5. Neck 4 alone costs 3. All other pairs are forbidden.
     */
    @Test
    void optimumUnderPins() {
        assertThat(pinned()).hasValue(Micro.of(-5.5));
        assertThat(pinned(new Pin.Use(3))).hasValue(Micro.of(-5.5));
        assertThat(pinned(new Pin.Use(4))).hasValue(Micro.of(-2.5));
        assertThat(pinned(new Pin.Skip(0))).hasValue(Micro.of(-4));
        assertThat(pinned(new Pin.Skip(2))).hasValue(Micro.of(-2));
        assertThat(pinned(new Pin.Skip(0), new Pin.Skip(1))).hasValue(0);
        assertThat(pinned(new Pin.Together(1, 2))).hasValue(Micro.of(-5));
        assertThat(pinned(new Pin.Together(1, 3))).hasValue(Micro.of(-5));
        assertThat(pinned(new Pin.Apart(0, 2))).hasValue(Micro.of(-5));
        assertThat(pinned(new Pin.Apart(0, 3))).hasValue(Micro.of(-5));
        assertThat(pinned(new Pin.Apart(2, 3))).hasValue(Micro.of(-5));
        assertThat(pinned(new Pin.Apart(0, 2), new Pin.Apart(1, 2))).hasValue(Micro.of(-2));
    }

    @Test
    void pinsThatCannotHold() {
        assertThat(pinned(new Pin.Use(4), new Pin.Skip(4))).isEmpty();
        assertThat(pinned(new Pin.Together(0, 1))).as("a forbidden pair").isEmpty();
        assertThat(pinned(new Pin.Use(3), new Pin.Skip(2))).as("no host").isEmpty();
        assertThat(pinned(new Pin.Together(0, 3), new Pin.Apart(2, 3))).isEmpty();
        assertThat(pinned(new Pin.Together(0, 2), new Pin.Together(3, 1))).isEmpty();

        Problem impossible = withPins(List.of(new Pin.Use(4), new Pin.Skip(4)));
        assertThatThrownBy(() -> BruteForce.optimum(impossible))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("skip 4");
    }

    private static OptionalLong pinned(Pin... pins) {
        return BruteForce.optimumIfFeasible(withPins(List.of(pins)));
    }

    private static Problem withPins(List<Pin> pins) {
        return new Problem(
                "pinned",
                null,
                STICK,
                Micro.of(1),
                List.of(
                        Detection.of(0, -2),
                        Detection.of(0, -2),
                        Detection.of(1, -1),
                        Detection.of(1, 1),
                        Detection.of(0, 2)),
                new PairCosts.Builder()
                        .add(0, 2, Micro.of(-2))
                        .add(1, 2, Micro.of(-1.5))
                        .add(2, 3, Micro.of(-1.5))
                        .build(5, true),
                pins);
    }

    @Test
    void someColumnsOnly() {
        BruteForce all = BruteForce.of(withPins(List.of(new Pin.Use(2))));

        assertThat(all.restrictedTo(g -> true, l -> false).optimumIfFeasible()).hasValue(Micro.of(-5));
        assertThat(all.restrictedTo(g -> !g.has(0), l -> true).optimumIfFeasible())
                .hasValue(Micro.of(-4));
        assertThat(all.restrictedTo(g -> !g.has(2), l -> true).optimumIfFeasible())
                .isEmpty();
    }

    @Test
    void agreesWithTheDefinition() {
        int compared = 0;
        int multiple = 0;
        for (long seed = 0; compared < Trials.count(80, 500); seed++) {
            Problem problem = TinyProblems.random(seed);
            if (problem.size() > 7) {
                continue;
            }
            BruteForce all = BruteForce.of(problem);
            DefinitionalOptimum definitional = new DefinitionalOptimum(problem);
            assertThat(all.skeletons())
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(definitional.skeletons());
            assertThat(all.localAssignments())
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(definitional.localAssignments());
            assertThat(all.optimumIfFeasible()).as("seed %d", seed).isEqualTo(definitional.optimum());
            compared++;
            multiple += problem.anatomy().majors().size() > 1 ? 1 : 0;
        }
        assertThat(multiple).as("problems with several majors").isGreaterThan(Trials.count(8, 50));
    }

    @Test
    void agreesWithTheDefinitionOfPins() {
        int compared = 0;
        int changed = 0;
        int impossible = 0;
        for (long seed = 0; compared < Trials.count(80, 500); seed++) {
            Problem free = TinyProblems.random(seed, 1 + (int) (seed % 3));
            if (free.size() > 7) {
                continue;
            }
            Problem problem = TinyProblems.pinned(free, seed);
            OptionalLong optimum = BruteForce.optimumIfFeasible(problem);
            assertThat(optimum).as("seed %d", seed).isEqualTo(new DefinitionalOptimum(problem).optimum());
            compared++;
            impossible += optimum.isEmpty() ? 1 : 0;
            changed += optimum.isPresent() && optimum.getAsLong() != BruteForce.optimum(free) ? 1 : 0;
        }
        assertThat(impossible).as("problems whose pins cannot hold").isGreaterThan(Trials.count(5, 50));
        assertThat(changed).as("problems whose pins change the optimum").isGreaterThan(Trials.count(12, 100));
    }

    @Test
    void refusesWhatItCannotJudge() {
        Problem large = stick(1, true, Collections.nCopies(15, Detection.of(0, 0)), new PairCosts.Builder());
        assertThatThrownBy(() -> BruteForce.of(large))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("brute force is for at most 14 detections but problem stick has 15");
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
