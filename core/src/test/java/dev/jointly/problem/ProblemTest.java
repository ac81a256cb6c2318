package dev.jointly.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProblemTest {
    private static final Anatomy ARM = Anatomy.of(
            "arm",
            List.of("neck", "shoulder", "elbow", "wrist"),
            List.of("neck"),
            List.of(List.of("neck", "shoulder"), List.of("shoulder", "elbow"), List.of("elbow", "wrist")));

    private static final List<Detection> DETECTIONS =
            List.of(new Detection(0, 12.5, 40.0, 0.93, Micro.of(-2.59)), Detection.of(1, -1), Detection.of(3, 0.5));

    @Test
    void answersByIndex() {
        Problem problem = problem(DETECTIONS, new PairCosts.Builder());

        assertThat(problem.size()).isEqualTo(3);
        assertThat(problem.part(2)).isEqualTo(3);
        assertThat(problem.cost(0)).isEqualTo(-2_590_000);
    }

    @Test
    void laterChangesOfTheListsDoNotMatter() {
        List<Detection> detections = new ArrayList<>(DETECTIONS);
        Problem problem = problem(detections, new PairCosts.Builder());
        detections.clear();

        assertThat(problem.detections()).isEqualTo(DETECTIONS);
    }

    @Test
    void aPairMustMeanSomething() {
        assertThat(problem(DETECTIONS, new PairCosts.Builder().add(0, 2, 1))
                        .pairs()
                        .size())
                .as("a major part with any other")
                .isEqualTo(1);
        assertThatThrownBy(() -> problem(DETECTIONS, new PairCosts.Builder().add(2, 1, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "pair [1, 2] joins parts \"shoulder\" and \"wrist\", which are neither one part, nor a limb,"
                                + " nor a major part with another");
    }

    @Test
    void aPartMustExist() {
        assertThatThrownBy(() -> problem(List.of(Detection.of(0, 1), Detection.of(4, 1)), new PairCosts.Builder()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("detection 1 has part 4 but the anatomy has only 4 parts");
        assertThatThrownBy(() -> problem(List.of(Detection.of(-1, 1)), new PairCosts.Builder()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("detection 0 has part -1");
    }

    @Test
    void placesAndScoresAreFinite() {
        assertThatThrownBy(() -> new Detection(0, Double.NaN, 1.0, 1.0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("x NaN must be finite");
        assertThatThrownBy(() -> new Detection(0, 1.0, Double.POSITIVE_INFINITY, 1.0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("y Infinity must be finite");
        assertThatThrownBy(() -> new Detection(0, null, null, Double.NEGATIVE_INFINITY, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("score -Infinity must be finite");
        assertThatThrownBy(() -> Detection.of(0, 2e9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cost 2.0E9 must be a finite number");
        assertThatThrownBy(() -> new Image("a.jpg", 640, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("image size 640 x 0 must be positive");
    }

    @Test
    void costsHaveALargestMagnitude() {
        for (long micro : new long[] {Micro.LARGEST - 1, Micro.LARGEST, -Micro.LARGEST}) {
            assertThat(costing(micro, micro, micro).cost(0)).isEqualTo(micro);
        }
        assertThat(Micro.LARGEST).isEqualTo(1_000_000_000_000_000L);
        for (long micro : new long[] {Micro.LARGEST + 1, -Micro.LARGEST - 1, Long.MIN_VALUE}) {
            String end = " is " + micro + " micro-units but must be of magnitude at most 1000000000000000";
            assertThatThrownBy(() -> costing(micro, 0, 0)).hasMessage("poseCost" + end);
            assertThatThrownBy(() -> costing(0, micro, 0)).hasMessage("the cost of detection 0" + end);
            assertThatThrownBy(() -> costing(0, 0, micro)).hasMessage("the cost of pair [0, 1]" + end);
        }
        assertThat(costing(0, 0, PairCosts.FORBIDDEN).pairs().cost(0, 1)).isEqualTo(PairCosts.FORBIDDEN);
    }

    @Test
    void pinsNameDetectionsThatExist() {
        for (Pin pin : List.of(new Pin.Use(2), new Pin.Skip(0), new Pin.Together(0, 2), new Pin.Apart(2, 1))) {
            assertThat(pinned(pin).pins()).containsExactly(pin);
        }
        for (Pin pin : List.of(new Pin.Use(3), new Pin.Skip(3), new Pin.Together(0, 3), new Pin.Apart(3, 0))) {
            assertThatThrownBy(() -> pinned(pin))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(pin + " names detection 3 but there are only 3 detections");
        }
        assertThatThrownBy(() -> pinned(new Pin.Use(-1))).hasMessageContaining("names detection -1");
        assertThatThrownBy(() -> pinned(new Pin.Apart(1, 1)))
                .hasMessage("apart [1, 1] must name two different detections");
    }

    @Test
    void detectionsHaveALargestNumber() {
        List<Detection> most = Collections.nCopies(Problem.MAX_DETECTIONS, Detection.of(0, 1));
        assertThat(problem(most, new PairCosts.Builder()).size()).isEqualTo(100_000);
        List<Detection> more = Collections.nCopies(Problem.MAX_DETECTIONS + 1, Detection.of(0, 1));
        assertThatThrownBy(() -> problem(more, new PairCosts.Builder()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("100001 detections are more than the most, 100000");
    }

    @Test
    void pairsAreOfTheSameDetections() {
        PairCosts ofTwo = new PairCosts.Builder().add(0, 1, 1).build(2, true);
        assertThatThrownBy(() -> new Problem("p", null, ARM, 0, DETECTIONS, ofTwo, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the pairs are of 2 detections but there are 3");
    }

    private static Problem costing(long pose, long theta, long phi) {
        List<Detection> two = List.of(new Detection(0, null, null, null, theta), Detection.of(1, 0));
        return new Problem(
                "p",
                null,
                ARM,
                pose,
                two,
                new PairCosts.Builder().add(0, 1, phi).build(2, true),
                List.of());
    }

    private static Problem pinned(Pin pin) {
        return new Problem("p", null, ARM, 0, DETECTIONS, new PairCosts.Builder().build(3, true), List.of(pin));
    }

    @Test
    void canonicalText() throws Exception {
        Problem problem = new Problem(
                "any",
                new Image("a.jpg", 640, 425),
                ARM,
                Micro.of(6),
                DETECTIONS,
                new PairCosts.Builder().add(1, 0, Micro.of(-1.25)).build(3, true),
                List.of(new Pin.Together(2, 0), new Pin.Apart(1, 0), new Pin.Use(1), new Pin.Skip(2)));

        String expected = """
                jointly/problem@1
                part neck
                part shoulder
                part elbow
                part wrist
                major 0
                limb 0 1
                limb 1 2
                limb 2 3
                poseCost 6000000
                detection 0 -2590000
                detection 1 -1000000
                detection 3 500000
                pair 0 1 -1250000
                absentPairs forbidden
                together 0 2
                apart 0 1
                use 1
                skip 2
                """;
        assertThat(ProblemDigest.canonical(problem)).isEqualTo(expected);
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(expected.getBytes(StandardCharsets.UTF_8));
        assertThat(ProblemDigest.sha256(problem)).isEqualTo(HexFormat.of().formatHex(hash));
    }

    @Test
    void theDigestIsOfWhatTheOptimumDependsOn() {
        String digest = ProblemDigest.sha256(problem(DETECTIONS, new PairCosts.Builder().add(0, 1, 5)));

        List<Detection> elsewhere =
                List.of(new Detection(0, 1.0, 1.0, 0.1, Micro.of(-2.59)), DETECTIONS.get(1), DETECTIONS.get(2));
        assertThat(ProblemDigest.sha256(problem(elsewhere, new PairCosts.Builder().add(1, 0, 5))))
                .isEqualTo(digest);
        assertThat(ProblemDigest.sha256(problem(DETECTIONS, new PairCosts.Builder().add(0, 1, 6))))
                .isNotEqualTo(digest);
        assertThat(ProblemDigest.sha256(problem(DETECTIONS, new PairCosts.Builder())))
                .isNotEqualTo(digest);
    }

    private static Problem problem(List<Detection> detections, PairCosts.Builder pairs) {
        return new Problem("p", null, ARM, Micro.of(6), detections, pairs.build(detections.size(), true), List.of());
    }
}
