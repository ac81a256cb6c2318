package dev.jointly.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EvidenceTest {
    private static final List<String> BUST = List.of("neck", "head");
    private static final List<Candidate> SEEN =
            List.of(new Candidate(1, 5, 5, 0.5), new Candidate(0, 5, 9, 0.9), new Candidate(1, 6, 5, 0.4));

    @Test
    void candidatesOfAPartKeepTheirOrder() {
        Evidence evidence = new Evidence("a", null, BUST, SEEN, List.of(new Edge(0, 1, new double[][] {{0.8, 0.1}})));
        assertThat(evidence.ofPart(1)).containsExactly(0, 2);
        assertThat(evidence.ofPart(0)).containsExactly(1);
    }

    @Test
    void affinitiesMustFitTheCandidates() {
        assertThatThrownBy(() ->
                        new Evidence("a", null, BUST, SEEN, List.of(new Edge(0, 1, new double[][] {{0.8}, {0.1}}))))
                .hasMessageContaining("must be 1 rows of 2");
        Edge edge = new Edge(0, 1, new double[][] {{0.8, Double.NaN}});
        Edge back = new Edge(1, 0, new double[][] {{0.8}, {0.3}});
        assertThatThrownBy(() -> new Evidence("a", null, BUST, SEEN, List.of(edge, back)))
                .hasMessageContaining("two edges");
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> new Candidate(0, Double.NaN, 0, 0.5)).hasMessageContaining("finite");
        assertThatThrownBy(() -> new Candidate(0, 0, 0, 1.5)).hasMessageContaining("0 to 1");
        assertThatThrownBy(() -> new Edge(0, 1, new double[][] {{Double.POSITIVE_INFINITY}}))
                .hasMessageContaining("finite");
        assertThatThrownBy(() -> new Evidence("a", null, BUST, List.of(new Candidate(2, 0, 0, 0.5)), List.of()))
                .hasMessageContaining("part 2");
    }
}
