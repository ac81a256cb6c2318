package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.certify.Claim;
import dev.jointly.io.fixture.JsonTree;
import dev.jointly.problem.Image;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import dev.jointly.solve.Solution;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RoundTripTest {
    @ParameterizedTest
    @EnumSource
    void writtenProblemsAreReadBackTheSame(Layout layout) {
        for (long seed = 0; seed < 300; seed++) {
            Problem problem = Samples.random(seed);
            byte[] written = Samples.write(problem, layout);
            Problem again = Samples.read(seed % 2 == 0 ? written : Samples.gzip(written));
            assertThat(ProblemDigest.sha256(again)).as("seed %d", seed).isEqualTo(ProblemDigest.sha256(problem));
            assertThat(again.id()).as("seed %d", seed).isEqualTo(problem.id());
            assertThat(again.image()).as("seed %d", seed).isEqualTo(problem.image());
            assertThat(again.anatomy()).as("seed %d", seed).isEqualTo(problem.anatomy());
            assertThat(again.detections()).as("seed %d", seed).isEqualTo(problem.detections());
            assertThat(again.pins()).as("seed %d", seed).isEqualTo(problem.pins());
            assertThat(Samples.write(again, layout)).as("seed %d", seed).isEqualTo(written);
        }
    }

    @Test
    void everythingInAFileIsRead() {
        Problem problem = Samples.read(Samples.PROBLEM);
        assertThat(ProblemDigest.canonical(problem)).isEqualTo("""
                        jointly/problem@1
                        part neck
                        part head
                        part hand
                        part foot
                        major 0
                        limb 0 1
                        limb 0 3
                        limb 1 2
                        poseCost 6500000
                        detection 0 -9590000
                        detection 1 -1000000
                        detection 2 500000
                        detection 0 -1750000
                        detection 3 3000000
                        pair 0 1 -1250000
                        pair 0 3 -2000000
                        pair 0 4 125000
                        pair 1 2 500000
                        absentPairs zero
                        together 0 1
                        apart 0 4
                        use 2
                        skip 3
                        """);
        assertThat(problem.image()).isEqualTo(new Image("a.jpg", 640, 425));
        assertThat(problem.detections().get(0).x()).isEqualTo(12.5);
        assertThat(problem.detections().get(0).y()).isEqualTo(40.25);
        assertThat(problem.detections().get(0).score()).isEqualTo(0.93);
        assertThat(problem.detections().get(1).score()).isNull();
        assertThat(problem.pins()).contains(new Pin.Use(2));
    }

    @Test
    void fieldsMayComeInAnyOrderAndUnknownOnesAreIgnored() {
        String reversed = Samples.PROBLEM
                .replaceFirst("\"anatomy\":\\{.*?\\}(?=,\"poseCost\")", "\"extra\":{\"deep\":[1,{\"a\":null}]}")
                .replaceFirst("\"format\":\"[^\"]*\",", "")
                .replaceFirst(
                        "\\}$",
                        ",\"z\":\"" + "long ".repeat(100_000) + "\"," + anatomyField()
                                + ",\"format\":\"jointly/problem@1\"}");
        assertThat(ProblemDigest.sha256(Samples.read(reversed)))
                .isEqualTo(ProblemDigest.sha256(Samples.read(Samples.PROBLEM)));
    }

    private static String anatomyField() {
        int start = Samples.PROBLEM.indexOf("\"anatomy\"");
        return Samples.PROBLEM.substring(start, Samples.PROBLEM.indexOf(",\"poseCost\""));
    }

    @Test
    void absentPairsDefaultToForbidden() {
        String text = Samples.PROBLEM.replace("\"absentPairs\":\"zero\",", "");
        assertThat(Samples.read(text).pairs().absentForbidden()).isTrue();
        assertThat(Samples.read(Samples.PROBLEM).pairs().absentForbidden()).isFalse();
    }

    @Test
    void solutionsAreReadBackAsTheClaimTheyAre() throws IOException {
        Problem problem = Samples.read(Samples.PROBLEM);
        Solution solution = Samples.solution(problem);
        for (Layout layout : Layout.values()) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            SolutionWriter.write(solution, problem, layout, out);
            try (ClaimReader reader = ClaimReader.of("s", Samples.stream(out.toString(UTF_8)))) {
                ClaimDocument document = reader.next();
                assertThat(document.problemId()).hasValue("sample");
                Claim claim = document.claim(problem);
                assertThat(claim.problemSha256()).isEqualTo(ProblemDigest.sha256(problem));
                // 6.5 - 9.59 - 1 - 1.25 for the skeleton, -1.75 - 2 for the second neck
                assertThat(claim.objective()).isEqualTo(-9_090_000);
                assertThat(claim.lowerBound()).isEqualTo(-20_000_001);
                assertThat(claim.requestedGap()).isEqualTo(0.05);
                assertThat(claim.poses()).hasSize(1);
                assertThat(claim.poses().get(0).cost()).isEqualTo(-9_090_000);
                assertThat(claim.poses().get(0).local()).containsEntry(0, List.of(3));
                assertThat(claim.proof()).usingRecursiveComparison().isEqualTo(solution.proof());
            }
            assertThat(out.toString(UTF_8)).endsWith("}\n").contains("-20.000001");
            if (layout == Layout.LINE) {
                assertThat(out.toString(UTF_8).lines()).hasSize(1);
            }
        }
    }

    @Test
    void posesSayWhereTheirJointsAreAsFarAsTheProblemDoes() throws IOException {
        Problem problem = Samples.read(Samples.PROBLEM);
        Map<?, ?> pose = pose(problem);
        assertThat(pose.get("joints"))
                .isEqualTo(Map.of(
                        "neck", Map.of("detection", 0.0, "x", 12.5, "y", 40.25, "score", 0.93),
                        "head", Map.of("detection", 1.0)));
        // the second joint counts as 1; one place alone has the least extent
        double strength = (0.93 + 1) / Math.pow(2, 0.75) * Math.pow(0.01, 0.25);
        assertThat((Double) pose.get("strength")).isCloseTo(strength, within(1e-12));
        assertThat(((Map<?, ?>) Objects.requireNonNull(pose.get("global"))).keySet())
                .isEqualTo(((Map<?, ?>) Objects.requireNonNull(pose.get("joints"))).keySet());
    }

    @Test
    void aStrengthThatIsNoNumberIsLeftOut() throws IOException {
        String far = Samples.PROBLEM
                .replace("\"x\":12.5", "\"x\":-1.7e308")
                .replace("{\"part\":\"head\",", "{\"part\":\"head\",\"x\":1.7e308,\"y\":0,");
        Map<?, ?> pose = pose(Samples.read(far));
        assertThat(pose.get("joints")).asString().contains("1.7E308");
        assertThat(pose.containsKey("strength")).isFalse();
    }

    private static Map<?, ?> pose(Problem problem) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SolutionWriter.write(Samples.solution(problem), problem, Layout.LINE, out);
        Map<?, ?> document = (Map<?, ?>) JsonTree.read(new ByteArrayInputStream(out.toByteArray()));
        return (Map<?, ?>) ((List<?>) Objects.requireNonNull(document.get("poses"))).get(0);
    }

    @ParameterizedTest
    @EnumSource
    void theDeepestTreeIsWrittenAndReadBack(Layout layout) {
        List<Proof.Node> nodes = new ArrayList<>();
        for (int i = 0; i < Proof.MAX_DEPTH; i++) {
            int leaf = nodes.size() + 1;
            Decision decision = new Decision(Decision.Kind.JOIN, 0, i);
            nodes.add(new Proof.Branch(decision, i % 2 == 0 ? leaf : leaf + 1, i % 2 == 0 ? leaf + 1 : leaf));
            nodes.add(Samples.leaf(0, i));
        }
        nodes.add(Samples.leaf(1, 7));
        Proof.Tree deep = new Proof.Tree(new int[] {0}, nodes);
        Problem problem = Samples.read(Samples.PROBLEM);
        Samples.onAShortStack(() -> {
            byte[] written = write(problem, deep, layout);
            try (ClaimReader reader = ClaimReader.of("s", new ByteArrayInputStream(written))) {
                Proof proof = reader.next().claim(problem).proof();
                assertThat(write(problem, proof.trees().get(0), layout)).isEqualTo(written);
                List<Proof.Node> again = proof.trees().get(0).nodes();
                assertThat(again).hasSameSizeAs(deep.nodes());
                for (int i = 0; i < again.size(); i++) {
                    if (deep.nodes().get(i) instanceof Proof.Leaf leaf) {
                        assertThat(((Proof.Leaf) again.get(i)).lambda1()).containsExactly(leaf.lambda1());
                    } else {
                        assertThat(again.get(i)).isEqualTo(deep.nodes().get(i));
                    }
                }
            }
        });
    }

    private static byte[] write(Problem problem, Proof.Tree tree, Layout layout) {
        try {
            Proof proof = new Proof(0, new long[5], new long[5], List.of(tree));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            SolutionWriter.write(Samples.solution(problem, proof), problem, layout, out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void prettyFilesHaveOneDetectionAndOnePairALine() {
        List<String> lines =
                new ArrayList<>(new String(Samples.write(Samples.read(Samples.PROBLEM), Layout.PRETTY), UTF_8)
                        .lines()
                        .toList());
        assertThat(lines)
                .contains(
                        "{",
                        "  \"id\": \"sample\",",
                        "    {\"part\": \"head\", \"cost\": -1.0},",
                        "    [0, 1, -1.25],",
                        "    {\"skip\": 3}",
                        "  ]",
                        "}");
    }
}
