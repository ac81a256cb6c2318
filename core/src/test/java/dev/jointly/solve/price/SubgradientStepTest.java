package dev.jointly.solve.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.solve.price.Pricer.PricingResult;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every step against the rule, whatever pricing is said to have found. */
class SubgradientStepTest {
    private static final int STEPS = 25;

    @Test
    void stepsByTheRule() {
        int limited = 0;
        int halved = 0;
        int moved = 0;
        for (long seed : Trials.seeds(1, 300, 1_500)) {
            Random random = new Random(seed);
            Problem problem = TinyProblems.sometimesLimited(TinyProblems.random(seed), seed);
            BruteForce all = BruteForce.of(problem);
            Candidates candidates = candidates(random, problem);
            double momentum = random.nextInt(3) / 4.0;
            int patience = 1 + random.nextInt(4);
            DualPoint start = random.nextBoolean() ? candidates.start() : DualPoint.zero(5, problem.size());
            SubgradientAscent ascent = new SubgradientAscent(candidates, start, momentum, patience);
            Rule rule = new Rule(candidates, problem, start, momentum, patience);
            for (int i = 0; i < STEPS; i++) {
                PricingResult priced = anything(random, all, candidates);
                long gap = candidates.costs().grid().fromMicro(random.nextInt(8_000_000));
                double[] before = rule.at(ascent.point());
                boolean up = rule.step(before, priced, gap);
                assertThat(ascent.step(priced, gap))
                        .as("seed %d, step %d", seed, i)
                        .isEqualTo(up);
                double[] after = rule.at(ascent.point());
                assertThat(furthest(after, rule.next))
                        .as("seed %d, step %d: grid points between a price and the rule's", seed, i)
                        .isLessThanOrEqualTo(1);
                moved += Arrays.equals(before, after) ? 0 : 1;
            }
            halved += rule.length < 1 ? 1 : 0;
            limited += problem.maxPoses().isPresent() && ascent.point().nu() > 0 ? 1 : 0;
        }
        assertThat(limited).as("ended with a price of poses").isGreaterThan(Trials.enough(20, 100));
        assertThat(halved).as("shortened their steps").isGreaterThan(Trials.enough(100, 500));
        assertThat(moved).as("steps").isGreaterThan(Trials.enough(3_000, 15_000));
    }

    private static double furthest(double[] some, double[] others) {
        return IntStream.range(0, some.length)
                .mapToDouble(k -> Math.abs(some[k] - others[k]))
                .max()
                .orElse(0);
    }

    /** All prices are at their floors, and no column wants anything. */
    @Test
    void saysWhenNoDirectionLeadsUp() {
        int members = 0;
        for (long seed = 1; seed <= 10; seed++) {
            Problem problem = TinyProblems.random(seed).withAtMost(1);
            Candidates candidates = Reduction.of(new Costs(problem, Grid.of(problem, 5)));
            DualPoint start = DualPoint.zero(5, problem.size());
            SubgradientAscent ascent = new SubgradientAscent(candidates, start);
            assertThat(ascent.step(new PricingResult(-10, List.of(), List.of()), 1_000))
                    .isFalse();
            assertThat(ascent.point().lambda1()).isEqualTo(new long[problem.size()]);
            assertThat(ascent.point().lambda3()).isEqualTo(new long[problem.size()]);
            assertThat(ascent.point().nu()).isZero();
            members += candidates.members().length;
        }
        assertThat(members).as("detections that have prices").isGreaterThan(10);
    }

    /** Some detections must be used, so that their prices may be negative. */
    private static Candidates candidates(Random random, Problem problem) {
        Grid grid = Grid.of(problem, 5e7, 5);
        long[] penalty = new long[problem.size()];
        Arrays.setAll(penalty, d -> random.nextInt(4) == 0 ? grid.fromMicro(random.nextInt(1, 2_000_000)) : 0);
        return Reduction.of(new Costs(problem, grid), new BitSet(), penalty, () -> false);
    }

