package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several threads change the time it takes, not the answer. */
class ThreadsTest {
    private final Solver solver = new Solver(new HighsEngine());

    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void fourThreadsFindWhatOneFinds(Method method) {
        Settings one = Settings.defaults().withMethod(method);
        for (long seed : Trials.seeds(1, 4, 12)) {
            Problem problem = Generator.generate("p", 8, seed % 2 == 0 ? Crowding.EASY : Crowding.CROWDED, seed);
            Solution alone = solver.solve(problem, one);
            Solution together = solver.solve(problem, one.withThreads(4));
            assertThat(Claims.check(problem, together).reasons())
                    .as("seed %d", seed)
                    .isEmpty();
            assertThat(together.status()).as("seed %d", seed).isEqualTo(Solution.Status.OPTIMAL);
            assertThat(together.lowerBound()).as("seed %d", seed).isEqualTo(alone.lowerBound());
            assertThat(together.objective()).as("seed %d", seed).isEqualTo(alone.objective());
        }
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
