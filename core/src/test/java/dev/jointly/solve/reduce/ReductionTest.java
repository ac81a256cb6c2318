package dev.jointly.solve.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.reduce.Reduction.Step;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever is dropped, the optimum stays: each reduction alone, and all of them, against brute force. */
class ReductionTest {
    private static final int PROBLEMS = Trials.count(120, 600);

    @ParameterizedTest
    @EnumSource(Step.class)
    void eachReductionAloneKeepsTheOptimum(Step step) {
        assertThat(keepsTheOptimum(EnumSet.of(step)))
                .as("candidates dropped by %s", step)
                .isGreaterThan(Trials.enough(15, 100));
    }

    @Test
    void allReductionsTogetherKeepTheOptimum() {
        assertThat(keepsTheOptimum(EnumSet.allOf(Step.class)))
                .as("candidates dropped")
                .isGreaterThan(Trials.enough(150, 1000));
    }

    private static int keepsTheOptimum(EnumSet<Step> steps) {
        int dropped = 0;
        for (long seed : Trials.seeds(1, PROBLEMS)) {
            Problem problem = TinyProblems.random(seed, 1 + (int) (seed % 3));
            Costs costs = new Costs(problem, Grid.of(problem, 20));
            Candidates reduced = Reduction.of(costs, steps);
            BruteForce whole = BruteForce.of(problem);
            BruteForce left =
                    whole.restrictedTo(skeleton -> allows(reduced, skeleton), local -> allows(reduced, local));
            assertThat(left.optimum()).as("seed %d with %s", seed, steps).isEqualTo(whole.optimum());
            dropped += size(Reduction.none(costs)) - size(reduced);
        }
        return dropped;
    }

    @Test
    void componentsAddUpToTheWhole() {
        int split = 0;
        for (long seed : Trials.seeds(1, PROBLEMS)) {
            Problem problem = TinyProblems.random(seed, 1 + (int) (seed % 3));
            Costs costs = new Costs(problem, Grid.of(problem, 20));
            BruteForce whole = BruteForce.of(problem);
            List<Candidates> components = Components.of(Reduction.of(costs), List.of());
            long sum = 0;
            for (Candidates component : components) {
                sum += whole.restrictedTo(skeleton -> allows(component, skeleton), local -> allows(component, local))
                        .optimum();
            }
            assertThat(sum).as("seed %d", seed).isEqualTo(whole.optimum());
            split += components.size() > 1 ? 1 : 0;
        }
        System.out.println("problems that fell apart: " + split);
        assertThat(split).as("problems that fell apart").isGreaterThanOrEqualTo(Trials.enough(1, 6));
    }

    /** The bound of any dual point with lambda3 <= -Delta is the same on what is left as the checker's on the whole. */
    @Test
    void theBoundOfADualPointSurvivesTheReductions() {
        for (long seed : Trials.seeds(1, PROBLEMS)) {
            Problem problem = TinyProblems.random(seed, 1 + (int) (seed % 3));
            Costs costs = new Costs(problem, Grid.of(problem, 20));
            Candidates reduced = Reduction.of(costs);
            DualPoint dual = reduced.start();
            Random random = new Random(seed);
            for (int d : reduced.members()) {
                dual.lambda1()[d] = random.nextInt(3) == 0
                        ? 0
                        : random.nextLong(costs.grid().fromMicro(5_000_000));
                if (reduced.locals(d).length > 0) {
                    dual.lambda3()[d] = random.nextLong(1 + dual.lambda3()[d]);
                }
            }
            long bound = new Pricer(reduced).price(dual, 1).bound();
            Proof proof = new Proof(dual.scaleBits(), dual.lambda1(), dual.lambda3());
            assertThat(costs.grid().ceilMicro(bound)).as("seed %d", seed).isEqualTo(Checker.lowerBound(problem, proof));
        }
    }

    private static boolean allows(Candidates candidates, BruteForce.Skeleton skeleton) {
        Costs costs = candidates.costs();
        for (int lead : candidates.leads()) {
            boolean fits = skeleton.has(lead);
            for (int d = 0; d < costs.size() && fits; d++) {
                int slot = costs.slot(d);
                fits = !skeleton.has(d)
                        || d == lead
                        || Arrays.stream(candidates.joins(lead, costs.part(d))).anyMatch(s -> s == slot);
            }
            if (fits) {
                return true;
            }
        }
        return false;
    }

    private static boolean allows(Candidates candidates, BruteForce.LocalAssignment local) {
        boolean hosts = Arrays.stream(candidates.hosts()).anyMatch(m -> m == local.global());
        int known = Arrays.stream(candidates.locals(local.global()))
                .map(d -> 1 << d)
                .sum();
        return hosts && (local.locals() & ~known) == 0;
    }

    private static int size(Candidates candidates) {
        int size = Arrays.stream(candidates.hosts())
                .map(m -> candidates.locals(m).length)
                .sum();
        for (int lead : candidates.leads()) {
            size++;
            for (int q = 0; q < candidates.costs().parts(); q++) {
                size += candidates.joins(lead, q).length;
            }
        }
        return size;
    }
}
