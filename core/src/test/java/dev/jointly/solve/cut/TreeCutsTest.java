package dev.jointly.solve.cut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.solve.master.PureMaster;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.HalfIntegralCut;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Skeleton;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cuts found at the optimum of the LP over all columns there are. */
class TreeCutsTest {
    private final LpEngine engine = new HighsEngine();
    private final SolveOptions options = SolveOptions.defaults();

    /** Rounds of cuts over all columns: the LP never rises above the optimum, and often gets there. */
    @Test
    void cutsAreViolatedWhereTheyAreFoundAndRaiseTheLpToTheOptimumAtMost() {
        int gaps = 0;
        int closed = 0;
        int found = 0;
        for (long seed : Trials.seeds(1, 60, 400)) {
            Problem problem = TinyProblems.gapped(seed, 1 + (int) (seed % 3));
            BruteForce all = BruteForce.of(problem);
            double optimum = Grid.microToLp(all.optimum());
            Candidates candidates = Reduction.none(new Costs(problem, Grid.of(problem, 20)));
            TreeCuts cuts = new TreeCuts(candidates.costs(), candidates.members(), options);
            try (PureMaster master = new PureMaster(engine.newModel(), candidates, options)) {
                master.enter(candidates, pool(all));
                double before = solved(master);
                gaps += before < optimum - 1e-6 ? 1 : 0;
                for (int round = 0; round < 10; round++) {
                    int known = cuts.list().size();
                    PrimalPoint point = master.point();
                    if (!cuts.separate(point, master.cutPrices(), () -> false)) {
                        break;
                    }
                    for (HalfIntegralCut cut :
                            cuts.list().subList(known, cuts.list().size())) {
                        assertThat(cut.use().length % 2).isEqualTo(1);
                        assertThat(excess(cut, point))
                                .as("seed %d, %s", seed, cut)
                                .isGreaterThan(0.019);
                        found++;
                    }
                    master.enter(cuts);
                    double now = solved(master);
                    assertThat(now).as("seed %d", seed).isLessThan(optimum + 1e-6);
                }
                closed += before < optimum - 1e-6 && solved(master) > optimum - 1e-6 ? 1 : 0;
            }
        }
        System.out.printf("cuts over all columns: %d cuts, %d of %d gaps closed%n", found, closed, gaps);
        assertThat(gaps).isGreaterThan(Trials.count(20, 150));
        assertThat(closed).isGreaterThan(gaps / 2);
    }

    /** At optima of the LP, before and after cuts, where all sums of rows can be tried. */
    @Test
    void fewViolatedCutsAreOverlooked() {
        int points = 0;
        int overlooked = 0;
        for (long seed : Trials.seeds(1, 60, 400)) {
            Problem problem = TinyProblems.gapped(seed, 1 + (int) (seed % 3));
            Candidates candidates = Reduction.none(new Costs(problem, Grid.of(problem, 20)));
            TreeCuts cuts = new TreeCuts(candidates.costs(), candidates.members(), options);
            try (PureMaster master = new PureMaster(engine.newModel(), candidates, options)) {
                master.enter(candidates, pool(BruteForce.of(problem)));
                solved(master);
                for (int round = 0; round < 10; round++) {
                    boolean violated = anyViolated(new FractionalPoint(master.point(), d -> true));
                    boolean found = cuts.separate(master.point(), master.cutPrices(), () -> false);
                    points += violated ? 1 : 0;
                    overlooked += violated && !found ? 1 : 0;
                    if (!found) {
                        break;
                    }
                    master.enter(cuts);
                    solved(master);
                }
            }
        }
        System.out.printf("points of the LP with a violated cut: %d, overlooked: %d%n", points, overlooked);
        assertThat(points).isGreaterThan(Trials.count(30, 200));
        assertThat(overlooked).isLessThanOrEqualTo(points / 20);
    }

    /** Points of skeletons with values of a quarter, as rounds of cuts leave them. */
    @Test
    void eliminationOverlooksFewCuts() {
        int violated = 0;
        int seen = 0;
        for (long seed : Trials.seeds(1, 200, 2_000)) {
            FractionalPoint point = new FractionalPoint(quarters(new Random(seed)), d -> true);
            Set<HalfIntegralCut> found = ParityElimination.of(point, 0.02, () -> false);
            assertThat(found).as("seed %d", seed).allMatch(cut -> point.violates(cut, 0.02));
            boolean any = anyViolated(point);
            assertThat(any || found.isEmpty()).as("seed %d", seed).isTrue();
            violated += any ? 1 : 0;
            seen += found.isEmpty() ? 0 : 1;
        }
        System.out.printf("points of quarters with a violated cut: %d, found by elimination %d%n", violated, seen);
        assertThat(violated).isGreaterThan(Trials.count(20, 200));
        assertThat(seen).isGreaterThan(violated * 19 / 20);
    }

