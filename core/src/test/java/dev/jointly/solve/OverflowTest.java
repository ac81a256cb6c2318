package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.Trials;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemTooLargeException;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One part whose detections all attract each other, so that the best solution is one pose of everything, at costs up to the
 * largest. Sums that leave 64 bits once wrapped round to "optimal, 0 poses".
 */
class OverflowTest {
    private static final Anatomy DOT = Anatomy.of("dot", List.of("neck"), List.of("neck"), List.of());

    private final Solver solver = new Solver(new HighsEngine());

    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void eitherTheOptimumOrARefusal(Method method) {
        int solved = 0;
        int refused = 0;
        for (int size = 2; size <= 300; size += size < 20 ? 1 : Trials.all() ? 40 : 90) {
            for (long micro : new long[] {-Micro.LARGEST, -Micro.LARGEST / 100, -Micro.PER_UNIT}) {
                Problem problem = magnets(size, micro);
                BigInteger optimum =
                        BigInteger.valueOf(micro).multiply(BigInteger.valueOf(size + (long) size * (size - 1) / 2));
                String who = size + " detections at " + micro;
                try {
                    // enough to find the pose of everything; a proof by branching on equals would take for ever
                    AtomicInteger looks = new AtomicInteger();
                    int most = size < 20 ? 30_000 : 3_000;
                    Solution solution = solver.solve(
                            problem,
                            Settings.defaults().withMethod(method),
                            event -> {},
                            () -> looks.incrementAndGet() > most);
                    assertThat(Claims.check(problem, solution).reasons())
                            .as(who)
                            .isEmpty();
                    assertThat(BigInteger.valueOf(solution.lowerBound()))
                            .as(who)
                            .isLessThanOrEqualTo(optimum);
                    assertThat(BigInteger.valueOf(solution.objective())).as(who).isGreaterThanOrEqualTo(optimum);
                    if (size < 20) {
                        assertThat(BigInteger.valueOf(solution.objective()))
                                .as(who)
                                .isEqualTo(optimum);
                    }
                    solved++;
                } catch (ProblemTooLargeException e) {
                    assertThat(optimum.abs())
                            .as("%s: %s", who, e.getMessage())
                            .isGreaterThan(BigInteger.valueOf(Micro.LARGEST).multiply(BigInteger.TEN));
                    refused++;
                }
            }
        }
        assertThat(solved).isGreaterThan(Trials.count(45, 50));
        assertThat(refused).isGreaterThan(Trials.count(10, 15));
    }

    @Test
    void poseCostsAreAddedExactly() {
        Problem problem = magnets(140, -Micro.LARGEST);
        var everything = new Pose(
                new TreeMap<>(Map.of(0, 0)),
                new TreeMap<>(Map.of(0, IntStream.range(1, 140).boxed().toList())));
        assertThatThrownBy(() -> everything.cost(problem)).isInstanceOf(ArithmeticException.class);
    }

    private static Problem magnets(int size, long micro) {
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int a = 0; a < size; a++) {
            for (int b = 0; b < a; b++) {
                pairs.add(a, b, micro);
            }
        }
        List<Detection> detections = Collections.nCopies(size, new Detection(0, null, null, null, micro));
        return new Problem("magnets", null, DOT, 0, detections, pairs.build(size, true), List.of());
    }
}
