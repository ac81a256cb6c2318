package dev.jointly.certify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Proof;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    @Test
    void theExampleOfThePageIsProvenOptimal() throws Exception {
        String page = Files.readString(DOCS.resolve("certificate.md"));
        Matcher block = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(block.find()).isTrue();
        String problem = block.group(1);
        assertThat(block.find()).isTrue();
        Opinion opinion = ask(problem, block.group(1), false);
        assertThat(opinion.lines())
                .containsExactly("PROVEN OPTIMAL", "objective -5500000, lower bound -5500000 micro-units");
        assertThat(opinion.exitCode()).isZero();
        Opinion other = ask(problem.replace("\"poseCost\": 1.0", "\"poseCost\": 1.000001"), block.group(1), false);
        assertThat(other.lines().get(0)).isEqualTo("REJECTED");
    }

    @Test
    void agreesOnRandomClaims() throws Exception {
        Set<Verdict.Kind> seen = EnumSet.noneOf(Verdict.Kind.class);
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            Problem problem = withPins(random, TinyProblems.tiny(random));
            Enumeration truth = new Enumeration(problem);
            List<ClaimedPose> poses = new ArrayList<>(truth.optimum());
            if (seed % 5 == 1 && !poses.isEmpty()) {
                poses.add(poses.get(0));
            }
            long cost = poses.stream().mapToLong(ClaimedPose::cost).sum();
            Proof lambda = TinyProblems.climb(random, problem, random.nextInt(8), 600);
            long bound = Checker.lowerBound(problem, lambda) + (seed % 7 == 2 ? 1 : 0);
            Claim claim = new Claim(
                    ProblemDigest.sha256(problem),
                    seed % 3 == 0,
                    cost - (seed % 11 == 3 ? 1 : 0),
                    bound,
                    random.nextInt(3) * 0.1,
                    poses,
                    lambda);
            Verdict verdict = Checker.check(problem, claim);
            seen.add(verdict.kind());

            Opinion opinion = ask(json(problem), json(problem, claim), seed % 2 == 0);
            assertThat(opinion.lines()).as("seed %d: %s", seed, verdict).hasSizeGreaterThan(1);
            assertThat(opinion.lines().get(0))
                    .as("seed %d: %s", seed, verdict)
                    .isEqualTo(verdict.kind().name().replace('_', ' '));
            assertThat(opinion.lines().get(1))
                    .as("seed %d: %s", seed, verdict)
                    .isEqualTo("objective " + verdict.objective() + ", lower bound " + verdict.lowerBound()
                            + " micro-units");
            assertThat(opinion.exitCode()).isEqualTo(verdict.accepted() ? 0 : 1);
        }
        assertThat(seen).containsExactlyInAnyOrder(Verdict.Kind.values());
    }

    private static Problem withPins(Random random, Problem problem) {
        List<Pin> pins = new ArrayList<>();
        if (problem.size() > 1 && random.nextInt(4) == 0) {
            int a = random.nextInt(problem.size());
            int b = random.nextInt(problem.size());
            pins.add(
                    switch (random.nextInt(4)) {
                        case 0 -> new Pin.Together(a, b);
                        case 1 -> new Pin.Apart(a, b);
                        case 2 -> new Pin.Use(a);
                        default -> new Pin.Skip(a);
                    });
        }
        return new Problem(
                problem.id(), null, problem.anatomy(), problem.poseCost(), problem.detections(), problem.pairs(), pins);
    }

    private Opinion ask(String problem, String solution, boolean zipped) throws Exception {
        Process process = new ProcessBuilder(
                        "python3",
                        DOCS.resolve("check.py").toString(),
                        write("problem.json", problem, zipped),
                        write("solution.json", solution, zipped))
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
        return "{\"anatomy\":{\"parts\":" + names
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
        return "{\"problemSha256\":\"" + claim.problemSha256()
                + "\",\"status\":\"" + (claim.claimsOptimal() ? "optimal" : "bounded")
                + "\",\"objective\":" + Micro.toString(claim.objective())
                + ",\"lowerBound\":" + Micro.toString(claim.lowerBound())
                + (claim.requestedGap() == 0 ? "" : ",\"requestedGap\":" + claim.requestedGap())
                + ",\"poses\":"
                + claim.poses().stream().map(pose -> json(problem, pose)).toList()
                + ",\"certificate\":{\"format\":\"jointly/certificate@1\",\"scaleBits\":" + c.scaleBits()
                + ",\"lambda1\":" + Arrays.toString(c.lambda1())
                + ",\"lambda2\":" + Arrays.toString(c.lambda2())
                + ",\"lambda3\":" + Arrays.toString(c.lambda3()) + "}}";
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