    private static PrimalPoint quarters(Random random) {
        PrimalPoint point = new PrimalPoint();
        double[] used = new double[12];
        for (int trial = 0; trial < 400; trial++) {
            int[] detections = random.ints(2 + random.nextInt(3), 0, used.length)
                    .distinct()
                    .sorted()
                    .toArray();
            if (detections.length > 1 && Arrays.stream(detections).allMatch(d -> used[d] < 1)) {
                Arrays.stream(detections).forEach(d -> used[d] += 0.25);
                point.add(new Skeleton(detections, -1), 0.25);
            }
        }
        return point;
    }

    /** Tries all sums of rows that have a fractional column, if these are few enough. */
    private static boolean anyViolated(FractionalPoint point) {
        List<FractionalPoint.RowName> names = point.rows.entrySet().stream()
                .filter(row -> row.getValue().columns.stream()
                        .anyMatch(c -> point.columns.get(c).fractional()))
                .map(Map.Entry::getKey)
                .toList();
        assertThat(names).as("rows").hasSizeLessThan(20);
        for (int set = 1; set < 1 << names.size(); set++) {
            HalfIntegralCut cut = new HalfIntegralCut(chosen(names, set, false), chosen(names, set, true));
            if (cut.use().length % 2 == 1 && point.violation(cut) >= 0.0201) {
                return true;
            }
        }
        return false;
    }

    private static int[] chosen(List<FractionalPoint.RowName> names, int set, boolean host) {
        return Arrays.stream(bits(set))
                .mapToObj(names::get)
                .filter(name -> name.host() == host)
                .mapToInt(FractionalPoint.RowName::detection)
                .sorted()
                .toArray();
    }

    private static double solved(PureMaster master) {
        assertThat(master.solve(Deadline.after(Duration.ofMinutes(1)))).isTrue();
        return master.objective();
    }

    private static ColumnPool pool(BruteForce all) {
        ColumnPool pool = new ColumnPool();
        all.skeletons().forEach(g -> pool.add(new Skeleton(bits(g.members()), g.cost())));
        all.localAssignments().forEach(l -> pool.add(new LocalAssignment(l.global(), bits(l.locals()), l.cost())));
        return pool;
    }

    private static int[] bits(int set) {
        return IntStream.range(0, 31).filter(d -> (set >> d & 1) == 1).toArray();
    }

    private static double excess(HalfIntegralCut cut, PrimalPoint point) {
        double sum = -(cut.use().length - 1) / 2.0;
        for (Map.Entry<Skeleton, Double> part : point.skeletons().entrySet()) {
            int inUse = count(part.getKey().detections(), cut.use());
            int inHost = count(part.getKey().detections(), cut.host());
            sum += part.getValue() * Math.floorDiv(inUse - inHost, 2);
        }
        for (Map.Entry<LocalAssignment, Double> part : point.locals().entrySet()) {
            int inHost = count(new int[] {part.getKey().global()}, cut.host());
            sum += part.getValue() * Math.floorDiv(count(part.getKey().locals(), cut.use()) + inHost, 2);
        }
        return sum;
    }

    private static int count(int[] detections, int[] set) {
        return (int) IntStream.of(detections)
                .filter(d -> IntStream.of(set).anyMatch(e -> e == d))
                .count();
    }

    /** Cuts that the LP has no price for are retired, and come back where they are violated again, as the same. */
    @Test
    void roomIsLimitedAndRetiredCutsComeBack() {
        int limited = 0;
        for (long seed : Trials.seeds(1, 40, 150)) {
            Problem problem = TinyProblems.gapped(seed, 1);
            BruteForce all = BruteForce.of(problem);
            Candidates candidates = Reduction.none(new Costs(problem, Grid.of(problem, 20)));
            TreeCuts none = new TreeCuts(candidates.costs(), candidates.members(), options, 0);
            TreeCuts some = new TreeCuts(candidates.costs(), candidates.members(), options);
            try (PureMaster master = new PureMaster(engine.newModel(), candidates, options)) {
                master.enter(candidates, pool(all));
                solved(master);
                PrimalPoint point = master.point();
                if (!some.separate(point, CutPrices.NONE, () -> false)) {
                    continue;
                }
                limited += none.separate(point, CutPrices.NONE, () -> false) ? 0 : 1;
                int before = some.list().size();
                assertThat(some.separate(point, CutPrices.NONE, () -> false)).isTrue();
                assertThat(some.list()).doesNotHaveDuplicates().hasSize(before);
                long[] sigma = new long[before];
                Arrays.fill(sigma, 1);
                CutPrices priced = new CutPrices(some.list(), sigma);
                assertThat(some.separate(point, priced, () -> false))
                        .as("all of them are in use")
                        .isFalse();
                assertThat(IntStream.range(0, before).allMatch(some::isActive)).isTrue();
                some.separate(new PrimalPoint(), CutPrices.NONE, () -> false);
                assertThat(IntStream.range(0, before).noneMatch(some::isActive)).isTrue();
            }
        }
        assertThat(limited).isGreaterThan(10);
    }
}
