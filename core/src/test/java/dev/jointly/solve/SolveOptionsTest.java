package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.problem.Problem;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every option is range-checked, in the documentation, and read. Same input, same settings, same work: so where the work
 * differs with one option changed, that option was read, and used.
 */
class SolveOptionsTest {
    /** So far from the default that it cannot go unnoticed. */
    private static final Map<SolveOption, Double> CHANGED = Map.ofEntries(
            Map.entry(SolveOption.REDUCED_COST_TOLERANCE, 1e-2),
            Map.entry(SolveOption.ROW_VIOLATION_TOLERANCE, 1e-2),
            Map.entry(SolveOption.TIGHT_TOLERANCE, 1e-3),
            Map.entry(SolveOption.ROW_BIAS, 0.0),
            Map.entry(SolveOption.ROW_GRID_BITS, 0.0),
            Map.entry(SolveOption.LAMBDA_GRID_BITS, 3.0),
            Map.entry(SolveOption.ROOT_SUBGRADIENT_STEPS, 7.0),
            Map.entry(SolveOption.SUBGRADIENT_STEPS_PER_ROUND, 1.0),
            Map.entry(SolveOption.SUBGRADIENT_MOMENTUM, 0.0),
            Map.entry(SolveOption.SUBGRADIENT_PATIENCE, 1.0),
            Map.entry(SolveOption.ASCENT_COLUMN_SHARE, 1.0),
            Map.entry(SolveOption.STABILIZATION, 1.0),
            Map.entry(SolveOption.LOCAL_PRICING_WORK, 20.0),
            Map.entry(SolveOption.CONSTRUCTION_LOCAL_SET, 1.0),
            Map.entry(SolveOption.HEURISTIC_STEPS, 0.0),
            Map.entry(SolveOption.HEURISTIC_ITERATIONS, 0.0),
            Map.entry(SolveOption.HEURISTIC_NODES, 1.0),
            Map.entry(SolveOption.NODE_COLUMN_SHARE, 1_000_000.0),
            Map.entry(SolveOption.MOST_COLUMNS, 2.0),
            Map.entry(SolveOption.CROWDED_COLUMNS, 0.0),
            Map.entry(SolveOption.CROWDED_RATIO, 1.0),
            Map.entry(SolveOption.SPARE_ROWS, 0.0),
            Map.entry(SolveOption.BRANCHING_CANDIDATES, 1.0),
            Map.entry(SolveOption.BRANCHING_PIVOTS, 1.0),
            Map.entry(SolveOption.BRANCHING_LEAST_RISE, 1.0),
            Map.entry(SolveOption.PENALTY_PER_GAP, 1.0),
            Map.entry(SolveOption.PENALTIES_PER_PRICE, 1_000.0),
            Map.entry(SolveOption.DIVE_RISE, 1.0),
            Map.entry(SolveOption.CUT_ROUNDS, 0.0),
            Map.entry(SolveOption.CUT_DEPTH, 0.0),
            Map.entry(SolveOption.CUT_PROGRESS, 1.0),
            Map.entry(SolveOption.CUT_PATIENCE, 1.0),
            Map.entry(SolveOption.CUTS_PER_ROUND, 1.0),
            Map.entry(SolveOption.CUTS_PER_DETECTION, 1.0),
            Map.entry(SolveOption.IDLE_CUT_ROUNDS, 1_000.0),
            Map.entry(SolveOption.ELIMINATION_ORDERS, 0.0),
            Map.entry(SolveOption.CUT_VIOLATION, 0.4),
            Map.entry(SolveOption.OPEN_CUTS, 0.0));

    /** Those that matter only where another is not at its default either. */
    private static final Map<SolveOption, SolveOptions> BESIDE = Map.ofEntries(
            Map.entry(SolveOption.CROWDED_COLUMNS, with(SolveOption.CROWDED_RATIO, 1)),
            Map.entry(SolveOption.CROWDED_RATIO, with(SolveOption.CROWDED_COLUMNS, 0)),
            Map.entry(SolveOption.HEURISTIC_STEPS, TreeProblems.integerProgramFirst()),
            Map.entry(SolveOption.HEURISTIC_ITERATIONS, TreeProblems.integerProgramFirst()),
            Map.entry(SolveOption.PENALTIES_PER_PRICE, with(SolveOption.PENALTY_PER_GAP, 1_000)),
            Map.entry(SolveOption.SPARE_ROWS, with(SolveOption.CUT_ROUNDS, 0)),
            Map.entry(SolveOption.TIGHT_TOLERANCE, with(SolveOption.REDUCED_COST_TOLERANCE, 1e-2)));

    private static SolveOptions with(SolveOption option, double value) {
        return SolveOptions.defaults().with(option, value);
    }

    private static final Map<String, Work> KNOWN = new HashMap<>();

    private record Trial(Method method, Problem problem) {
        Work work(SolveOptions options) {
            return Work.of(problem, Settings.defaults().withMethod(method).withOptions(options));
        }

