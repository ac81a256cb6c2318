package dev.jointly.io;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A problem whose optimum is known, as a folder of them lists it in {@code optima.ndjson}.
 *
 * @param optimum in micro-units
 * @param relaxationTight false where the folder says that the relaxation's value is below the optimum
 */
record Instance(Problem problem, long optimum, boolean relaxationTight) {
    /** Every problem of a folder, by id; a problem without optimum or an optimum without problem is an error. */
    static List<Instance> of(Path folder) throws IOException {
        Map<String, Problem> problems = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.getFileName().toString().contains(".problem.json"))
                    .map(ProblemReader::one)
                    .forEach(problem -> problems.put(problem.id(), problem));
        }
        Map<String, JsonNode> known = new TreeMap<>();
        for (String line : Files.readAllLines(folder.resolve("optima.ndjson"))) {
            JsonNode entry = new ObjectMapper().readTree(line);
            known.put(entry.required("id").asText(), entry);
        }
        assertThat(problems.keySet())
                .as("ids of problems and of optima in %s", folder)
                .isNotEmpty()
                .isEqualTo(known.keySet());
        List<Instance> instances = new ArrayList<>();
        problems.forEach((id, problem) -> {
            JsonNode entry = Objects.requireNonNull(known.get(id));
            assertThat(problem.size())
                    .as(id)
                    .isEqualTo(entry.required("detections").asInt());
            instances.add(new Instance(
                    problem,
                    Micro.of(entry.required("optimum").asDouble()),
                    entry.path("lpTight").asBoolean(true)));
        });
        return instances;
    }
}
