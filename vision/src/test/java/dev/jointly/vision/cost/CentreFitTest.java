package dev.jointly.vision.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.CentreFit.Balance;
import dev.jointly.vision.cost.CostModel.Kind;
import dev.jointly.vision.cost.Fit.LabelledImage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two people of a centre, a hand and a foot each, 100 pixels apart, and a ghost. */
class CentreFitTest {
    private static final Anatomy ANATOMY = Anatomy.of(
            "centred",
            List.of("centre", "hand", "foot"),
            List.of("centre"),
            List.of(List.of("centre", "hand"), List.of("hand", "foot")));

    private static final Balance EVEN = new Balance(3, new Kind(1, 0), new Kind(1, 0));

    /** Centres 0 to 2, the last a ghost; hands 3 and 4; feet 5 and 6. */
    private static Evidence evidence() {
        return new Evidence(
                "two",
                null,
                ANATOMY.parts(),
                List.of(
                        new Candidate(0, 20, 20, 0.8),
                        new Candidate(0, 120, 20, 0.7),
                        new Candidate(0, 70, 20, 0.3),
                        new Candidate(1, 10, 20, 0.6),
                        new Candidate(1, 110, 20, 0.5),
                        new Candidate(2, 20, 40, 0.4),
                        new Candidate(2, 120, 40, 0.5)),
                List.of(
                        new Edge(0, 1, new double[][] {{0.9, 0.1}, {0.2, 0.8}, {0.3, 0.3}}),
                        new Edge(0, 2, new double[][] {{0.7, 0.2}, {0.1, 0.6}, {0.3, 0.3}})));
    }

    private static Person person(double x) {
        return new Person(
                List.of(new Joint(x - 10, 20, Mark.VISIBLE), new Joint(x, 40, Mark.VISIBLE)),
                new Truth.Box(x - 20, 0, 40, 40),
                1600,
                false);
    }

    private static CostModel fitted(Balance balance) {
        Truth truth = new Truth("two", null, List.of("hand", "foot"), List.of(person(20), person(120)));
        return new CentreFit(ANATOMY, 0.3, balance).fit("centred", List.of(new LabelledImage(evidence(), truth)));
    }

    @Test
    void allJointsShareOneModel() {
        CostModel model = fitted(EVEN);
        assertThat(model.unary().get(1))
                .isEqualTo(model.unary().get(2))
                .isNotEqualTo(model.unary().get(0));
        assertThat(model.pairs().get(new Anatomy.Limb(0, 1)))
                .isEqualTo(model.pairs().get(new Anatomy.Limb(0, 2)));
        assertThat(model.unary().get(0).terms().get(0).weight()).isPositive();
        assertThat(model.poseCost()).isEqualTo(3);
    }

    @Test
    void onlyCentresJudgePairs() {
        Problem problem = fitted(EVEN).problem(evidence());
        assertThat(problem.pairs().cost(0, 3)).isNegative();
        // a joint that is not expected there
        assertThat(problem.pairs().cost(0, 4)).isEqualTo(PairCosts.FORBIDDEN);
        assertThat(problem.pairs().cost(3, 5)).isZero();
        assertThat(problem.pairs().cost(3, 6)).isZero();
        // no duplicates
        assertThat(problem.pairs().cost(0, 1)).isEqualTo(PairCosts.FORBIDDEN);
        assertThat(problem.pairs().cost(3, 4)).isEqualTo(PairCosts.FORBIDDEN);
    }

    @Test
    void weightAndGainOfPairsLeaveOthersAlone() {
        Problem even = fitted(EVEN).problem(evidence());
        Problem other = fitted(new Balance(3, new Kind(1, 0), new Kind(0.5, 2))).problem(evidence());
        assertThat(Micro.toDouble(other.pairs().cost(0, 3)))
                .isCloseTo(0.5 * (Micro.toDouble(even.pairs().cost(0, 3)) - 2), within(1e-5));
        assertThat(other.pairs().cost(3, 5)).isZero();
        assertThat(other.detections()).isEqualTo(even.detections());
    }

    @Test
    void thereIsOneMajorPart() {
        Anatomy two = Anatomy.of(
                "two", List.of("centre", "hand"), List.of("centre", "hand"), List.of(List.of("centre", "hand")));
        assertThatThrownBy(() -> new CentreFit(two, 0.3, EVEN))
                .hasMessage("found 2 major parts but expected one, the centre");
    }
}
