package dev.jointly.solve;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpModel;
import dev.jointly.proof.Decision;
import dev.jointly.solve.branch.BranchingRule;
import dev.jointly.solve.branch.Regions;
import dev.jointly.solve.branch.Restriction;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.price.Pricer.PricingResult;
import dev.jointly.solve.price.SubgradientAscent;
import dev.jointly.solve.primal.RoundingHeuristic;
import dev.jointly.solve.term.BendersRow;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Region;
import dev.jointly.solve.term.Skeleton;
import dev.jointly.solve.term.StrongBranchingOracle;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The LP relaxation of one node of the tree while a method works on it: its columns, its best proven bound with the dual
 * point that proves it, its last point, and the tolerance in force. Bound and dual point are valid at any moment.
 */
final class NodeRelaxation {
    /** Columns met while ascending matter up to a reduced cost of the gap divided by this; more only burden the LP. */
    private static final int ASCENT_SHARE = 8;

    /**
     * Columns are asked for this far on the way from the best prices known to the LP's (Wentges smoothing): an LP over few
     * columns has wild prices.
     */
    private static final double TOWARDS_LP = 0.3;

    private final ComponentSolve search;
    private final Region region;
    private final boolean regional;
    private final Restriction restriction;
    private final Candidates candidates;
    private final LongConsumer proven;
    private final Pricer pricer;
    private final ColumnPool pool;
    /** What a bound has beyond that of pricing, on the grid: the rest of the component, and rewards, which all earn here. */
    private final long boundOffset;

    private DualPoint dual;
    private long bound;
    private PrimalPoint point = new PrimalPoint();
    private List<BendersRow> rows;
    private double tolerance;
    private boolean ascending = true;
    private List<BitSet> regions = List.of();
    private @Nullable Decision question;

    /**
     * Owns the pool from now on.
     *
     * @param region where prices may change
     * @param regional whether to look for regions in it before any question is asked
     * @param others what the rest of the component adds to a bound
     * @param restriction the answers that lead here, and what they leave: the candidates
     * @param proven is told of each better bound
     * @param start a dual point whose bound is to be improved on
     * @param pool columns to start with
     * @param rows Benders rows of a relaxation like this one, whose prices may do here
     */
    NodeRelaxation(
            ComponentSolve search,
            Region region,
            boolean regional,
            long others,
            Restriction restriction,
            Candidates candidates,
            LongConsumer proven,
            DualPoint start,
            ColumnPool pool,
            List<BendersRow> rows) {
        this.search = search;
        this.region = restriction.restrict(region);
        this.regional = regional;
        this.restriction = restriction;
        this.candidates = candidates;
        this.proven = proven;
        this.pool = pool;
        this.rows = rows;
        boundOffset = Math.addExact(others, candidates.costs().totalReward(region.members()));
        pricer = new Pricer(candidates, search.deadline()::passed);
        tolerance = search.settings().numerics().reducedCostTolerance();
        dual = this.region.withPriceFloors(start);
        PricingResult atStart = pricer.price(dual, columnTolerance());
        bound = withRest(atStart);
        proven.accept(bound);
        addSkeletons(atStart.skeletons(), skeleton -> {});
        addLocals(atStart.locals(), local -> {});
    }

    LpModel newModel() {
        return search.newModel();
    }

    Candidates candidates() {
        return candidates;
    }

    Region region() {
        return region;
    }

    Settings settings() {
        return search.settings();
    }

    Deadline deadline() {
        return search.deadline();
    }

    Pricer pricer() {
        return pricer;
    }

    ColumnPool pool() {
        return pool;
    }

    DualPoint dual() {
        return dual;
    }

    /** Proven for every solution of this node, on the grid. */
    long bound() {
        return bound;
    }

    /** The last point of the LP. */
    PrimalPoint point() {
        return point;
    }

    /** The Benders rows that bound this relaxation in the end; before that, those to start from. */
    List<BendersRow> rows() {
        return rows;
    }

    void rows(List<BendersRow> binding) {
        rows = binding;
    }

    /** Prices at a point and keeps the bound it proves if it is the best so far. */
    PricingResult price(DualPoint wanted) {
        search.priced();
        DualPoint at = region.withPriceFloors(wanted);
        PricingResult priced = pricer.price(at, columnTolerance());
        if (priced.bound() == Grid.NO_BOUND) {
            search.trouble("the engine's duals are too large to be true and were dropped");
        } else if (withRest(priced) > bound) {
            bound = withRest(priced);
            dual = at;
            proven.accept(bound);
        }
        return priced;
    }

    /** The bound of a pricing pass for the whole component. */
    private long withRest(PricingResult priced) {
        return priced.bound() == Grid.NO_BOUND ? Grid.NO_BOUND : Math.addExact(priced.bound(), boundOffset);
    }

    /** Prices between the best point known and the LP's, then at the LP's, until some column is taken. */
    boolean priceTowards(DualPoint lp, Predicate<PricingResult> taken) {
        return taken.test(price(dual.towards(lp, TOWARDS_LP))) || taken.test(price(lp));
    }

