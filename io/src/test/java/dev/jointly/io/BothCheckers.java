package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Verdict;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code verify} does with a file, beside what {@code docs/check.py} does with it; Python runs in one process. */
final class BothCheckers {
    private static final Path DOCS = Path.of("..", "docs");
    static final int SEED = Integer.getInteger("jointly.seed", 20);

    private static final String DRIVER = """
            import base64, importlib.util, sys
            sys.setrecursionlimit(20000)
            spec = importlib.util.spec_from_file_location("check", sys.argv[1])
            check = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(check)
            for line in open(sys.argv[2]):
                asked, *files = line.rstrip("\\n").split(" ")
                code, lines = check.judge(*map(base64.b64decode, files), 600.0,  # however busy the machine is
                                          1_000_000,  # at once: a bound that was cut short is nobody else's
                                          int(asked) if asked else None)
                print(code, " / ".join(lines).encode("ascii", "backslashreplace").decode().replace("\\n", " "))
            """;

    private final Path directory;

    /** @param directory where files may be left */
    BothCheckers(Path directory) {
        this.directory = directory;
    }

    /**
     * A problem and a solution, as files.
     *
     * @param maxPeople the limit that is asked for
     */
    record Pair(byte[] problem, byte[] solution, OptionalInt maxPeople) {
        Pair(byte[] problem, byte[] solution) {
            this(problem, solution, OptionalInt.empty());
        }

        @Override
        public String toString() {
            return new String(problem, UTF_8) + "\n" + new String(solution, UTF_8);
        }
    }

    /** How many of them end with each exit code. */
    Map<Integer, Integer> compare(List<Pair> pairs, int good) throws Exception {
        List<String> answers = python(pairs);
        assertThat(answers).hasSameSizeAs(pairs);
        Map<Integer, Integer> counts = new TreeMap<>();
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            String[] python = answers.get(i).split(" ", 2);
            String java = java(pairs.get(i));
            int code = java.charAt(0) - '0';
            if (i < good) {
                assertThat(code).as("%s: %s", java, pairs.get(i)).isZero();
            }
            boolean same = Integer.parseInt(python[0]) == code
                    && (code == 2 || bound(java).equals(bound(python[1])));
            // unbounded integers may go on where 64 bits do not suffice
            if (!same && !java.contains("numbers too large for exact arithmetic")) {
                differences.add("Java " + java + "\nPython " + answers.get(i) + "\n" + pairs.get(i));
            }
            counts.merge(code, 1, Integer::sum);
        }
        System.out.println("mutants by exit code, seed " + SEED + ": " + counts);
        assertThat(differences)
                .as("seed %d, %d of %d differ", SEED, differences.size(), pairs.size())
                .isEmpty();
        return counts;
    }

    /** The proven bound in what either of them says. */
    private static String bound(String answer) {
        Matcher bound =
                Pattern.compile("lower bound (None|-?[0-9]+) micro-units").matcher(answer);
        return bound.find() ? bound.group(1) : "not said";
    }

    /** The exit code that verify would end with, the verdict, both numbers and the reasons, as Python spells them. */
    static String java(Pair pair) {
        try (ProblemReader problems = ProblemReader.asGiven("p", new ByteArrayInputStream(pair.problem()));
                ClaimReader claims = ClaimReader.of("s", new ByteArrayInputStream(pair.solution()))) {
            Problem problem = problems.next();
            ClaimDocument document = claims.next();
            if (problems.hasNext() || claims.hasNext()) {
                return "2 more than one document";
            }
            Problem limited = pair.maxPeople().isPresent()
                    ? problem.withAtMost(pair.maxPeople().getAsInt())
                    : problem;
            Verdict verdict = Checker.check(limited, document.claim(limited));
            String bound = verdict.lowerBound() == Long.MIN_VALUE ? "None" : Long.toString(verdict.lowerBound());
            int most = limited.maxPoses().orElse(-1);
            String limit =
                    most < 0 || !verdict.accepted() ? "" : " for at most " + most + (most == 1 ? " person" : " people");
            return (verdict.accepted() ? 0 : 1) + " " + verdict.kind().name().replace('_', ' ') + limit
                    + " / objective "
                    + verdict.objective() + ", lower bound " + bound + " micro-units / "
                    + String.join(" / ", verdict.reasons());
        } catch (BadInputException e) {
            return "2 " + e.getMessage();
        }
    }

    /** What Python says of each, in one line: the exit code, the verdict, both numbers, the reasons. */
    List<String> python(List<Pair> pairs) throws Exception {
        Path batch = directory.resolve("batch");
        Base64.Encoder base64 = Base64.getEncoder();
        Files.write(
                batch,
                pairs.stream()
                        .map(pair ->
                                (pair.maxPeople().isPresent() ? pair.maxPeople().getAsInt() : "") + " "
                                        + base64.encodeToString(pair.problem()) + " "
                                        + base64.encodeToString(pair.solution()))
                        .toList());
        Path out = directory.resolve("out");
        Process process = new ProcessBuilder(
                        "python3", "-c", DRIVER, DOCS.resolve("check.py").toString(), batch.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        boolean ended = process.waitFor(10, TimeUnit.MINUTES);
        process.destroyForcibly();
        List<String> lines = Files.readAllLines(out);
        assertThat(ended && process.exitValue() == 0)
                .as("python ended with %s", lines.subList(Math.max(0, lines.size() - 8), lines.size()))
                .isTrue();
        return lines;
    }

    /** The examples of the page, bare and with everything optional. */
    static List<Pair> good() throws IOException {
        List<String> texts = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(DOCS.resolve("certificate.md")))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        List<Pair> good = new ArrayList<>();
        for (int i = 0; i < texts.size(); i += 2) {
            good.add(pair(texts.get(i), texts.get(i + 1)));
            // every optional field, and every kind of pin that these poses keep
            String problem = texts.get(i)
                    .replaceFirst(
                            "\"poseCost\"",
                            "\"image\": {\"file\": \"a.jpg\", \"width\": 4, \"height\": 3}, \"more\": [null],"
                                    + " \"pins\": [{\"apart\": [1, 0]}, {\"use\": 0}], \"poseCost\"")
                    .replaceFirst("\"cost\"", "\"x\": 1.5, \"y\": 2, \"score\": 0.5, \"cost\"");
            String solution = texts.get(i + 1)
                    .replaceFirst(
                            "\"objective\"",
                            "\"requestedGap\": 0.25, \"seconds\": 0.1, \"iterations\": 3, \"skeletons\": 1,"
                                    + " \"localAssignments\": 0, \"rows\": 2, \"nodes\": 1, \"engineFinished\": true,"
                                    + " \"trace\": [{\"a\": 1, \"a\": null}], \"new\": {\"b\": [1e999]}, \"objective\"");
            good.add(pair(problem, solution));
        }
        return good;
    }

    private static Pair pair(String problem, String solution) {
        String sha256 = ProblemDigest.sha256(Samples.read(problem));
        String signed =
                solution.replaceFirst("\"problemSha256\": \"[0-9a-f]*\"", "\"problemSha256\": \"" + sha256 + "\"");
        return new Pair(problem.getBytes(UTF_8), signed.getBytes(UTF_8));
    }
}
