package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jointly.io.BothCheckers.Pair;
import dev.jointly.oracle.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Both checkers give the verdict and the reasons that {@code conformance/cases.json} expects of each case. */
@Timeout(300)
class ConformanceTest {
    private static final Path FOLDER = Path.of("..", "conformance");

    @TempDir
    Path directory;

    /** What is expected; of accepted cases also the two numbers, as both checkers print them. */
    private record Case(String name, Pair files, int exitCode, String verdict, Set<String> reasons, String numbers) {
        static Case of(JsonNode node) throws IOException {
            Set<String> reasons = new TreeSet<>();
            node.get("reasons").forEach(reason -> reasons.add(reason.textValue()));
            return new Case(
                    node.get("name").textValue(),
                    new Pair(
                            read(node.get("problem")),
                            read(node.get("solution")),
                            node.has("maxPeople")
                                    ? OptionalInt.of(node.get("maxPeople").intValue())
                                    : OptionalInt.empty()),
                    node.get("exitCode").intValue(),
                    node.get("verdict").textValue(),
                    reasons,
                    "objective " + node.path("objective") + ", lower bound " + node.path("bound") + " micro-units");
        }

        private static byte[] read(JsonNode file) throws IOException {
            return Files.readAllBytes(FOLDER.resolve(file.textValue()));
        }

        boolean accepted() {
            return exitCode == 0;
        }
    }

    private static List<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        for (JsonNode node : new ObjectMapper()
                .readTree(Files.readString(FOLDER.resolve("cases.json")))
                .get("cases")) {
            cases.add(Case.of(node));
        }
        assertThat(cases).hasSizeGreaterThan(100);
        assertThat(cases.stream().filter(Case::accepted)).hasSizeGreaterThan(30);
        return cases;
    }

    @Test
    void theJavaCheckerAgrees() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Case one : cases()) {
            compare(one, BothCheckers.java(one.files()), wrong);
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void thePythonCheckerAgrees() throws Exception {
        Python.require("the cases were checked in Java only");
        List<Case> cases = cases();
        List<String> answers = new BothCheckers(directory)
                .python(cases.stream().map(Case::files).toList());
        assertThat(answers).hasSameSizeAs(cases);
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            compare(cases.get(i), answers.get(i), wrong);
        }
        assertThat(wrong).isEmpty();
    }

    /** @param answer the exit code, then the verdict and both numbers and the reasons, or why a file is unreadable */
    private static void compare(Case expected, String answer, List<String> wrong) {
        List<String> said = Arrays.asList(answer.substring(2).split(" / ", -1));
        boolean readable = expected.exitCode() != 2;
        Set<String> reasons = said.subList(readable ? Math.min(2, said.size()) : 0, said.size()).stream()
                .map(sentence -> sentence.replaceFirst("^cannot check: ", ": "))
                .filter(sentence -> !sentence.isEmpty())
                .map(ConformanceReasons::of)
                .collect(Collectors.toCollection(TreeSet::new));
        boolean same = answer.startsWith(expected.exitCode() + " ")
                && (!readable || said.get(0).replaceFirst(" for at most .*", "").equals(expected.verdict()))
                && (!expected.accepted() || said.get(1).equals(expected.numbers()));
        // with 64 bits a sum overflows, with unbounded integers it is what it is
        boolean either = expected.reasons().contains("overflow");
        boolean why = either
                ? !reasons.isEmpty() && expected.reasons().containsAll(reasons)
                : reasons.equals(expected.reasons());
        if (!same || !why) {
            wrong.add(expected.name() + ": expected " + expected.verdict() + " because of " + expected.reasons()
                    + " but got " + answer + " because of " + reasons);
        }
    }

    /** A sentence that is nobody's would otherwise pass for a reason of its own. */
    @Test
    void everyReasonIsDocumentedAndHasACase() throws IOException {
        Set<String> used = new TreeSet<>();
        for (Case one : cases()) {
            used.addAll(one.reasons());
        }
        String section = Files.readString(FOLDER.resolve("README.md"))
                .split("\n## Reasons\n", 2)[1]
                .split("\n## ", 2)[0];
        Set<String> documented = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|")
                .matcher(section)
                .results()
                .map((MatchResult row) -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(used).isEqualTo(ConformanceReasons.all()).isEqualTo(documented);
    }

    /** The files are those that the script writes, which also confirms them by enumeration. */
    @Test
    void theCasesAreTrueByEnumeration() throws Exception {
        Python.require("the cases were not enumerated");
        String said = run(0, "python3", "-B", script("make.py"), "--check");
        assertThat(said).isEqualTo(cases().size() + " cases, 0 files differ\n");
    }

    @Tag("slow")
    @Test
    void theRunnerAcceptsTheCheckerAndNoOneWhoSaysYesToEverything() throws Exception {
        Python.require("run.py was not tried");
        List<Case> cases = cases();
        String checker = Path.of("..", "docs", "check.py").toString();
        assertThat(run(0, "python3", script("run.py"), "python3", checker))
                .isEqualTo(cases.size() + " of " + cases.size() + " cases agree\n");
        long accepted = cases.stream().filter(Case::accepted).count();
        assertThat(run(1, "python3", script("run.py"), "true"))
                .endsWith("\n" + accepted + " of " + cases.size() + " cases agree\n")
                .contains("bound-by-one: exit code 0, expected 1 (REJECTED)");
        assertThat(run(1, "python3", script("run.py"), "echo", "BOUNDED"))
                .contains("prices: says BOUNDED, expected PROVEN OPTIMAL");
    }

    private static String script(String name) {
        return FOLDER.resolve(name).toString();
    }

    private String run(int exitCode, String... command) throws Exception {
        Path out = directory.resolve("out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        boolean ended = process.waitFor(4, TimeUnit.MINUTES);
        process.destroyForcibly();
        String said = Files.readString(out, UTF_8).replace(System.lineSeparator(), "\n");
        assertThat(ended && process.exitValue() == exitCode).as(said).isTrue();
        return said;
    }
}
