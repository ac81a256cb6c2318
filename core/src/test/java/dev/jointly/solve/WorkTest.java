package dev.jointly.solve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The solver does not come to work harder unnoticed. Times are no good for that: they are the machine's, and its other
 * users'. Counts are not. Small differences between
 * processors may still change a pivot here and there, which is why sums are compared, and not to the last digit.
 */
class WorkTest {
    private static final Path FILE = Path.of("src/test/resources/dev/jointly/solve/work.txt");
    private static final String RECORD = "jointly.work.record";

    private static final Map<Crowding, int[]> PEOPLE = Map.of(
            Crowding.EASY, new int[] {1, 3, 6, 10},
            Crowding.CROWDED, new int[] {1, 2, 4, 6},
            Crowding.DENSE, new int[] {1, 2, 3, 4},
            Crowding.ADVERSARIAL, new int[] {1, 2});

    @Test
    void theSameProblemsTakeNoMoreWorkThanRecorded() throws IOException {
        List<Work> now = new ArrayList<>();
        for (Method method : List.of(Method.PCG, Method.BCG)) {
            for (Problem problem : problems()) {
                now.add(Work.of(problem, Settings.defaults().withMethod(method)));
            }
        }
        if (Boolean.getBoolean(RECORD)) {
            List<String> lines = new ArrayList<>(List.of(Work.heading()));
            now.forEach(work -> lines.add(work.line()));
            Files.write(FILE, lines);
        }
        List<Work> before = Files.readAllLines(FILE, UTF_8).stream()
                .filter(line -> !line.startsWith("#"))
                .map(Work::parse)
                .toList();
        assertThat(before)
                .extracting(Work::what)
                .isEqualTo(now.stream().map(Work::what).toList());
        assertThat(Work.changes(before, now))
                .as(
                        "work differs from core/%s by more than %.0f %%. If that is meant to be so, or good, say why in the"
                                + " commit and record it: mvn -pl core test -Dtest=WorkTest -D%s=true",
                        FILE, 100 * Work.TOLERANCE, RECORD)
                .isEmpty();
    }

    @Test
    void countsAreTheSameFromRunToRun() {
        for (Method method : List.of(Method.PCG, Method.BCG)) {
            Problem problem = problem(Crowding.ADVERSARIAL, 2, 2);
            Settings settings = Settings.defaults().withMethod(method);
            assertThat(Work.of(problem, settings)).isEqualTo(Work.of(problem, settings));
        }
    }

    @Test
    void growthAndShrinkageAreTold() {
        Work before = Work.parse("pcg p 100 100 1000 0 0 1 50 0 5000");
        assertThat(Work.changes(List.of(before), List.of(Work.parse("pcg p 110 90 1100 3 0 1 50 0 5000"))))
                .isEmpty();
        assertThat(Work.changes(List.of(before), List.of(Work.parse("pcg p 111 100 899 4 0 1 50 0 5000"))))
                .containsExactly(
                        "pcg: rounds GREW from 100 to 111 (+11 %)",
                        "pcg: pivots shrank from 1000 to 899 (-10 %)", "pcg: trials GREW from 0 to 4 (+400 %)");
        assertThat(Work.parse(before.line())).isEqualTo(before);
    }

    private static List<Problem> problems() {
        List<Problem> problems = new ArrayList<>();
        for (Crowding crowding : Crowding.values()) {
            for (int people : PEOPLE.getOrDefault(crowding, new int[0])) {
                for (int seed = 1; seed <= 3; seed++) {
                    problems.add(problem(crowding, people, seed));
                }
            }
        }
        return problems;
    }

    private static Problem problem(Crowding crowding, int people, int seed) {
        return Generator.generate(crowding.label() + "-" + people + "p-s" + seed, people, crowding, seed);
    }
}
