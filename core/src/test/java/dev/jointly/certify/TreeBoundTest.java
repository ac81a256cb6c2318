package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TreeBoundTest {
    @Test
    void equalsTheRulesWordByWordAndNeverExceedsTheOptimum() {
        int branching = 0;
        int negative = 0;
        int impossible = 0;
        for (int seed = 0; seed < 1500; seed++) {
            Random random = new Random(seed);
            Problem free = TinyProblems.tiny(random);
            Problem problem = seed % 2 == 0 ? free : TinyProblems.withPins(random, free);
            Enumeration truth = new Enumeration(problem);
            Optional<Long> optimum = truth.underPins()
                    .map(poses -> poses.stream().mapToLong(ClaimedPose::cost).sum());
            impossible += optimum.isPresent() ? 0 : 1;
            for (int i = 0; i < 5; i++) {
                Proof proof = RandomTrees.proof(random, problem);
                Literal literal = new Literal(problem, truth, proof);
                assertThat(literal.wellFormed())
                        .as("seed %d, proof %d", seed, i)
                        .isTrue();
                long bound = Checker.lowerBound(problem, proof);
                assertThat(bound).as("seed %d, proof %d", seed, i).isEqualTo(literal.lowerBound());
                assertThat(bound).as("seed %d, proof %d", seed, i).isLessThanOrEqualTo(optimum.orElse(Long.MAX_VALUE));
                branching += proof.trees().stream().anyMatch(t -> t.root() instanceof Proof.Branch) ? 1 : 0;
                negative += bound < 0 ? 1 : 0;
            }
        }
        System.out.printf(
                "random proofs: %d branch, %d prove less than 0; pins leave no solution to %d problems%n",
                branching, negative, impossible);
        assertThat(branching).isGreaterThan(2000);
        assertThat(negative).isGreaterThan(2000);
        assertThat(impossible).isGreaterThan(50);
    }
}
