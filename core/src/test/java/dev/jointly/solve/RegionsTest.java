package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Verdict;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.Deadline;
import dev.jointly.lp.FaultyEngine;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Trees over parts of a component: what they gain adds up, whatever the parts and whatever the prices outside. */
class RegionsTest {
    private static final Settings SETTINGS = Settings.defaults().withMethod(Method.PCG);

    private final HighsEngine engine = new HighsEngine();
    private final Solver solver = new Solver(engine);
    private int gains;
    private int several;
    private int leaves;

    @Test
    void anyPartsUnderAnyPricesAreBoundsAndAddUp() {
        int wholes = 0;
        for (long seed : Trials.seeds(1, 100, 600)) {
            int majors = 1 + (int) (seed % 3);
            Problem problem = seed % 2 == 0 ? TinyProblems.gapped(seed, majors) : TinyProblems.random(seed, majors);
            Random random = new Random(seed);
            Costs costs = new Costs(problem, Grid.of(problem, 20));
            Candidates reduced = Reduction.of(costs);
            if (reduced.leads().length == 0) {
                continue;
            }
            DualPoint prices = seed % 4 < 2 ? solved(problem) : random(random, reduced);
            boolean whole = seed % 5 == 0;
            long optimum = BruteForce.of(problem).optimum();
            long bound =
                    provenBy(engine, problem, reduced, prices, parts(random, problem.size(), whole ? 1 : 3, whole));
            assertThat(bound).as("%s: no more than the optimum", problem.id()).isLessThanOrEqualTo(optimum);
            if (whole) {
                wholes++;
                assertThat(bound)
                        .as("%s: a region that is everything", problem.id())
                        .isEqualTo(optimum);
            }
        }
        System.out.printf(
                "regions: %d gained something, %d times several at once, %d wholes, %d leaves in all%n",
                gains, several, wholes, leaves);
        assertThat(gains).isGreaterThan(Trials.count(25, 200));
        assertThat(several).isGreaterThan(Trials.count(3, 30));
        assertThat(wholes).isGreaterThan(Trials.count(10, 80));
        assertThat(leaves).isGreaterThan(Trials.count(60, 500));
    }

    /** An engine that lies and fails costs gains, never truth. */
    @Test
    void noEngineMakesAPartProveTooMuch() {
        int faults = 0;
        for (long seed : Trials.seeds(1, 30, 200)) {
            Problem problem = TinyProblems.gapped(seed, 1 + (int) (seed % 3));
            FaultyEngine faulty = new FaultyEngine(engine, seed, 0.2, EnumSet.allOf(FaultyEngine.Fault.class));
            Candidates reduced = Reduction.of(new Costs(problem, Grid.of(problem, 20)));
            List<BitSet> parts = parts(new Random(seed), problem.size(), 2, false);
            long bound = provenBy(faulty, problem, reduced, solved(problem), parts);
            assertThat(bound)
                    .as("%s: no more than the optimum", problem.id())
                    .isLessThanOrEqualTo(BruteForce.of(problem).optimum());
            faults += faulty.injected().values().stream()
                    .mapToInt(Integer::intValue)
                    .sum();
        }
        assertThat(faults).isGreaterThan(Trials.count(20, 200));
    }

    /** The bound of the checker, in micro-units, once it is seen to be no less than what the trees say. */
    private long provenBy(LpEngine by, Problem problem, Candidates reduced, DualPoint prices, List<BitSet> parts) {
        Grid grid = reduced.costs().grid();
        ComponentSolve.Context context = new ComponentSolve.Context(
                SETTINGS, by, Deadline.after(Duration.ofMinutes(1)), new GlobalBounds(grid, 0, event -> {}));
        ComponentSolve search = new ComponentSolve(context, 1, reduced, new PinConstraints(List.of()), 0);
        long bound = new Pricer(reduced).price(prices, 1).bound();
        List<Proof.Tree> trees = new ArrayList<>();
        int gaining = 0;
        for (BitSet part : parts) {
            BranchAndBoundTree tree = Objects.requireNonNull(BranchAndBoundTree.of(search, part, prices, bound));
            tree.run();
            assertThat(tree.gain()).as("%s: %s", problem.id(), part).isNotNegative();
            bound += tree.gain();
            gaining += tree.gain() > 0 ? 1 : 0;
            Proof.Tree proof = tree.proof();
            if (proof != null) {
                trees.add(proof);
            }
        }
        gains += gaining > 0 ? 1 : 0;
        several += gaining > 1 ? 1 : 0;
        Proof proof = TreeProblems.proof(prices, trees);
        leaves += TreeProblems.leaves(proof);
        long checked = Checker.lowerBound(problem, proof);
        assertThat(checked).as("%s: the checker agrees", problem.id()).isGreaterThanOrEqualTo(grid.ceilMicro(bound));
        return checked;
    }