    /** Takes the master's point, before anything is added to the master or the pool, and rounds it. */
    void storePrimal(IntToDoubleFunction skeletonValue, IntToDoubleFunction localValue) {
        point = new PrimalPoint();
        for (int g = 0; g < pool.skeletons().size(); g++) {
            point.add(pool.skeletons().get(g), skeletonValue.applyAsDouble(g));
        }
        for (int l = 0; l < pool.locals().size(); l++) {
            point.add(pool.locals().get(l), localValue.applyAsDouble(l));
        }
        round();
    }

    /**
     * Climbs the bound without the LP, and adds those of the columns met on the way that matter where the bound is best to
     * the pool and to a master. Only at the root: further down the tree prices are near their best from the start. And only
     * until it leads no higher.
     */
    void ascend(int steps, Consumer<Skeleton> master, Consumer<LocalAssignment> masterLocal) {
        if (!root() || !ascending) {
            return;
        }
        long before = bound;
        SubgradientAscent ascent = new SubgradientAscent(candidates, dual);
        ColumnPool met = new ColumnPool();
        boolean up = true;
        for (int i = 0; i < steps && up && shouldContinue(); i++) {
            PricingResult priced = price(ascent.point());
            met.addAll(priced.skeletons(), priced.locals());
            search.improve(RoundingHeuristic.greedy(priced.skeletons(), priced.locals(), search.pins()::requires));
            up = ascent.step(priced, search.gapOnGrid(withRest(priced)));
        }
        ascending = steps == 0 || bound > before;
        ColumnPool matter = pricer.columnsUpTo(met, dual, search.gapOnGrid(bound) / ASCENT_SHARE);
        addSkeletons(matter.skeletons(), master);
        addLocals(matter.locals(), masterLocal);
    }

    /** Looks for better poses near the last point. */
    void round() {
        if (region.whole()) {
            search.round(pool, point);
        }
    }

    private boolean root() {
        return region.whole() && restriction.none();
    }

    /** Tells the world about the iteration just done. */
    void report(int columns, int bendersRows) {
        search.report(columns, bendersRows);
    }

    /** Adds those not known yet to the pool and to a master; false when none was new. */
    boolean addSkeletons(List<Skeleton> found, Consumer<Skeleton> master) {
        boolean added = false;
        for (Skeleton skeleton : found) {
            if (pool.add(skeleton)) {
                search.pool().add(skeleton);
                master.accept(skeleton);
                added = true;
            }
        }
        return added;
    }

    /** Likewise for local assignments. */
    boolean addLocals(Iterable<LocalAssignment> found, Consumer<LocalAssignment> master) {
        boolean added = false;
        for (LocalAssignment local : found) {
            if (pool.add(local)) {
                search.pool().add(local);
                master.accept(local);
                added = true;
            }
        }
        return added;
    }

    /** Reduced cost from which a column is worth adding, in grid points. */
    long columnTolerance() {
        return candidates.costs().grid().tolerance(tolerance);
    }

    /** Violation from which a row is worth adding, in units of cost. */
    double rowTolerance() {
        return tolerance < settings().numerics().reducedCostTolerance()
                ? tolerance
                : settings().numerics().rowViolationTolerance();
    }

    /**
     * Turns to the finer tolerance, once, where what is left of the gap could be due to the coarser one; at the root, whose
     * prices the certificate publishes; and where a region may have come to its end, whose bound is to be added to others.
     */
    boolean tightenTolerance() {
        int prices = candidates.leads().length + candidates.hosts().length + rows.size();
        double finer = settings().numerics().tightTolerance();
        boolean matters = root()
                || (!region.whole() && point.whole())
                || search.gapInUnits(bound) <= rowTolerance() + prices * tolerance;
        boolean again = shouldContinue() && tolerance > finer && matters;
        tolerance = Math.min(tolerance, finer);
        return again;
    }

    /** Settles the regions to work on, or else the question to branch on while the master is still there to try answers on. */
    void chooseBranching(StrongBranchingOracle master) {
        if (regional && shouldContinue()) {
            regions = search.orNoneIfTooLarge(Regions.around(point, pool, dual, pricer, candidates.costs()));
        }
        if (regions.isEmpty() && shouldContinue()) {
            StrongBranchingOracle inTime =
                    (out, outLocal) -> deadline().passed() ? Double.NaN : master.objective(out, outLocal);
            question =
                    BranchingRule.next(candidates, search.pins(), restriction, region, point, inTime, search.scores());
        }
    }

    /** The question its point raises; null where it raises none, or the relaxation is not solved. */
    @Nullable
    Decision question() {
        return question;
    }

    /** Sets of detections around the spots where the point is not whole; none where it has to be looked at as a whole. */
    List<BitSet> regions() {
        return regions;
    }

    /** True while there is a reason and time to go on. */
    boolean shouldContinue() {
        return !search.closed(bound) && !search.deadline().passed();
    }
}
