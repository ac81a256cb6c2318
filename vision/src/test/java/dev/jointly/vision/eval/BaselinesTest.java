package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two necks (0, 1), two heads (2, 3), two hips (4, 5). */
class BaselinesTest {
    private static final Anatomy BODY = Anatomy.of(
            "body",
            List.of("neck", "head", "hip"),
            List.of("neck"),
            List.of(List.of("neck", "head"), List.of("neck", "hip")));

    private static Evidence evidence(double[][] neckHead, double[][] neckHip) {
        List<Candidate> candidates = List.of(
                new Candidate(0, 0, 10, 0.5),
                new Candidate(0, 100, 10, 0.5),
                new Candidate(1, 0, 0, 0.5),
                new Candidate(1, 100, 0, 0.5),
                new Candidate(2, 0, 50, 0.5),
                new Candidate(2, 100, 50, 0.5));
        return new Evidence(
                "two", null, BODY.parts(), candidates, List.of(new Edge(0, 1, neckHead), new Edge(0, 2, neckHip)));
    }

    private static List<List<Integer>> groups(Baseline baseline, Evidence evidence) {
        return baseline.people(evidence).stream()
                .map(body -> Arrays.stream(body.candidate()).boxed().toList())
                .toList();
    }

    private static final double[][] CLEAR = {{0.9, 0.1}, {0.1, 0.8}};

    @Test
    void bothGroupClearPeople() {
        Evidence clear = evidence(CLEAR, CLEAR);
        for (Baseline baseline :
                List.of(new GreedyBaseline(BODY, 0.05, 0.8, 3, 0), new HungarianBaseline(BODY, false, 0.05, 3))) {
            assertThat(groups(baseline, clear)).containsExactlyInAnyOrder(List.of(0, 2, 4), List.of(1, 3, 5));
        }
    }

    @Test
    void greedyTakesTheStrongestFirstAndHungarianTheBestSum() {
        // 0.9 + 0.1 against 0.8 + 0.8
        double[][] tempting = {{0.9, 0.8}, {0.8, 0.1}};
        Evidence evidence = evidence(tempting, CLEAR);
        assertThat(groups(new GreedyBaseline(BODY, 0.05, 0.8, 3, 0), evidence))
                .containsExactlyInAnyOrder(List.of(0, 2, 4), List.of(1, 3, 5));
        assertThat(groups(new HungarianBaseline(BODY, false, 0.05, 3), evidence))
                .containsExactlyInAnyOrder(List.of(0, 3, 4), List.of(1, 2, 5));
    }

    @Test
    void weakLinksAndPeopleWithFewJointsAreDropped() {
        double[][] oneWeak = {{0.9, 0.0}, {0.0, 0.04}};
        Evidence evidence = evidence(CLEAR, oneWeak);
        for (Baseline baseline :
                List.of(new GreedyBaseline(BODY, 0.05, 0.8, 3, 0), new HungarianBaseline(BODY, false, 0.05, 3))) {
            assertThat(groups(baseline, evidence)).containsExactly(List.of(0, 2, 4));
        }
        assertThat(groups(new GreedyBaseline(BODY, 0.05, 0.8, 2, 0), evidence))
                .containsExactlyInAnyOrder(List.of(0, 2, 4), List.of(1, 3, GroupedPerson.NONE));
    }

    /** More than 80 % of the samples must be above the threshold: of ten, nine. */
    @Test
    void greedyDropsLinksWhoseFieldIsInterrupted() {
        double[][] interrupted = {{0.8, 0}, {0, 0.9}};
        Evidence clear = evidence(CLEAR, CLEAR);
        Edge head = clear.edges().get(0);
        Edge hip = new Edge(0, 2, CLEAR, interrupted, Edge.UNKNOWN);
        Evidence evidence = new Evidence("two", null, BODY.parts(), clear.candidates(), List.of(head, hip));
        assertThat(groups(new GreedyBaseline(BODY, 0.05, GreedyBaseline.PYTHON_SHARE, 3, 0), evidence))
                .containsExactly(List.of(1, 3, 5));
        assertThat(groups(new GreedyBaseline(BODY, 0.05, GreedyBaseline.CPP_SHARE, 3, 0), evidence))
                .isEmpty();
    }

    @Test
    void scoresAreThoseOfTheDescription() {
        // three candidates of 0.5 and two links of 0.9
        Evidence clear = evidence(CLEAR, CLEAR);
        GroupedPerson greedy =
                new GreedyBaseline(BODY, 0.05, 0.8, 3, 0).people(clear).get(0);
        assertThat(greedy.score()).isCloseTo((1.5 + 1.8) / 3, within(1e-12));
        assertThat(new GreedyBaseline(BODY, 0.05, 0.8, 3, 1.05).people(clear)).hasSize(1);
    }
}
