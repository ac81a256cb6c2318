package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.solve.tree.Parallel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several threads change the time it takes, not the answer. */
class ThreadsTest {
    private final Solver solver = new Solver(new HighsEngine());

    /** Poses, bounds, prices and trees: all but the time. */
    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void theAnswerDoesNotDependOnThreads(Method method) {
        Settings one = Settings.defaults().withMethod(method);
        int trees = 0;
        for (long seed : method == Method.PCG ? Trials.seeds(1, 10, 200) : Trials.seeds(1, 10, 60)) {
            int people = 2 + (int) (seed % 4);
            Problem problem =
                    Generator.generate("p", people, seed % 5 == 0 ? Crowding.ADVERSARIAL : Crowding.CROWDED, seed);
            Solution alone = solver.solve(problem, one);
            assertThat(Claims.check(problem, alone).reasons())
                    .as("seed %d", seed)
                    .isEmpty();
            trees += alone.proof().trees().size();
            for (int threads : new int[] {2, 8}) {
                assertThat(solver.solve(problem, one.withThreads(threads)))
                        .as("seed %d, %d threads", seed, threads)
                        .usingRecursiveComparison()
                        .ignoringFields("seconds", "trace")
                        .isEqualTo(alone);
            }
        }
        assertThat(trees).as("trees in the proofs").isPositive();
    }

    /** Components and, inside them, sub-problems leave the calling thread. */
    @Test
    void theWorkIsReallyShared() {
        try (Parallel parallel = new Parallel(3)) {
            Set<Thread> seen = ConcurrentHashMap.newKeySet();
            parallel.map(
                    List.of(1, 2, 3, 4),
                    outer -> parallel.map(List.of(1, 2, 3), inner -> {
                        seen.add(Thread.currentThread());
                        return outer * inner;
                    }));
            assertThat(seen).isNotEmpty().doesNotContain(Thread.currentThread());
        }
    }
}
