package dev.jointly.certify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.proof.Proof;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/check.py, written from docs/certificate.md alone, and the Java checker agree. */
class SecondOpinionTest {
    private static final Path DOCS = Path.of("..", "docs");

    @TempDir
    Path directory;

    /** What check.py printed and its exit code. */
    private record Opinion(int exitCode, List<String> lines) {}

    @BeforeAll
    static void pythonIsThere() throws InterruptedException {
        boolean there;
        try {
            there = new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            there = false;
        }
        assumeTrue(there, "python3 is not installed: the second checker was not run");
    }

    private static List<String> examples() throws IOException {
        return Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(DOCS.resolve("certificate.md")))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    @Test
    void theExamplesOfThePageAreProvenOptimal() throws Exception {
        List<String> examples = examples();
        assertThat(examples).hasSize(4);
        Opinion plain = ask(examples.get(0), examples.get(1), false);
        assertThat(plain.lines())
                .containsExactly("PROVEN OPTIMAL", "objective -5500000, lower bound -5500000 micro-units");
        assertThat(plain.exitCode()).isZero();
        Opinion other =
                ask(examples.get(0).replace("\"poseCost\": 1.0", "\"poseCost\": 1.000001"), examples.get(1), false);
        assertThat(other.lines().get(0)).isEqualTo("REJECTED");
        Opinion tree = ask(examples.get(2), examples.get(3), false);
        assertThat(tree.lines())
                .containsExactly("PROVEN OPTIMAL", "objective -1000000, lower bound -1000000 micro-units");
        Opinion noTree = ask(examples.get(2), examples.get(3).replace("\"trees\"", "\"hidden\""), false);
        assertThat(noTree.lines()).startsWith("REJECTED", "objective -1000000, lower bound -1500000 micro-units");
    }

    @Test
    void agreesOnRandomClaims() throws Exception {
        Set<Verdict.Kind> seen = EnumSet.noneOf(Verdict.Kind.class);
        int branching = 0;
        int malformed = 0;
        for (int seed = 0; seed < Trials.count(24, 80); seed++) {
            Random random = new Random(seed);
            Problem free = RandomProblems.tiny(random);
            Problem problem = seed % 3 == 0 ? free : RandomProblems.withPins(random, free);
            List<ClaimedPose> poses = new ArrayList<>(
                    new Enumeration(problem).underPins().orElseGet(() -> new Enumeration(free).optimum()));
            if (seed % 5 == 1 && !poses.isEmpty()) {
                poses.add(poses.get(0));
            }
            long cost = poses.stream().mapToLong(ClaimedPose::cost).sum();
            Proof base = RandomProblems.climb(random, problem, random.nextInt(8), 300);
            Proof proof =
                    switch (seed % 4) {
                        case 0 -> base;
                        case 1 -> RandomTrees.proof(random, problem);
                        default ->
                            RandomTrees.climb(
                                    random,
                                    problem,
                                    RandomTrees.atBasePrices(RandomTrees.proof(random, problem), base),
                                    100);
                    };
            long bound = Checker.lowerBound(problem, proof) + (seed % 7 == 2 ? 1 : 0);
            if (seed % 6 == 5) {
                proof = malformed(random, problem, proof);
                malformed++;
            }
            branching += proof.trees().stream().anyMatch(tree -> tree.root() instanceof Proof.Branch) ? 1 : 0;
            Claim claim = new Claim(
                    ProblemDigest.sha256(problem),
                    seed % 8 == 0,
                    cost - (seed % 11 == 3 ? 1 : 0),
                    bound,
                    random.nextInt(3) * 0.1,
                    poses,
                    proof);
            Verdict verdict = Checker.check(problem, claim);
            seen.add(verdict.kind());

            Opinion opinion = ask(json(problem), json(problem, claim), seed % 2 == 0);
            assertThat(opinion.lines()).as("seed %d: %s", seed, verdict).hasSizeGreaterThan(1);
            assertThat(opinion.lines().get(0))
                    .as("seed %d: %s", seed, verdict)
                    .isEqualTo(verdict.kind().name().replace('_', ' '));
            boolean proven = verdict.lowerBound() != Long.MIN_VALUE;
            assertThat(opinion.lines().get(1))
                    .as("seed %d: %s", seed, verdict)
                    .isEqualTo("objective " + verdict.objective() + ", lower bound "
                            + (proven ? verdict.lowerBound() : "None") + " micro-units");
            assertThat(opinion.exitCode()).isEqualTo(verdict.accepted() ? 0 : 1);
        }
        assertThat(seen).containsOnly(Verdict.Kind.PROVEN_OPTIMAL, Verdict.Kind.BOUNDED, Verdict.Kind.REJECTED);
        assertThat(branching).isGreaterThan(Trials.count(4, 20));
        assertThat(malformed).isGreaterThan(Trials.count(2, 10));
    }

