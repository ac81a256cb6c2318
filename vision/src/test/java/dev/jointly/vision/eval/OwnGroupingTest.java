package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnGroupingTest {
    @Test
    void weakCentresAndWeakJointsAreLeftOut() {
        Evidence evidence = new Evidence(
                "three",
                null,
                List.of("centre", "hand", "foot"),
                List.of(
                        new Candidate(0, 0, 0, 0.9),
                        new Candidate(0, 9, 0, 0.2),
                        new Candidate(0, 20, 0, 0.8),
                        new Candidate(1, 0, 0, 0.6),
                        new Candidate(1, 9, 0, 0.9),
                        new Candidate(1, 20, 0, 0.5),
                        new Candidate(2, 0, 0, 0.4),
                        new Candidate(2, 9, 0, 0.9),
                        new Candidate(2, 20, 0, 0.1)),
                List.of());
        List<GroupedPerson> people = new OwnGrouping(0.3, 0.2).people(evidence);
        assertThat(people).hasSize(2);
        assertThat(people.get(0).candidate()).containsExactly(0, 3, 6);
        assertThat(people.get(0).score()).isCloseTo(0.9 * 0.5, within(1e-12));
        assertThat(people.get(1).candidate()).containsExactly(2, 5, GroupedPerson.NONE);
        assertThat(people.get(1).score()).isCloseTo(0.8 * 0.5, within(1e-12));
    }
}
