package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Verdict;
import dev.jointly.problem.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Answers to the problems of {@code JOINTLY_INSTANCES}, in the folder that {@code -Djointly.answers} names, by any version of
 * the program: with their certificates rewritten in today's format they prove the same. Prints how long both are.
 */
class RewrittenAnswersTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Tag("slow")
    @Test
    void proveTheSame() throws IOException {
        String answers = System.getProperty("jointly.answers");
        String instances = System.getenv("JOINTLY_INSTANCES");
        assumeTrue(
                answers != null && instances != null,
                "-Djointly.answers and JOINTLY_INSTANCES do not name folders of answers and problems");
        Map<String, Problem> problems = new HashMap<>();
        for (Path file : files(Path.of(instances), ".problem.json.gz")) {
            Problem problem = ProblemReader.one(file);
            problems.put(problem.id(), problem);
        }
        List<Double> ratios = new ArrayList<>();
        Map<String, Integer> formats = new HashMap<>();
        long before = 0;
        long after = 0;
        for (Path file : files(Path.of(answers), ".solution.json")) {
            ObjectNode solution = (ObjectNode) JSON.readTree(Files.readAllBytes(file));
            Problem problem = Objects.requireNonNull(
                    problems.get(solution.required("problem").asText()), file.toString());
            JsonNode certificate = solution.required("certificate");
            formats.merge(certificate.required("format").asText(), 1, Integer::sum);
            Claim claim = claim(problem, solution);
            String rewritten = JsonText.certificate(claim.proof());
            solution.set("certificate", JSON.readTree(rewritten));
            Verdict verdict = Checker.check(problem, claim);
            assertThat(verdict.accepted()).as("%s: %s", file, verdict).isTrue();
            assertThat(Checker.check(problem, claim(problem, solution)))
                    .as("%s, rewritten", file)
                    .isEqualTo(verdict);
            int size = certificate.toString().length();
            before += size;
            after += rewritten.strip().length();
            ratios.add((double) rewritten.strip().length() / size);
        }
        Collections.sort(ratios);
        System.out.printf(
                "certificates of %d answers, %s: %d bytes, rewritten %d; median ratio %.3f, from %.3f to %.3f%n",
                ratios.size(),
                formats,
                before,
                after,
                ratios.get(ratios.size() / 2),
                ratios.get(0),
                ratios.get(ratios.size() - 1));
    }

    private static Claim claim(Problem problem, JsonNode solution) {
        try (ClaimReader reader = ClaimReader.of(
                "answer", new ByteArrayInputStream(solution.toString().getBytes(UTF_8)))) {
            return reader.next().claim(problem);
        }
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> found = files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
            assertThat(found).as("%s in %s", ending, folder).isNotEmpty();
            return found;
        }
    }
}
