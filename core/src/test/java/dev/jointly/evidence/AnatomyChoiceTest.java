package dev.jointly.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AnatomyChoiceTest {
    private static final List<String> PARTS = List.of("corner", "head", "back", "tail");

    /** Two animals with three parts each, a corner, and one tail that the detector is not sure of. */
    private static Evidence frame(Edge... edges) {
        return new Evidence(
                "f",
                null,
                PARTS,
                List.of(
                        new Candidate(0, 0, 0, 1),
                        new Candidate(1, 1, 0, 0.9),
                        new Candidate(1, 2, 0, 0.4),
                        new Candidate(2, 3, 0, 0.9),
                        new Candidate(2, 4, 0, 0.8),
                        new Candidate(3, 5, 0, 0.9),
                        new Candidate(3, 6, 0, 0.3)),
                List.of(edges));
    }

    private static final Edge HEAD_BACK = new Edge(1, 2, new double[][] {{0.4, 0.1}, {0.1, 0.4}});
    private static final Edge BACK_TAIL = new Edge(3, 2, new double[][] {{0.2, Double.NaN}, {0.1, 0.2}});
    // large numbers, but the best is hardly better than the second
    private static final Edge HEAD_TAIL = new Edge(1, 3, new double[][] {{0.9, 0.8}, {0.8, 0.9}});

    @Test
    void limbsAreTheClearestEdgesAndTheHubIsMissedLeast() {
        Anatomy anatomy = AnatomyChoice.of("mouse", List.of(frame(HEAD_TAIL, HEAD_BACK, BACK_TAIL)), List.of());
        assertThat(anatomy.parts()).containsExactly("head", "back", "tail");
        assertThat(anatomy.limbs()).containsExactly(new Limb(0, 1), new Limb(1, 2));
        assertThat(anatomy.majors()).containsExactly(1);
    }

    @Test
    void theUserChoosesHubs() {
        List<Evidence> frames = List.of(frame(HEAD_TAIL, HEAD_BACK, BACK_TAIL));
        assertThat(AnatomyChoice.of("mouse", frames, List.of("tail", "head")).majors())
                .containsExactly(0, 2);
        assertThatThrownBy(() -> AnatomyChoice.of("mouse", frames, List.of("nose")))
                .hasMessageContaining("unknown part \"nose\"; the parts are [corner, head");
        assertThatThrownBy(() -> AnatomyChoice.of("mouse", frames, List.of("corner")))
                .hasMessageContaining("\"corner\" cannot be a hub");
        assertThatThrownBy(() -> AnatomyChoice.of("mouse", frames, List.of("head", "corner")))
                .hasMessageContaining("\"corner\" cannot be a hub");
    }

    @Test
    void clarityIsWeightedByScore() {
        // the confident head sees its back clearly, the other does not; a vote without weights would tie with
        // HEAD_TAIL's
        Edge split = new Edge(1, 2, new double[][] {{0.4, 0.0}, {0.4, 0.4}});
        Edge otherWay = new Edge(1, 3, new double[][] {{0.4, 0.4}, {0.4, 0.0}});
        Edge backTail = new Edge(2, 3, new double[][] {{0.4, 0.3}, {0.3, 0.4}});
        assertThat(AnatomyChoice.of("m", List.of(frame(otherWay, backTail, split)), List.of())
                        .isLimb(0, 1))
                .isTrue();
    }

    @Test
    void withoutEdgesThereIsNoBody() {
        assertThatThrownBy(() -> AnatomyChoice.of("m", List.of(frame()), List.of()))
                .hasMessageContaining("no two parts have affinities");
        assertThatThrownBy(() -> AnatomyChoice.of("m", List.of(), List.of())).hasMessageContaining("no frames");
    }

    @Test
    void evidenceWithinABodyLeavesTheRestOut() {
        Evidence whole = frame(HEAD_TAIL, HEAD_BACK, BACK_TAIL, new Edge(0, 1, new double[][] {{1, 1}}));
        Anatomy body = Anatomy.of("b", List.of("tail", "back"), List.of("back"), List.of(List.of("tail", "back")));
        Evidence within = AnatomyChoice.within(body, whole);
        assertThat(within.parts()).containsExactly("tail", "back");
        assertThat(within.candidates())
                .containsExactly(
                        new Candidate(1, 3, 0, 0.9),
                        new Candidate(1, 4, 0, 0.8),
                        new Candidate(0, 5, 0, 0.9),
                        new Candidate(0, 6, 0, 0.3));
        assertThat(within.edges()).hasSize(1);
        assertThat(within.edges().get(0).a()).isZero();
        assertThat(within.edges().get(0).affinity()).isDeepEqualTo(BACK_TAIL.affinity());
    }
}
