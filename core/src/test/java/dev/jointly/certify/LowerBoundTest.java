package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LowerBoundTest {
    @Test
    void equalsTheFormulaTermByTermAndNeverExceedsTheOptimum() {
        int informative = 0;
        for (int seed = 0; seed < Trials.count(150, 600); seed++) {
            Random random = new Random(seed);
            Problem problem = RandomProblems.tiny(random);
            Enumeration enumeration = new Enumeration(problem);
            long optimum =
                    enumeration.optimum().stream().mapToLong(ClaimedPose::cost).sum();
            for (int i = 0; i < 8; i++) {
                Proof lambda = RandomProblems.lambda(random, problem, random.nextInt(21));
                long bound = Checker.lowerBound(problem, lambda);
                assertThat(bound)
                        .as("seed %d, lambda %d", seed, i)
                        .isEqualTo(enumeration.lowerBound(lambda))
                        .isLessThanOrEqualTo(optimum);
                informative += bound < 0 ? 1 : 0;
            }
        }
        // a checker that always says 0 or an instance generator without poses would be seen here
        assertThat(informative).isGreaterThan(Trials.enough(400, 2000));
    }

    @Test
    void climbingReachesTheOptimumOnMostTinyProblems() {
        int met = 0;
        for (int seed = 0; seed < Trials.count(20, 60); seed++) {
            Random random = new Random(seed);
            Problem problem = RandomProblems.tiny(random);
            long optimum = new Enumeration(problem)
                    .optimum().stream().mapToLong(ClaimedPose::cost).sum();
            Proof lambda = RandomProblems.climb(random, problem, 3, 1500);
            long bound = Checker.lowerBound(problem, lambda);
            assertThat(bound).as("seed %d", seed).isLessThanOrEqualTo(optimum);
            met += bound == optimum ? 1 : 0;
        }
        assertThat(met).isGreaterThan(Trials.enough(8, 30));
    }

    /** One detection of cost -1 micro-unit; poses are free. Quarters of a micro-unit are rounded up to -1. */
    @Test
    void roundsUpToTheNextWholeMicroUnit() {
        Anatomy anatomy = new Anatomy("one part", List.of("neck"), List.of(0), List.of());
        Problem problem = new Problem(
                "one",
                null,
                anatomy,
                0,
                List.of(new Detection(0, null, null, null, -1)),
                new PairCosts.Builder().build(1, true),
                List.of());
        long[] none = {0};
        // - 2/4 + (-1 + 2/4) = -1
        assertThat(Checker.lowerBound(problem, new Proof(2, new long[] {2}, none)))
                .isEqualTo(-1);
        // - 2/4 + (-1 + 2/4 - 3/4) = -1 - 3/4
        assertThat(Checker.lowerBound(problem, new Proof(2, new long[] {2}, new long[] {3})))
                .isEqualTo(-1);
        // - 2/4 + (-1 + 2/4 - 4/4) = -2
        assertThat(Checker.lowerBound(problem, new Proof(2, new long[] {2}, new long[] {4})))
                .isEqualTo(-2);
    }

    @Tag("timing")
    @Test
    void threeHundredDetectionsWithAllPairs() {
        Random random = new Random(7);
        Problem problem = RandomProblems.random(random, 14, 1, 300, 1_000_000, 1, true);
        long[] prices = random.longs(300, 0, 6_000_000L << 10).toArray();
        Proof proof = new Proof(10, prices, new long[300]);
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < 30; i++) {
            long start = System.nanoTime();
            assertThat(Checker.lowerBound(problem, proof)).isNegative();
            fastest = Math.min(fastest, System.nanoTime() - start);
        }
        System.out.printf(
                "bound of 300 detections, %d pairs, warm: %.1f ms%n",
                problem.pairs().size(), fastest / 1e6);
        // generous: this guards against an explosion of the search, not against a slow machine
        assertThat(fastest).isLessThan(500_000_000L);
    }
}