        Work remembered(SolveOptions options) {
            return KNOWN.computeIfAbsent(method + problem.id() + options.changed(), key -> work(options));
        }
    }

    /** Small ones first: the others are for options of large trees. */
    private static List<Trial> trials() {
        List<Trial> trials = new ArrayList<>();
        for (long seed = 1; seed <= 6; seed++) {
            Problem problem = Generator.generate("p" + seed, 4, Crowding.ADVERSARIAL, seed, 8);
            trials.add(new Trial(Method.BCG, problem));
            trials.add(new Trial(Method.PCG, problem));
        }
        trials.add(new Trial(Method.PCG, Generator.generate("crowd", 14, Crowding.CROWDED, 12)));
        trials.add(new Trial(Method.PCG, Generator.generate("many nodes", 5, Crowding.DENSE, 100_003)));
        trials.add(new Trial(Method.BCG, Generator.generate("many nodes", 5, Crowding.DENSE, 100_003)));
        return trials;
    }

    @ParameterizedTest
    @EnumSource(SolveOption.class)
    void isRead(SolveOption option) {
        assertThat(CHANGED).containsKey(option);
        SolveOptions before = BESIDE.getOrDefault(option, SolveOptions.defaults());
        SolveOptions after = before.with(option, Objects.requireNonNull(CHANGED.get(option)));
        assertThat(trials().stream().anyMatch(trial -> !trial.work(after).equals(trial.remembered(before))))
                .as("work differs with %s instead of %s", after, before)
                .isTrue();
    }

    @Test
    void workIsTheSameWhereOptionsAre() {
        for (Trial trial : trials().subList(0, 4)) {
            assertThat(trial.work(SolveOptions.defaults())).isEqualTo(trial.work(SolveOptions.defaults()));
        }
    }

    @ParameterizedTest
    @EnumSource(SolveOption.class)
    void valuesOutOfRangeAreRefused(SolveOption option) {
        SolveOptions options = SolveOptions.defaults();
        assertThat(options.with(option, option.least()).get(option)).isEqualTo(option.least());
        assertThat(options.with(option, option.most()).get(option)).isEqualTo(option.most());
        assertThat(options.with(option, option.usual())).isEqualTo(options);
        for (double value : new double[] {
            Math.nextDown(option.least()), Math.nextUp(option.most()), Double.NaN, Double.POSITIVE_INFINITY
        }) {
            assertThatThrownBy(() -> options.with(option, value))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(option.label() + " is ")
                    .hasMessageContaining(option.shown(option.least()) + " to " + option.shown(option.most()));
        }
        if (option.integer()) {
            assertThatThrownBy(() -> options.with(option, option.least() + 0.5)).hasMessageContaining("an integer");
            assertThat(options.count(option)).isEqualTo((int) option.usual());
        }
        assertThat(SolveOption.labelled(option.label())).contains(option);
    }

    @Test
    void refusalsNameTheValueAndTheRange() {
        assertThatThrownBy(() -> SolveOptions.defaults().with(SolveOption.ROW_GRID_BITS, 30))
                .hasMessage("rowGridBits is 30 but must be an integer from 0 to 20");
        assertThatThrownBy(() -> SolveOptions.defaults().with(SolveOption.ROW_BIAS, 0.1))
                .hasMessage("rowBias is 0.1 but must be from 0.0 to 0.01");
        assertThat(SolveOption.labelled("rowbias")).isEmpty();
    }

    /** {@code -Djointly.options.record=true} writes the page anew. */
    @Test
    void theDocumentationHasTheTable() throws IOException {
        StringBuilder table = new StringBuilder("""
                # Options

                Numbers that tune the solver. None changes what is proven, only how soon and how tightly: whatever is set, every
                bound is exact and every certificate passes `verify`. Generated from
                [SolveOption.java](../core/src/main/java/dev/jointly/solve/option/SolveOption.java) by `SolveOptionsTest`, which also tests that each
                one is read. `jointly solve --option NAME=VALUE` sets one; `Settings.withOptions` does in Java. Costs are in units.

                | option | default | least | most | meaning |
                |---|---|---|---|---|
                """);
        for (SolveOption option : SolveOption.values()) {
            table.append("| `")
                    .append(option.label())
                    .append("` | ")
                    .append(option.shown(option.usual()))
                    .append(" | ")
                    .append(option.shown(option.least()))
                    .append(" | ")
                    .append(option.shown(option.most()))
                    .append(" | ")
                    .append(option.meaning())
                    .append(" |\n");
        }
        table.append("""

                Not in the table: `timeLimit`, `gap`, `threads` and `method` (command line), the limits of the self-check
                (`SelfCheck`, `verify --time-limit`) and of the engine's adapter (`HighsModel`).
                """);
        Path page = Path.of("..", "docs", "options.md");
        if (Boolean.getBoolean("jointly.options.record")) {
            Files.writeString(page, table);
        }
        assertThat(page).content().isEqualTo(table.toString());
    }
}
