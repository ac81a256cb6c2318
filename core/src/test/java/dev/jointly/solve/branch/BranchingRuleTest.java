package dev.jointly.solve.branch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Skeleton;
import dev.jointly.solve.term.StrongBranchingOracle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever point an engine hands out, feasible or not, and whatever it guesses: the questions can be answered. */
class BranchingRuleTest {
    @Test
    void anyPointRaisesOnlyQuestionsThatMayBeAsked() {
        Map<Kind, Integer> asked = new EnumMap<>(Kind.class);
        int none = 0;
        for (long seed : Trials.seeds(1, 250, 1_500)) {
            int majors = 1 + (int) (seed % 3);
            Problem problem = seed % 5 == 0 ? TinyProblems.gapped(seed, majors) : TinyProblems.random(seed, majors);
            Costs costs = new Costs(problem, Grid.of(problem, 20));
            Candidates reduced = Reduction.of(costs);
            Random random = new Random(seed);
            List<BranchingDecision> path = new ArrayList<>();
            BranchingRule rule = new BranchingRule(costs, new PinConstraints(List.of()), SolveOptions.defaults());
            for (int i = 0; i < 12; i++) {
                Restriction known = new Restriction(reduced, new PinConstraints(List.of()), path);
                Candidates left = known.candidates(1_000);
                PrimalPoint point = point(problem, left, random);
                Decision question = seed % 4 == 3 ? rule.diving(known, point) : rule.next(known, point, guess(random));
                if (question == null) {
                    none++;
                    break;
                }
                String who = problem.id() + " after " + path;
                int holder = question.holder();
                int d = question.detection();
                assertThat(known.placed(d)).as("%s: %s is open", who, question).isFalse();
                if (question.kind() == Kind.JOIN) {
                    assertThat(left.leads()).as("%s: %s", who, question).contains(holder);
                    assertThat(d == holder || joins(left, holder, d))
                            .as("%s: %s", who, question)
                            .isTrue();
                } else {
                    assertThat(left.locals(holder)).as("%s: %s", who, question).contains(d);
                    assertThat(known.home(holder))
                            .as("%s: %s, the host's skeleton is known", who, question)
                            .isNotNegative();
                }
                asked.merge(question.kind(), 1, Integer::sum);
                path.add(new BranchingDecision(question, random.nextInt(3) > 0));
            }
        }
        System.out.printf("questions of random points: %s, none of %d%n", asked, none);
        assertThat(asked.get(Kind.JOIN)).isGreaterThan(Trials.count(250, 2_000));
        assertThat(asked.get(Kind.LOCAL)).isGreaterThan(Trials.count(10, 100));
        assertThat(none).isGreaterThan(Trials.count(10, 100));
    }

    private static boolean joins(Candidates candidates, int n, int d) {
        Costs costs = candidates.costs();
        return Arrays.stream(candidates.joins(n, costs.part(d)))
                .anyMatch(slot -> costs.ofPart(costs.part(d))[slot] == d);
    }

    /** A few columns at values that need not go together. */
    private static PrimalPoint point(Problem problem, Candidates left, Random random) {
        BruteForce all = BruteForce.of(problem);
        double skeletons = random.nextDouble();
        double locals = random.nextDouble();
        PrimalPoint point = new PrimalPoint();
        for (BruteForce.Skeleton g : all.skeletons()) {
            Skeleton skeleton = new Skeleton(detections(g.members()), g.cost());
            if (left.allow(skeleton) && random.nextDouble() < 0.2 * skeletons) {
                point.add(skeleton, value(random));
            }
        }
        for (BruteForce.LocalAssignment l : all.localAssignments()) {
            LocalAssignment local = new LocalAssignment(l.global(), detections(l.locals()), l.cost());
            if (left.allow(local) && random.nextDouble() < 0.2 * locals) {
                point.add(local, value(random));
            }
        }
        return point;
    }

    private static double value(Random random) {
        return random.nextBoolean() ? 1 : random.nextDouble();
    }

    private static StrongBranchingOracle guess(Random random) {
        double[] nonsense = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -1e300, 0};
        return ruledOut -> random.nextBoolean() ? random.nextGaussian() : nonsense[random.nextInt(nonsense.length)];
    }

    private static int[] detections(int mask) {
        return IntStream.range(0, Integer.SIZE)
                .filter(d -> (mask >> d & 1) == 1)
                .toArray();
    }
}
