package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A check stopped at any moment: no bound at all, or one that the whole check confirms. */
class StoppedCheckTest {
    @Test
    void stoppedAnywhereTheBoundIsNeverAboveTheExactOne() {
        int without = 0;
        int weaker = 0;
        for (int seed = 0; seed < Trials.count(400, 400); seed++) {
            Random random = new Random(seed);
            Problem problem = RandomProblems.withPins(random, RandomProblems.tiny(random));
            Proof plain = seed % 2 == 0
                    ? RandomTrees.proof(random, problem)
                    : RandomProblems.lambda(random, problem, random.nextInt(10));
            Proof proof = seed % 4 < 2 ? plain : RandomCuts.added(random, problem, plain);
            long exact = new ProofBound(problem, proof, new WorkBudget(CheckLimits.NONE)).total();
            boolean complete = false;
            for (int questions = 0; !complete; questions++) {
                AtomicInteger left = new AtomicInteger(questions);
                WorkBudget effort =
                        new WorkBudget(new CheckLimits(Long.MAX_VALUE, () -> left.decrementAndGet() < 0), 1);
                try {
                    long bound = new ProofBound(problem, proof, effort).total();
                    assertThat(bound)
                            .as("seed %d, stopped after %d questions", seed, questions)
                            .isLessThanOrEqualTo(exact);
                    complete = !effort.wasCutShort();
                    weaker += bound < exact ? 1 : 0;
                    if (complete) {
                        assertThat(bound).as("seed %d", seed).isEqualTo(exact);
                    }
                } catch (WorkBudget.Stopped e) {
                    without++;
                }
            }
        }
        assertThat(weaker).as("stopped with a weaker bound").isGreaterThan(Trials.enough(1_000, 1_000));
        assertThat(without).as("stopped without a bound").isGreaterThan(Trials.enough(1_000, 1_000));
    }
}