    private DualPoint solved(Problem problem) {
        return TreeProblems.dual(solver.solve(problem, SETTINGS).proof());
    }

    private static DualPoint random(Random random, Candidates candidates) {
        DualPoint prices = candidates.start();
        long unit = candidates.costs().grid().fromMicro(1_000_000);
        for (int d : candidates.members()) {
            prices.lambda1()[d] = random.nextBoolean() ? (long) (random.nextDouble() * 2 * unit) : 0;
        }
        // the others' local assignments are not priced: no skeleton has them as hosts, and their lambda3 sees to the
        // rest
        for (int m : candidates.hosts()) {
            prices.lambda3()[m] = (long) (random.nextDouble() * prices.lambda3()[m]);
        }
        return prices;
    }

    private static List<BitSet> parts(Random random, int detections, int most, boolean whole) {
        List<BitSet> parts = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            parts.add(new BitSet());
        }
        for (int d = 0; d < detections; d++) {
            int part = whole ? 0 : random.nextInt(most + 1);
            if (part < most) {
                parts.get(part).set(d);
            }
        }
        return parts;
    }

    /** Time may run out in any tree, while regions grow, or while poses are mended: what is claimed holds. */
    @Tag("slow")
    @Test
    void stoppedAnywhereBothBoundsHold() {
        Problem problem = Generator.generate("forty", 40, Crowding.CROWDED, 1);
        AtomicInteger events = new AtomicInteger();
        long optimum = solver.solve(problem, SETTINGS, event -> events.incrementAndGet(), () -> false)
                .objective();
        int all = events.get();
        int inRegions = 0;
        for (int stop = 1; stop <= 16; stop++) {
            int last = all * stop / 17;
            events.set(0);
            Solution solution =
                    solver.solve(problem, SETTINGS, event -> events.incrementAndGet(), () -> events.get() >= last);
            Verdict verdict = Claims.check(problem, solution);
            assertThat(verdict.reasons())
                    .as("stopped after %d of %d", last, all)
                    .isEmpty();
            assertThat(optimum).isBetween(solution.lowerBound(), solution.objective());
            inRegions += solution.proof().trees().isEmpty() ? 0 : 1;
        }
        System.out.printf("stopped 16 times within %d events, %d times with trees%n", all, inRegions);
        assertThat(inRegions).isGreaterThan(3);
    }

    /** In large scenes the solver itself works in regions, by either method; the checker knows nothing of how. */
    @Tag("slow")
    @Test
    void largeScenesAreProvenRegionByRegion() {
        Problem problem = Generator.generate("forty", 40, Crowding.CROWDED, 1);
        for (Method method : List.of(Method.PCG, Method.BCG)) {
            Solution solution =
                    solver.solve(problem, SETTINGS.withMethod(method).withOptions(TreeProblems.regionsFirst()));
            Verdict verdict = Claims.check(problem, solution);
            assertThat(verdict.reasons()).as("%s", method).isEmpty();
            assertThat(verdict.kind()).as("%s", method).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
            assertThat(solution.proof().trees()).as("%s: regions", method).isNotEmpty();
            int asked = solution.proof().trees().stream()
                    .mapToInt(tree -> tree.detections().length)
                    .sum();
            assertThat(asked).as("%s: detections in trees", method).isLessThan(problem.size() / 2);
            System.out.printf(
                    "%s: %d regions of %d detections in all, of %d%n",
                    method, solution.proof().trees().size(), asked, problem.size());
        }
    }
}
