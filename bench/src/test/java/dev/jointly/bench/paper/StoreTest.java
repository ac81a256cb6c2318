package dev.jointly.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Complete lines stay, and a line left unfinished by a killed run is dropped. */
class StoreTest {
    @TempDir
    Path folder;

    static Run run(String problem, String method, String status, double seconds, double lower, double objective) {
        return new Run(
                "a",
                problem,
                "0",
                10,
                20,
                method,
                method,
                status,
                seconds,
                seconds,
                lower,
                objective,
                0,
                0,
                1,
                2,
                3,
                4,
                5,
                0.1,
                0.2,
                Double.NaN,
                100,
                200);
    }

    @Test
    void aKilledRunGoesOn() throws IOException {
        Run one = run("one", "pcg", Run.OPTIMAL, 0.25, -3, -3);
        Store store = new Store(folder);
        store.add(one);
        Files.writeString(folder.resolve("runs.csv"), "a,two,0,1", StandardOpenOption.APPEND);
        Store again = new Store(folder);
        assertThat(again.runs()).containsExactly(one);
        assertThat(again.has("a", "one", "pcg")).isTrue();
        assertThat(again.has("a", "one", "bcg")).isFalse();
        assertThat(again.has("a", "two", "pcg")).isFalse();
        Run two = run("two", "pcg", Run.BOUNDED, 2, -4, -3);
        again.add(two);
        assertThat(new Store(folder).runs()).containsExactly(one, two);
    }

    @Test
    void resultsOfAnotherVersionAreRefused() throws IOException {
        Files.writeString(folder.resolve("runs.csv"), "set,problem\na,one\n");
        assertThatThrownBy(() -> new Store(folder))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("set,problem");
    }

    /** By the paper's rule: over minus the largest lower bound that any method has. */
    @Test
    void gapsAreNormalised() {
        Results results = new Results(List.of(
                run("one", "bcg", Run.BOUNDED, 1, -8, -6),
                run("one", "pcg", Run.BOUNDED, 1, -10, -7),
                run("one", "greedy", Run.FEASIBLE, 1, Double.NaN, -4),
                run("none", "pcg", Run.OPTIMAL, 1, 0, 0)));
        assertThat(results.of("a", "bcg").get(0).normalisedGap()).isEqualTo(2 / 8.0);
        assertThat(results.of("a", "pcg").stream()
                        .filter(run -> run.problem().equals("one"))
                        .findFirst()
                        .orElseThrow()
                        .normalisedGap())
                .isEqualTo(3 / 8.0);
        assertThat(results.of("a", "greedy").get(0).normalisedGap()).isEqualTo(4 / 8.0);
        assertThat(results.of("a", "pcg").get(0).normalisedGap()).isZero();
    }
}
