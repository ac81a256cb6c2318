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
            Map.entry(SolveOption.BUNDLE_STEPS, 3.0),
            Map.entry(SolveOption.LOCAL_PRICING_WORK, 20.0),
            Map.entry(SolveOption.HEURISTIC_STEPS, 0.0),
            Map.entry(SolveOption.HEURISTIC_ITERATIONS, 0.0),
            Map.entry(SolveOption.HEURISTIC_NODES, 1.0),
            Map.entry(SolveOption.MAX_COLUMNS, 2.0),
            Map.entry(SolveOption.BRANCHING_CANDIDATES, 1.0),
            Map.entry(SolveOption.BRANCHING_PIVOTS, 1.0),
            Map.entry(SolveOption.CUT_ROUNDS, 0.0),
            Map.entry(SolveOption.CUT_DEPTH, 0.0),
            Map.entry(SolveOption.CUTS_PER_ROUND, 1.0));

    /** Trees that branch. */
    private static final SolveOptions UNCUT = SolveOptions.defaults().with(SolveOption.CUT_ROUNDS, 0);

    /** The bundle finds most optima before an integer program could. */
    private static final SolveOptions INTEGER_PROGRAMS =
            TreeProblems.integerProgramFirst().with(SolveOption.BUNDLE_STEPS, 0);

    /** Those that matter only where another is not at its default either. */
    private static final Map<SolveOption, SolveOptions> BESIDE = Map.ofEntries(
            Map.entry(SolveOption.HEURISTIC_STEPS, INTEGER_PROGRAMS),
            Map.entry(SolveOption.HEURISTIC_ITERATIONS, INTEGER_PROGRAMS),
            Map.entry(SolveOption.MAX_COLUMNS, UNCUT),
            Map.entry(SolveOption.BRANCHING_CANDIDATES, UNCUT),
            Map.entry(SolveOption.BRANCHING_PIVOTS, UNCUT),
            Map.entry(SolveOption.CUT_DEPTH, SolveOptions.defaults().with(SolveOption.CUT_ROUNDS, 1)));

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
        trials.add(new Trial(Method.PCG, Generator.generate("integer program", 5, Crowding.ADVERSARIAL, 6, 8)));
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
        assertThat(options.with(option, option.min()).get(option)).isEqualTo(option.min());
        assertThat(options.with(option, option.max()).get(option)).isEqualTo(option.max());
        assertThat(options.with(option, option.defaultValue())).isEqualTo(options);
        for (double value : new double[] {
            Math.nextDown(option.min()), Math.nextUp(option.max()), Double.NaN, Double.POSITIVE_INFINITY
        }) {
            assertThatThrownBy(() -> options.with(option, value))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(option.label() + " is ")
                    .hasMessageContaining(option.shown(option.min()) + " to " + option.shown(option.max()));
        }
        if (option.integer()) {
            assertThatThrownBy(() -> options.with(option, option.min() + 0.5)).hasMessageContaining("an integer");
            assertThat(options.count(option)).isEqualTo((int) option.defaultValue());
        }
        assertThat(SolveOption.labelled(option.label())).contains(option);
    }

    @Test
    void refusalsNameTheValueAndTheRange() {
        assertThatThrownBy(() -> SolveOptions.defaults().with(SolveOption.CUT_ROUNDS, 3_000))
                .hasMessage("cutRounds is 3000 but must be an integer from 0 to 1000");
        assertThatThrownBy(() -> SolveOptions.defaults().with(SolveOption.REDUCED_COST_TOLERANCE, 1.5))
                .hasMessage("reducedCostTolerance is 1.5 but must be from 1.0E-12 to 0.01");
        assertThat(SolveOption.labelled("cutrounds")).isEmpty();
    }

    /** {@code -Djointly.options.record=true} writes the page anew. */
    @Test
    void theDocumentationHasTheTable() throws IOException {
        StringBuilder table = new StringBuilder("""
                # Options

                Numbers that tune the solver. They change how soon and how tightly something is proven, never what: every bound stays exact
                and every certificate passes `verify`. Set one with `jointly solve --option NAME=VALUE`, or with `Settings.withOptions` in
                Java. You should not need to.

                | option | default | minimum | maximum | unit | what it does |
                |---|---|---|---|---|---|
                """);
        for (SolveOption option : SolveOption.values()) {
            table.append("| `")
                    .append(option.label())
                    .append("` | ")
                    .append(option.shown(option.defaultValue()))
                    .append(" | ")
                    .append(option.shown(option.min()))
                    .append(" | ")
                    .append(option.shown(option.max()))
                    .append(" | ")
                    .append(option.unit())
                    .append(" | ")
                    .append(option.description())
                    .append(" |\n");
        }
        table.append("""

                The time limit, gap, method and number of threads have options of their own on the command line and in `Settings`.
                """);
        Path page = Path.of("..", "dev", "options.md");
        if (Boolean.getBoolean("jointly.options.record")) {
            Files.writeString(page, table);
        }
        assertThat(page).content().isEqualTo(table.toString());
    }
}