    /** One of the ways in which a proof is none. */
    private static Proof malformed(Random random, Problem problem, Proof proof) {
        int size = problem.size();
        Proof.Leaf leaf = new Proof.Leaf(0, new long[size], new long[size], new long[size]);
        int[] all = IntStream.range(0, size).toArray();
        int nobody = size + random.nextInt(2);
        Proof.Tree first = new Proof.Tree(new int[] {0}, new Proof.Leaf(0, new long[1], new long[1], new long[1]));
        List<Proof.Tree> trees =
                switch (random.nextInt(7)) {
                    case 0 -> List.of(new Proof.Tree(new int[] {nobody}, first.root()));
                    case 1 -> List.of(first, first);
                    case 2 ->
                        List.of(new Proof.Tree(
                                all, new Proof.Leaf(63, leaf.lambda1(), leaf.lambda2(), leaf.lambda3())));
                    case 3 ->
                        List.of(new Proof.Tree(
                                all, new Proof.Leaf(0, new long[size + 1], leaf.lambda2(), leaf.lambda3())));
                    case 4 ->
                        List.of(new Proof.Tree(all, new Proof.Branch(new Decision(Kind.JOIN, nobody, 0), leaf, leaf)));
                    case 5 ->
                        List.of(new Proof.Tree(all, new Proof.Branch(new Decision(Kind.LOCAL, 0, 0), leaf, leaf)));
                    default -> List.of(new Proof.Tree(new int[] {1, 0}, leaf));
                };
        return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda2(), proof.lambda3(), trees);
    }

    /** A tree deeper than Python's stack as it comes, and one too deep. */
    @Test
    void deepTreesAreNoTroubleForEither() throws Exception {
        Problem problem = RandomProblems.random(new Random(1), 1, 1, 2, 10, 1, true);
        Proof.Node node = new Proof.Leaf(0, new long[2], new long[2], new long[2]);
        for (int i = 0; i <= Proof.MAX_DEPTH; i++) {
            if (i == 1500) {
                Claim claim = rooted(problem, node);
                Verdict.Kind kind = Checker.check(problem, claim).kind();
                assertThat(kind).isNotEqualTo(Verdict.Kind.REJECTED);
                assertThat(ask(json(problem), json(problem, claim), false)
                                .lines()
                                .get(0))
                        .isEqualTo(kind.name().replace('_', ' '));
            }
            node = new Proof.Branch(
                    new Decision(Kind.JOIN, 0, 0), new Proof.Leaf(0, new long[2], new long[2], new long[2]), node);
        }
        Claim claim = rooted(problem, node);
        assertThat(Checker.check(problem, claim).kind()).isEqualTo(Verdict.Kind.REJECTED);
        // a file of such depth is not even read, by either
        assertThat(ask(json(problem), json(problem, claim), false).exitCode()).isEqualTo(2);
    }

    private static Claim rooted(Problem problem, Proof.Node root) {
        Proof proof =
                new Proof(0, new long[2], new long[2], new long[2], List.of(new Proof.Tree(new int[] {0, 1}, root)));
        List<ClaimedPose> poses = new Enumeration(problem).optimum();
        long cost = poses.stream().mapToLong(ClaimedPose::cost).sum();
        return new Claim(ProblemDigest.sha256(problem), false, cost, -1000, 0, poses, proof);
    }

    /** Forty detections of one part with random pair costs: far beyond Python, and still no hanging. */
    @Test
    void whatIsTooHardIsUndecidedAndModestClaimsAreNot() throws Exception {
        Problem problem = RandomProblems.random(new Random(1), 1, 1, 40, 1_000_000, 1, false);
        Proof proof = new Proof(0, new long[40], new long[40], new long[40]);
        Claim tight = new Claim(ProblemDigest.sha256(problem), false, 0, -1, 0, List.of(), proof);
        Claim modest = new Claim(ProblemDigest.sha256(problem), false, 0, -1_000_000_000_000L, 0, List.of(), proof);
        Opinion undecided = ask(json(problem), json(problem, tight), false, "0.5");
        assertThat(undecided.exitCode()).isEqualTo(3);
        assertThat(undecided.lines().get(0)).isEqualTo("UNDECIDED");
        assertThat(ask(json(problem), json(problem, modest), false).lines().get(0))
                .isEqualTo("BOUNDED");
    }

    private Opinion ask(String problem, String solution, boolean zipped) throws Exception {
        return ask(problem, solution, zipped, "60");
    }

    private Opinion ask(String problem, String solution, boolean zipped, String seconds) throws Exception {
        Process process = new ProcessBuilder(
                        "python3",
                        DOCS.resolve("check.py").toString(),
                        write("problem.json", problem, zipped),
                        write("solution.json", solution, zipped),
                        seconds)
                .redirectErrorStream(true)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Opinion(process.exitValue(), lines);
    }

    private String write(String name, String text, boolean zipped) throws IOException {
        Path file = directory.resolve(zipped ? name + ".gz" : name);
        try (OutputStream out =
                zipped ? new GZIPOutputStream(Files.newOutputStream(file)) : Files.newOutputStream(file)) {
            out.write(text.getBytes(UTF_8));
        }
        return file.toString();
    }

    private static String json(Problem problem) {
        List<String> names = problem.anatomy().parts().stream()
                .map(SecondOpinionTest::quoted)
                .toList();
        List<String> pairs = new ArrayList<>();
        // the reader must not depend on the order of a pair or of the pairs
        problem.pairs().forEach((a, b, micro) -> pairs.add(0, "[" + b + "," + a + "," + Micro.toString(micro) + "]"));
        List<String> pins = new ArrayList<>();
        for (Pin pin : problem.pins()) {
            if (pin instanceof Pin.Together p) {
                pins.add("{\"together\":[" + p.a() + "," + p.b() + "]}");
            } else if (pin instanceof Pin.Apart p) {
                pins.add("{\"apart\":[" + p.a() + "," + p.b() + "]}");
            } else if (pin instanceof Pin.Use p) {
                pins.add("{\"use\":" + p.detection() + "}");
            } else if (pin instanceof Pin.Skip p) {
                pins.add("{\"skip\":" + p.detection() + "}");
            }
        }
        return "{\"format\":\"jointly/problem@1\",\"id\":\"tiny\",\"anatomy\":{\"name\":\"tiny\",\"parts\":" + names
                + ",\"majors\":"
                + problem.anatomy().majors().stream().map(names::get).toList()
                + ",\"limbs\":"
                + problem.anatomy().limbs().stream()
                        .map(limb -> List.of(names.get(limb.b()), names.get(limb.a())))
                        .toList()
                + "},\"poseCost\":" + Micro.toString(problem.poseCost())
                + ",\"detections\":"
                + problem.detections().stream()
                        .map(d -> "{\"part\":" + names.get(d.part()) + ",\"cost\":" + Micro.toString(d.cost()) + "}")
                        .toList()
                + ",\"pairs\":" + pairs
                + (problem.pairs().absentForbidden() ? "" : ",\"absentPairs\":\"zero\"")
                + ",\"pins\":" + pins + "}";
    }

    private static String json(Problem problem, Claim claim) {
        Proof c = claim.proof();
        return "{\"format\":\"jointly/solution@1\",\"problemSha256\":\"" + claim.problemSha256()
                + "\",\"status\":\"" + (claim.claimsOptimal() ? "optimal" : "bounded")
                + "\",\"objective\":" + Micro.toString(claim.objective())
                + ",\"lowerBound\":" + Micro.toString(claim.lowerBound())
                + (claim.requestedGap() == 0 ? "" : ",\"requestedGap\":" + claim.requestedGap())
                + ",\"poses\":"
                + claim.poses().stream().map(pose -> json(problem, pose)).toList()
                + ",\"certificate\":{\"format\":\"jointly/certificate@2\",\"scaleBits\":" + c.scaleBits() + ","
                + prices(c.lambda1(), c.lambda2(), c.lambda3())
                + (c.trees().isEmpty()
                        ? ""
                        : ",\"trees\":"
                                + c.trees().stream()
                                        .map(SecondOpinionTest::json)
                                        .toList())
                + "}}";
    }

    private static String prices(long[] lambda1, long[] lambda2, long[] lambda3) {
        return "\"lambda1\":" + Arrays.toString(lambda1)
                + ",\"lambda2\":" + Arrays.toString(lambda2)
                + ",\"lambda3\":" + Arrays.toString(lambda3);
    }

    /** From the leaves up, without recursion, as trees may be deep: texts of nodes wait until their branch is met. */
    private static String json(Proof.Tree tree) {
        Deque<Proof.Node> todo = new ArrayDeque<>(List.of(tree.root()));
        Deque<Proof.Node> order = new ArrayDeque<>();
        while (!todo.isEmpty()) {
            Proof.Node node = todo.pop();
            order.push(node);
            if (node instanceof Proof.Branch branch) {
                todo.push(branch.in());
                todo.push(branch.out());
            }
        }
        Deque<String> done = new ArrayDeque<>();
        for (Proof.Node node : order) {
            if (node instanceof Proof.Leaf leaf) {
                done.push("{" + (leaf.shift() == 0 ? "" : "\"shift\":" + leaf.shift() + ",")
                        + prices(leaf.lambda1(), leaf.lambda2(), leaf.lambda3()) + "}");
            } else if (node instanceof Proof.Branch branch) {
                Decision d = branch.decision();
                done.push("{\"" + (d.kind() == Kind.JOIN ? "join" : "local") + "\":[" + d.holder() + "," + d.detection()
                        + "],\"out\":" + done.pop() + ",\"in\":" + done.pop() + "}");
            }
        }
        return "{\"detections\":" + Arrays.toString(tree.detections()) + ",\"tree\":" + done.pop() + "}";
    }

    private static String json(Problem problem, ClaimedPose pose) {
        List<String> global = new ArrayList<>();
        pose.global().forEach((part, d) -> global.add(name(problem, part) + ":" + d));
        List<String> local = new ArrayList<>();
        pose.local().forEach((part, list) -> local.add(name(problem, part) + ":" + list));
        return "{\"cost\":" + Micro.toString(pose.cost())
                + ",\"global\":{" + String.join(",", global) + "}"
                + (local.isEmpty() ? "" : ",\"local\":{" + String.join(",", local) + "}") + "}";
    }

    private static String name(Problem problem, int part) {
        return quoted(problem.anatomy().parts().get(part));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\"", "\\\"") + "\"";
    }
}