    /** A few columns, and a bound that is often no better than the last. */
    private static PricingResult anything(Random random, BruteForce all, Candidates candidates) {
        List<Skeleton> skeletons = new ArrayList<>();
        List<LocalAssignment> locals = new ArrayList<>();
        int share = 1 + random.nextInt(30);
        all.skeletons().forEach(g -> {
            Skeleton skeleton = new Skeleton(PricesByDefinition.bits(g.members()), g.cost());
            if (candidates.allow(skeleton) && skeletons.size() < 4 && random.nextInt(share) == 0) {
                skeletons.add(skeleton);
            }
        });
        all.localAssignments().forEach(l -> {
            LocalAssignment local = new LocalAssignment(l.global(), PricesByDefinition.bits(l.locals()), l.cost());
            if (candidates.allow(local) && locals.size() < 4 && random.nextInt(share) == 0) {
                locals.add(local);
            }
        });
        return new PricingResult(random.nextInt(-4, 4), skeletons, locals);
    }

    /**
     * All prices in one list: lambda1, lambda3, nu. The direction is momentum times the last one, plus how much more of a
     * price's row is used than there is; what leads out of the price's range is dropped. The step is length * gap / |direction|^2
     * along it, and prices stay within their range. After so many steps in vain the length is halved, and the step starts at the
     * best point so far.
     */
    private static final class Rule {
        private final int detections;
        private final double[] least;
        private final double[] most;
        private final int[] limit;
        private final double momentum;
        private final int patience;
        private double[] direction;
        private double[] best;
        private long bestBound = Long.MIN_VALUE;
        private int vain;
        double length = 1;
        double[] next;

        Rule(Candidates candidates, Problem problem, DualPoint start, double momentum, int patience) {
            detections = problem.size();
            this.momentum = momentum;
            this.patience = patience;
            int all = 2 * detections + 1;
            least = new double[all];
            most = new double[all];
            limit = new int[all];
            direction = new double[all];
            best = at(start);
            next = best;
            // what is no member of a column keeps its price
            System.arraycopy(best, 0, least, 0, all);
            System.arraycopy(best, 0, most, 0, all);
            double ceiling = candidates.costs().grid().ceiling();
            for (int d : candidates.members()) {
                least[d] = -candidates.penalty(d);
                most[d] = ceiling;
                limit[d] = 1;
                least[detections + d] = 0;
                most[detections + d] = -candidates.delta(d);
            }
            limit[all - 1] = problem.maxPoses().orElse(0);
            most[all - 1] = problem.maxPoses().isPresent() ? ceiling : 0;
        }

        double[] at(DualPoint point) {
            double[] prices = new double[2 * detections + 1];
            for (int d = 0; d < detections; d++) {
                prices[d] = point.lambda1()[d];
                prices[detections + d] = point.lambda3()[d];
            }
            prices[2 * detections] = point.nu();
            return prices;
        }

        boolean step(double[] here, PricingResult priced, long gap) {
            double[] from = here;
            if (priced.bound() > bestBound) {
                bestBound = priced.bound();
                best = here;
                vain = 0;
            } else {
                vain++;
            }
            if (vain == patience) {
                vain = 0;
                length = length / 2;
                from = best;
            }
            int[] use = use(priced);
            double[] old = direction;
            direction = new double[old.length];
            double square = 0;
            for (int k = 0; k < direction.length; k++) {
                double wanted = momentum * old[k] + use[k] - limit[k];
                boolean out = wanted < 0 ? from[k] == least[k] : from[k] == most[k];
                // a price may be at its ceiling: going on from there is stopped by the range
                boolean ceiling = wanted > 0 && (k < detections || k == 2 * detections) && most[k] > least[k];
                direction[k] = out && !ceiling ? 0 : wanted;
                square += direction[k] * direction[k];
            }
            next = from.clone();
            for (int k = 0; k < direction.length && square > 0; k++) {
                double to = from[k] + length * gap / square * direction[k];
                next[k] = Math.max(least[k], Math.min(most[k], to));
            }
            return square > 0;
        }

        private int[] use(PricingResult priced) {
            int[] use = new int[direction.length];
            for (Skeleton skeleton : priced.skeletons()) {
                for (int d : skeleton.detections()) {
                    use[d]++;
                    use[detections + d]--;
                }
                use[2 * detections]++;
            }
            for (LocalAssignment local : priced.locals()) {
                use[detections + local.global()]++;
                for (int d : local.locals()) {
                    use[d]++;
                }
            }
            return use;
        }
    }
}
