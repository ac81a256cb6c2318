package dev.jointly.certify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.oracle.Python;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.proof.Nested;
import dev.jointly.proof.Proof;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.junit.jupiter.api.Tag;
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
        Python.require("the second checker was not run");
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
        Opinion noTree = ask(examples.get(2), examples.get(3).replaceFirst("(?s),\\s*\"trees\".*", "}}"), false);
        assertThat(noTree.lines()).startsWith("REJECTED", "objective -1000000, lower bound -1500000 micro-units");
        Opinion hidden = ask(examples.get(2), examples.get(3).replace("\"trees\"", "\"hidden\""), false);
        assertThat(hidden.lines()).containsExactly("cannot check: certificate has the unknown field 'hidden'");
        assertThat(hidden.exitCode()).isEqualTo(2);
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
            branching += proof.trees().stream().anyMatch(tree -> tree.nodes().size() > 1) ? 1 : 0;
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

            same(verdict, ask(ClaimJson.of(problem), ClaimJson.of(problem, claim), seed % 2 == 0), "seed " + seed);
        }
        assertThat(seen).containsOnly(Verdict.Kind.PROVEN_OPTIMAL, Verdict.Kind.BOUNDED, Verdict.Kind.REJECTED);
        assertThat(branching).isGreaterThan(Trials.count(4, 20));
        assertThat(malformed).isGreaterThan(Trials.count(2, 10));
    }

    /** With the right bound, one too high, and cuts that are none. */
    @Test
    void agreesOnRandomCuts() throws Exception {
        Set<Verdict.Kind> seen = EnumSet.noneOf(Verdict.Kind.class);
        for (int seed = 0; seed < Trials.count(6, 120); seed++) {
            Random random = new Random(seed);
            Problem free = RandomProblems.tiny(random);
            Problem problem = seed % 3 == 0 ? RandomProblems.withPins(random, free) : free;
            List<ClaimedPose> poses =
                    new Enumeration(problem).underPins().orElseGet(() -> new Enumeration(free).optimum());
            Proof base = RandomProblems.climb(random, problem, random.nextInt(8), 100);
            Proof shape = seed % 2 == 0 ? base : RandomTrees.proof(random, problem);
            Proof proof = RandomCuts.added(random, problem, shape);
            long bound = Checker.lowerBound(problem, proof) + (seed % 7 == 2 ? 1 : 0);
            Claim claim = new Claim(
                    ProblemDigest.sha256(problem),
                    false,
                    poses.stream().mapToLong(ClaimedPose::cost).sum(),
                    bound,
                    0,
                    poses,
                    proof);
            if (seed % 3 == 1 && !proof.trees().isEmpty()) {
                CutBoundTest.Mutation[] all = CutBoundTest.Mutation.values();
                claim = all[random.nextInt(all.length)].applied(random, problem, claim);
            }
            Verdict verdict = Checker.check(problem, claim);
            seen.add(verdict.kind());
            same(verdict, ask(ClaimJson.of(problem), ClaimJson.of(problem, claim), false), "seed " + seed);
        }
        assertThat(seen).contains(Verdict.Kind.BOUNDED, Verdict.Kind.REJECTED);
    }

    private static void same(Verdict verdict, Opinion opinion, String name) {
        assertThat(opinion.lines()).as("%s: %s", name, verdict).hasSizeGreaterThan(1);
        assertThat(opinion.lines().get(0))
                .as("%s: %s", name, verdict)
                .isEqualTo(verdict.kind().name().replace('_', ' '));
        boolean proven = verdict.lowerBound() != Long.MIN_VALUE;
        assertThat(opinion.lines().get(1))
                .as("%s: %s", name, verdict)
                .isEqualTo("objective " + verdict.objective() + ", lower bound "
                        + (proven ? verdict.lowerBound() : "None") + " micro-units");
        assertThat(opinion.exitCode()).as("%s: %s", name, verdict).isEqualTo(verdict.accepted() ? 0 : 1);
    }

    /** One of the ways in which a proof is none. */
    private static Proof malformed(Random random, Problem problem, Proof proof) {
        int size = problem.size();
        Nested.Leaf leaf = Nested.Leaf.of(new long[size]);
        Proof.Leaf end = new Proof.Leaf(0, new long[size], new long[size]);
        Proof.Branch leads = new Proof.Branch(new Decision(Kind.JOIN, major(problem), 0), 1, 2);
        int[] all = IntStream.range(0, size).toArray();
        int nobody = size + random.nextInt(2);
        Proof.Tree first = Nested.tree(new int[] {0}, Nested.Leaf.of(0));
        List<Proof.Tree> trees =
                switch (random.nextInt(12)) {
                    case 0 -> List.of(new Proof.Tree(new int[] {nobody}, first.nodes()));
                    case 1 -> List.of(first, first);
                    case 2 -> List.of(Nested.tree(all, new Nested.Leaf(63, leaf.lambda1(), leaf.lambda3())));
                    case 3 -> List.of(Nested.tree(all, new Nested.Leaf(0, new long[size + 1], leaf.lambda3())));
                    case 4 ->
                        List.of(Nested.tree(all, new Nested.Branch(new Decision(Kind.JOIN, nobody, 0), leaf, leaf)));
                    case 5 -> List.of(Nested.tree(all, new Nested.Branch(new Decision(Kind.LOCAL, 0, 0), leaf, leaf)));
                    case 6 -> List.of(new Proof.Tree(all, List.of()));
                    case 7 -> List.of(new Proof.Tree(all, List.of(leads, end)));
                    case 8 -> List.of(new Proof.Tree(all, List.of(leads, end, end, end)));
                    case 9 -> List.of(new Proof.Tree(all, List.of(leads, end, leads)));
                    case 10 ->
                        List.of(new Proof.Tree(all, List.of(new Proof.Branch(leads.decision(), 1, 1), end, end)));
                    default -> List.of(Nested.tree(new int[] {1, 0}, leaf));
                };
        return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3(), trees);
    }

    /** Some detection of a major part, or another one. */
    private static int major(Problem problem) {
        return IntStream.range(0, problem.size())
                .filter(d -> problem.anatomy().isMajor(problem.part(d)))
                .findFirst()
                .orElse(0);
    }

    /** A tree deeper than Python's stack as it comes, and one too deep. */
    @Tag("slow")
    @Test
    void deepTreesAreNoTroubleForEither() throws Exception {
        Problem problem = RandomProblems.random(new Random(1), 1, 1, 2, 10, 1, true);
        Nested node = Nested.Leaf.of(0, 0);
        for (int i = 0; i <= Proof.MAX_DEPTH; i++) {
            if (i == 1500) {
                Claim claim = rooted(problem, node);
                Verdict verdict = Checker.check(problem, claim);
                assertThat(verdict.accepted()).isTrue();
                same(verdict, ask(ClaimJson.of(problem), ClaimJson.of(problem, claim), false), "deep");
            }
            node = new Nested.Branch(new Decision(Kind.JOIN, 0, 0), Nested.Leaf.of(0, 0), node);
        }
        Claim claim = rooted(problem, node);
        Verdict verdict = Checker.check(problem, claim);
        assertThat(verdict.kind()).isEqualTo(Verdict.Kind.REJECTED);
        same(verdict, ask(ClaimJson.of(problem), ClaimJson.of(problem, claim), false), "too deep");
    }

    private static Claim rooted(Problem problem, Nested root) {
        Proof proof = new Proof(0, new long[2], new long[2], List.of(Nested.tree(new int[] {0, 1}, root)));
        List<ClaimedPose> poses = new Enumeration(problem).optimum();
        long cost = poses.stream().mapToLong(ClaimedPose::cost).sum();
        return new Claim(ProblemDigest.sha256(problem), false, cost, -1000, 0, poses, proof);
    }

    /** Forty detections of one part with random pair costs: far beyond Python, and still no hanging. */
    @Test
    void whatIsTooHardIsUndecidedAndModestClaimsAreNot() throws Exception {
        Problem problem = RandomProblems.random(new Random(1), 1, 1, 40, 1_000_000, 1, false);
        Proof proof = new Proof(0, new long[40], new long[40]);
        Claim tight = new Claim(ProblemDigest.sha256(problem), false, 0, -1, 0, List.of(), proof);
        Claim modest = new Claim(ProblemDigest.sha256(problem), false, 0, -1_000_000_000_000L, 0, List.of(), proof);
        Opinion undecided = ask(ClaimJson.of(problem), ClaimJson.of(problem, tight), false, "0.5");
        assertThat(undecided.exitCode()).isEqualTo(3);
        assertThat(undecided.lines().get(0)).isEqualTo("UNDECIDED");
        assertThat(ask(ClaimJson.of(problem), ClaimJson.of(problem, modest), false)
                        .lines()
                        .get(0))
                .isEqualTo("BOUNDED");
    }

    private Opinion ask(String problem, String solution, boolean zipped) throws Exception {
        return ask(problem, solution, zipped, "600"); // enough for any machine
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
}
