package dev.jointly.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.generate.Scene.Origin;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GeneratorTest {
    @ParameterizedTest
    @EnumSource
    void theSameSeedGivesTheSameProblem(Crowding crowding) {
        String digest = ProblemDigest.sha256(Generator.generate("one", 6, crowding, 17));

        assertThat(ProblemDigest.sha256(Generator.generate("two", 6, crowding, 17)))
                .isEqualTo(digest);
        assertThat(ProblemDigest.sha256(Generator.generate("one", 6, crowding, 18)))
                .isNotEqualTo(digest);
    }

    /** The library gives the bits it is known for, and the mean and spread made of them are those of a normal variable. */
    @Test
    void randomNumbersHaveTheirMeanAndSpread() {
        // published first output of SplitMix64 from state 0
        assertThat(new PortableRandom(0).seed()).isEqualTo(0xE220A8397B1DCDAFL);
        PortableRandom random = new PortableRandom(5);
        int throwing = 100_000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < throwing; i++) {
            double value = random.gaussian();
            sum += value;
            squares += value * value;
        }
        assertThat(sum / throwing).isEqualTo(0, within(0.02));
        assertThat(squares / throwing).isEqualTo(1, within(0.03));
    }

    /** theta can be recomputed from what a file holds: the score. */
    @ParameterizedTest
    @EnumSource
    void thetaIsTheNegativeLogOddsOfTheScore(Crowding crowding) {
        for (Detection detection : Generator.generate("p", 5, crowding, 3).detections()) {
            double score = Objects.requireNonNull(detection.score());
            assertThat(score).isBetween(0.03, 0.97);
            assertThat(Micro.toDouble(detection.cost())).isEqualTo(Math.log((1 - score) / score), within(1e-6));
        }
    }

    /** phi can be recomputed too, but for the noise: a head 0.75 units above its neck costs as little as it may. */
    @ParameterizedTest
    @EnumSource
    void pairCostsFollowTheGeometry(Crowding crowding) {
        Problem problem = Generator.generate("p", 40, crowding, 3);
        double cap = crowding == Crowding.ADVERSARIAL ? 3 : 7;
        double[] nearAndFar = new double[4];
        problem.pairs().forEach((a, b, micro) -> {
            if (problem.part(a) == 0 && problem.part(b) == 1) {
                double dx = x(problem, b) - x(problem, a);
                double dy = y(problem, b) - y(problem, a) + 0.75 * Scene.PIXELS;
                double units = Math.sqrt(dx * dx + dy * dy) / Scene.PIXELS;
                int kind = units < 0.3 ? 0 : units > 1.1 ? 2 : -1;
                if (kind >= 0) {
                    nearAndFar[kind] += Micro.toDouble(micro);
                    nearAndFar[kind + 1]++;
                }
            }
        });
        assertThat(nearAndFar[1]).as("heads where they belong").isGreaterThan(20);
        assertThat(nearAndFar[3]).as("heads elsewhere").isGreaterThan(0);
        assertThat(nearAndFar[0] / nearAndFar[1])
                .as("mean cost where it belongs")
                .isNegative();
        assertThat(nearAndFar[2] / nearAndFar[3]).as("mean cost elsewhere").isBetween(cap / 3, cap);
    }

    @ParameterizedTest
    @EnumSource
    void aboutTwentyDetectionsAPerson(Crowding crowding) {
        int before = 0;
        for (int people : new int[] {2, 10, 40, 100}) {
            Problem problem = Generator.generate("p", people, crowding, 1);
            assertThat(problem.size()).isGreaterThan(before);
            assertThat(problem.size() / (double) people).isBetween(12.0, 25.0);
            before = problem.size();
        }
    }

    @ParameterizedTest
    @EnumSource
    void jointsAreMissedDoubledAndMadeUp(Crowding crowding) {
        int people = 30;
        List<Scene.Sighting> sightings = Scene.draw(new RestPose(14), people, crowding, new PortableRandom(2))
                .sightings();

        assertThat(count(sightings, Origin.TRUE)).as("true").isBetween(300L, people * 14L - 10);
        assertThat(count(sightings, Origin.DUPLICATE)).as("duplicates").isBetween(80L, 300L);
        assertThat(count(sightings, Origin.STRAY)).as("strays").isBetween(20L, 150L);
    }

    @Test
    void inEasyScenesPeopleStandApart() {
        for (long seed = 0; seed < 20; seed++) {
            List<double[]> necks = Scene.draw(new RestPose(14), 20, Crowding.EASY, new PortableRandom(seed))
                    .necks();
            assertThat(closest(necks)).as("seed %d", seed).isGreaterThan(2 * Scene.PIXELS);
        }
    }

    /** The tighter the crowd, the more pairs are within reach. */
    @Test
    void crowdingIsOrdered() {
        for (long seed = 0; seed < 5; seed++) {
            List<Double> pairs = new ArrayList<>();
            for (Crowding crowding : Crowding.values()) {
                Problem problem = Generator.generate("p", 25, crowding, seed);
                pairs.add(problem.pairs().size() / (double) problem.size());
            }
            assertThat(pairs).as("seed %d", seed).isSorted();
            assertThat(pairs.get(3)).as("seed %d", seed).isGreaterThan(5 * pairs.get(0));
        }
    }

    @Test
    void anatomiesOfThreeSizes() {
        Anatomy whole = Generator.generate("p", 1, Crowding.EASY, 1).anatomy();
        assertThat(whole.name()).isEqualTo("mpii-14");
        assertThat(whole.majors()).containsExactly(whole.partNamed("neck"));
        assertThat(whole.isLimb(whole.partNamed("rknee"), whole.partNamed("rankle")))
                .isTrue();
        Anatomy upper = Generator.generate("p", 1, Crowding.EASY, 1, 8).anatomy();
        assertThat(upper.parts()).isEqualTo(whole.parts().subList(0, 8)).contains("lwrist");
        Anatomy bust = Generator.generate("p", 1, Crowding.EASY, 1, 6).anatomy();
        assertThat(bust.parts())
                .containsExactlyInAnyOrder("neck", "head", "rshoulder", "lshoulder", "relbow", "lelbow");
        assertThat(bust.limbs()).contains(new Limb(bust.partNamed("lshoulder"), bust.partNamed("lelbow")));
    }

    /** Where absent pairs are free all pairs are listed; those within reach cost the same either way. */
    @ParameterizedTest
    @EnumSource
    void absentPairs(Crowding crowding) {
        Problem reach = Generator.generate("p", 4, crowding, 8, 8, true);
        Problem all = Generator.generate("p", 4, crowding, 8, 8, false);

        assertThat(all.detections()).isEqualTo(reach.detections());
        assertThat(all.pairs().absentForbidden()).isFalse();
        assertThat(reach.pairs().absentForbidden()).isTrue();
        int meaningful = 0;
        long far = crowding == Crowding.ADVERSARIAL ? 3 : 7;
        for (int b = 0; b < all.size(); b++) {
            for (int a = 0; a < b; a++) {
                if (all.anatomy().mayPair(all.part(a), all.part(b))) {
                    meaningful++;
                    long cost = reach.pairs().cost(a, b);
                    if (cost == PairCosts.FORBIDDEN) {
                        assertThat(all.pairs().cost(a, b)).isGreaterThanOrEqualTo(far * Micro.PER_UNIT);
                    } else {
                        assertThat(all.pairs().cost(a, b)).isEqualTo(cost);
                    }
                }
            }
        }
        assertThat(all.pairs().size())
                .isEqualTo(meaningful)
                .isGreaterThan(reach.pairs().size());
    }

    @Test
    void poseCosts() {
        assertThat(Generator.generate("p", 1, Crowding.DENSE, 1).poseCost()).isEqualTo(Micro.of(6));
        assertThat(Generator.generate("p", 1, Crowding.ADVERSARIAL, 1).poseCost())
                .isEqualTo(Micro.of(2));
    }

    @Tag("timing")
    @Test
    void fiveThousandDetectionsInSeconds() {
        long begin = System.nanoTime();
        Problem problem = Generator.generate("large", 260, Crowding.ADVERSARIAL, 4);
        double seconds = (System.nanoTime() - begin) * 1e-9;

        assertThat(problem.size()).isGreaterThan(5000);
        assertThat(seconds).isLessThan(5);
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> Generator.generate("p", 0, Crowding.EASY, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("people is 0 but must be from 1 to 1000");
        assertThatThrownBy(() -> Generator.generate("p", 1, Crowding.EASY, 1, 7))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an anatomy of 7 parts is not available; choose 6, 8 or 14");
        assertThat(Crowding.ADVERSARIAL.label()).isEqualTo("adversarial");
    }

    private static long count(List<Scene.Sighting> sightings, Origin origin) {
        return sightings.stream().filter(s -> s.origin() == origin).count();
    }

    private static double closest(List<double[]> points) {
        double closest = Double.POSITIVE_INFINITY;
        for (double[] p : points) {
            for (double[] q : points) {
                if (p != q) {
                    closest = Math.min(closest, Math.hypot(p[0] - q[0], p[1] - q[1]));
                }
            }
        }
        return closest;
    }

    private static double x(Problem problem, int d) {
        return Objects.requireNonNull(problem.detections().get(d).x());
    }

    private static double y(Problem problem, int d) {
        return Objects.requireNonNull(problem.detections().get(d).y());
    }
}
