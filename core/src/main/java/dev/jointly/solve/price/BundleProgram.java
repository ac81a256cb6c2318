package dev.jointly.solve.price;

import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The quadratic program of a {@link ProximalBundle}: convex combinations of the columns of each bundle, "none" among them, such
 * that the point {@code clip(center + length * (use of each row by the weights - what there is))} maximises the model. It is
 * solved from the weights of the last time, by exchanges between two columns of a bundle and by conjugate gradients over all
 * positive weights, to a share of the gain that the model promises.
 */
final class BundleProgram {
    private static final int NONE = -1;
    private static final int[] NOTHING = {};

    /** Precision, as a share of the promised gain. */
    private static final double PRECISION = 0.5;

    private static final int MAX_SWEEPS = 30;

    /** Sweeps over what the first one left, before all bundles are looked at again. */
    private static final int INNER_SWEEPS = 12;

    private static final int SWEEPS_PER_DESCENT = 3;
    private static final int RESTARTS = 4;
    private static final int MAX_DESCENT_STEPS = 25;

    /** Share of the first squared residual at which conjugate gradients end. */
    private static final double DESCENT_PRECISION = 1e-3;

    /** Differences of reduced costs that are rounding. */
    private static final double TIE = 1e-11;

    /** Programs without a weight after which a column is forgotten. */
    private static final int MAX_IDLE = 15;

    double length;
    /** By how much the model says that the bound can rise. */
    double promised;

    private final int n;
    private final int cuts;
    private final int[] members;
    /** Coordinates that are not fixed. */
    private final int[] open;

    private int openCount;
    private final double[] low;
    private final double[] high;
    private final double[] limit;
    private final double[] center;
    private final double[] at;
    /** Use of each row by the weights, less its limit. */
    private final double[] excess;
    /** lambda1 - lambda3 at the point: what a detection pays in a skeleton. */
    private final double[] inSkeleton;

    private final double[] direction;
    private final boolean[] marked;
    private final int[] touched;
    private int touchedCount;

    private final @Nullable Bundle[] byKey;
    private final List<Bundle> bundles = new ArrayList<>();
    /** How far the weights are from the best for the point. */
    private double imprecision;

    private Plane[] free = new Plane[64];
    private int[] firstFree = new int[65];
    private double[] residual = new double[64];
    private double[] search = new double[64];
    private int freeCount;
    private int freeBundles;

    /** A column, a price floor, or none. */
    private static final class Plane {
        final @Nullable Object column;
        final double cost;
        /** The coordinate of its host, or nu for a skeleton, or NONE. */
        final int extra;

        final boolean inSkeleton;
        final int[] detections;
        final int[] cutAt;
        final int[] cutBy;
        double weight;
        double value;
        int idle;
        boolean near = true;

        Plane(
                @Nullable Object column,
                double cost,
                int extra,
                boolean inSkeleton,
                int[] detections,
                int[] cutAt,
                int[] cutBy) {
            this.column = column;
            this.cost = cost;
            this.extra = extra;
            this.inSkeleton = inSkeleton;
            this.detections = detections;
            this.cutAt = cutAt;
            this.cutBy = cutBy;
        }
    }

    private static final class Bundle {
        Plane[] planes = new Plane[4];
        int size;
        /** What an exchange could gain when last looked at. */
        double gain;

        void add(Plane plane) {
            if (size == planes.length) {
                planes = Arrays.copyOf(planes, 2 * size);
            }
            planes[size++] = plane;
        }

        /** Brings all values up to date, and returns the least. */
        double least(BundleProgram program) {
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i < size; i++) {
                planes[i].value = program.value(planes[i]);
                least = Math.min(least, planes[i].value);
            }
            return least;
        }
    }

    /** Takes a column. */
    @FunctionalInterface
    interface ColumnVisitor {
        /**
         * Takes one.
         *
         * @param above by how much its reduced cost at the point is above the least of its bundle
         */
        void visit(Object column, double weight, double above);
    }

    /** @param members detections that have prices */
    BundleProgram(int detections, int cuts, int[] members) {
        n = detections;
        this.cuts = cuts;
        this.members = members;
        int size = nu() + 1;
        open = new int[2 * members.length + cuts + 1];
        low = new double[size];
        high = new double[size];
        limit = new double[size];
        center = new double[size];
        at = new double[size];
        excess = new double[size];
        direction = new double[size];
        marked = new boolean[size];
        touched = new int[size];
        inSkeleton = new double[n];
        byKey = new Bundle[3 * n];
    }

    int lambda1(int d) {
        return d;
    }

    int lambda3(int d) {
        return n + d;
    }

    int sigma(int t) {
        return 2 * n + t;
    }

    int nu() {
        return 2 * n + cuts;
    }

    /** The range of a price, and the right-hand side of its row. Those never named are fixed at 0. */
    void coordinate(int c, double least, double most, double rightHandSide) {
        low[c] = least;
        high[c] = most;
        if (most > least) {
            open[openCount++] = c;
            limit[c] = rightHandSide;
            excess[c] = -rightHandSide;
        }
    }

    boolean isFixed(int c) {
        return high[c] <= low[c];
    }

    /** The price at the point. */
    double at(int c) {
        return at[c];
    }

    void moveTo(double[] point) {
        for (int k = 0; k < openCount; k++) {
            int c = open[k];
            at[c] = Math.max(low[c], Math.min(high[c], point[c]));
        }
        updateInSkeleton();
    }

    private void updateInSkeleton() {
        for (int d : members) {
            inSkeleton[d] = at[d] - at[n + d];
        }
    }

    /** Makes the point the center. */
    void center() {
        System.arraycopy(at, 0, center, 0, at.length);
    }

    /** Adds a skeleton, with some of the weight of none. */
    void add(Skeleton skeleton, int lead, double cost, int[] coefficients, double weight) {
        add(lead, plane(skeleton, cost, nu(), true, skeleton.detections(), coefficients), weight);
    }

    /** Adds a local assignment, likewise. */
    void add(LocalAssignment local, double cost, int[] coefficients, double weight) {
        int host = lambda3(local.global());
        add(host, plane(local, cost, host, false, local.locals(), coefficients), weight);
    }

    /** Keeps what a detection pays in a skeleton from falling below minus a cost. */
    void addPriceFloor(int d, double cost, int[] coefficients) {
        add(2 * n + d, plane(null, cost, NONE, true, new int[] {d}, coefficients), 0);
    }

    private Plane plane(
            @Nullable Object column, double cost, int extra, boolean skeleton, int[] detections, int[] coefficients) {
        int[] cutAt = NOTHING;
        int[] cutBy = NOTHING;
        for (int t = 0; t < cuts; t++) {
            if (coefficients[t] != 0 && !isFixed(sigma(t))) {
                cutAt = Arrays.copyOf(cutAt, cutAt.length + 1);
                cutBy = Arrays.copyOf(cutBy, cutBy.length + 1);
                cutAt[cutAt.length - 1] = sigma(t);
                cutBy[cutBy.length - 1] = coefficients[t];
            }
        }
        return new Plane(column, cost, extra, skeleton, detections, cutAt, cutBy);
    }

    private void add(int key, Plane plane, double weight) {
        Bundle bundle = byKey[key];
        if (bundle == null) {
            bundle = new Bundle();
            Plane none = new Plane(null, 0, NONE, false, NOTHING, NOTHING, NOTHING);
            none.weight = 1;
            bundle.add(none);
            byKey[key] = bundle;
            bundles.add(bundle);
        }
        bundle.add(plane);
        double some = Math.min(weight, bundle.planes[0].weight);
        if (some > 0) {
            bundle.planes[0].weight -= some;
            plane.weight = some;
            aim(plane, some);
            go(1);
        }
    }

    /** The squared length of the steepest direction from the point, without what leads out of the box. */
    double squaredSubgradient() {
        double norm = 0;
        for (Bundle bundle : bundles) {
            double least = bundle.least(this);
            for (int i = 0; i < bundle.size; i++) {
                if (bundle.planes[i].value == least) {
                    aim(bundle.planes[i], 1);
                    break;
                }
            }
        }
        for (int k = 0; k < openCount; k++) {
            int c = open[k];
            double up = direction[c] - limit[c];
            boolean blocked = up < 0 ? at[c] <= low[c] : at[c] >= high[c];
            norm += blocked ? 0 : up * up;
        }
        go(0);
        return norm;
    }

    /** By how much the weights violate a row, at most. */
    double violation() {
        double most = 0;
        for (int k = 0; k < openCount; k++) {
            int c = open[k];
            boolean counts = excess[c] > 0 ? at[c] < high[c] : at[c] > low[c];
            most = counts ? Math.max(most, Math.abs(excess[c])) : most;
        }
        return most;
    }

    void forEachColumn(ColumnVisitor visitor) {
        for (Bundle bundle : bundles) {
            double least = 0;
            for (int i = 0; i < bundle.size; i++) {
                least = Math.min(least, bundle.planes[i].value);
            }
            for (int i = 0; i < bundle.size; i++) {
                Plane plane = bundle.planes[i];
                if (plane.column != null) {
                    visitor.visit(plane.column, plane.weight, plane.value - least);
                }
            }
        }
    }

    /** Forgets columns long without a weight, and returns them. */
    Set<Object> forgetIdle() {
        Set<Object> forgotten = new HashSet<>();
        for (Bundle bundle : bundles) {
            int kept = 1;
            for (int i = 1; i < bundle.size; i++) {
                Plane plane = bundle.planes[i];
                plane.idle = plane.weight > 0 ? 0 : plane.idle + 1;
                if (plane.column == null || plane.idle <= MAX_IDLE) {
                    bundle.planes[kept++] = plane;
                } else {
                    forgotten.add(plane.column);
                }
            }
            bundle.size = kept;
        }
        return forgotten;
    }

    /** Goes to the maximum of the model around the center, whose bound is known. */
    void solve(double centerBound) {
        for (int k = 0; k < openCount; k++) {
            at[open[k]] = clipped(open[k], excess[open[k]]);
        }
        updateInSkeleton();
        double target = Double.NaN;
        int sweep = 0;
        boolean precise = false;
        while (!precise && sweep < MAX_SWEEPS) {
            double total = Double.POSITIVE_INFINITY;
            boolean more = true;
            for (int inner = 0; more && inner < INNER_SWEEPS && sweep < MAX_SWEEPS; inner++, sweep++) {
                total = sweep(inner == 0 ? -1 : 0.3 * total / bundles.size());
                more = Double.isNaN(target) ? inner < 2 : total > target;
                if (more && inner % SWEEPS_PER_DESCENT == SWEEPS_PER_DESCENT - 1) {
                    descend();
                }
            }
            promised = model() - centerBound;
            target = 0.5 * PRECISION * Math.max(0, promised);
            precise = imprecision <= PRECISION * promised || imprecision <= TIE;
        }
    }

    /** Exchanges in all bundles that could gain more than this; what there was to gain. */
    private double sweep(double least) {
        double total = 0;
        for (Bundle bundle : bundles) {
            if (bundle.size > 1 && (least < 0 || bundle.gain > least)) {
                bundle.gain = exchange(bundle);
                total += bundle.gain;
            }
        }
        return total;
    }

    /** The value of the model at the point; finds which columns are near the best of their bundle. */
    private double model() {
        double model = 0;
        for (int k = 0; k < openCount; k++) {
            model -= limit[open[k]] * at[open[k]];
        }
        imprecision = 0;
        for (Bundle bundle : bundles) {
            double least = bundle.least(this);
            double most = least;
            for (int i = 0; i < bundle.size; i++) {
                Plane plane = bundle.planes[i];
                if (plane.weight > 0) {
                    imprecision += plane.weight * (plane.value - least);
                    most = Math.max(most, plane.value);
                }
            }
            double reach = most + 0.5 * (most - least);
            for (int i = 0; i < bundle.size; i++) {
                Plane plane = bundle.planes[i];
                plane.near = plane.weight > 0 || plane.value <= reach;
            }
            model += least;
        }
        return model;
    }

    /** The reduced cost at the point. */
    private double value(Plane plane) {
        double value = plane.extra == NONE ? plane.cost : plane.cost + at[plane.extra];
        double[] prices = plane.inSkeleton ? inSkeleton : at;
        for (int d : plane.detections) {
            value += prices[d];
        }
        for (int k = 0; k < plane.cutAt.length; k++) {
            value += plane.cutBy[k] * at[plane.cutAt[k]];
        }
        return value;
    }

    private double clipped(int c, double use) {
        double raw = center[c] + length * use;
        return raw < low[c] ? low[c] : Math.min(raw, high[c]);
    }

    /** Adds so much of a column to the direction. */
    private void aim(Plane plane, double by) {
        if (plane.extra != NONE) {
            aim(plane.extra, by);
        }
        for (int d : plane.detections) {
            aim(d, by);
            if (plane.inSkeleton) {
                aim(n + d, -by);
            }
        }
        for (int k = 0; k < plane.cutAt.length; k++) {
            aim(plane.cutAt[k], by * plane.cutBy[k]);
        }
    }

    private void aim(int c, double by) {
        if (high[c] > low[c]) {
            if (!marked[c]) {
                marked[c] = true;
                touched[touchedCount++] = c;
            }
            direction[c] += by;
        }
    }

    /** Goes so far along the direction, and forgets it. */
    private void go(double step) {
        for (int k = 0; k < touchedCount; k++) {
            int c = touched[k];
            if (step > 0) {
                excess[c] += step * direction[c];
                at[c] = clipped(c, excess[c]);
            }
            direction[c] = 0;
            marked[c] = false;
        }
        for (int k = 0; k < touchedCount; k++) {
            int c = touched[k];
            if (c < 2 * n) {
                int d = c < n ? c : c - n;
                inSkeleton[d] = at[d] - at[n + d];
            }
        }
        touchedCount = 0;
    }

    /** The step of least value if the box changed nothing. */
    private double newton(double descent, double most) {
        double curvature = 0;
        for (int k = 0; k < touchedCount; k++) {
            int c = touched[k];
            double raw = center[c] + length * excess[c];
            if (raw > low[c] && raw < high[c]) {
                curvature += direction[c] * direction[c];
            }
        }
        return curvature > 0 ? Math.min(most, descent / (length * curvature)) : most;
    }

    /** The derivative of the program so far along the direction, whose columns cost so much. */
    private double slope(double step, double cost) {
        double sum = cost;
        for (int k = 0; k < touchedCount; k++) {
            int c = touched[k];
            sum += direction[c] * clipped(c, excess[c] + step * direction[c]);
        }
        return sum;
    }

    /** Moves weight within a bundle from its worst column to its best, twice at most; returns what there was to gain. */
    private double exchange(Bundle bundle) {
        double first = 0;
        for (int round = 0; round < 2; round++) {
            Plane best = bundle.planes[0];
            Plane worst = bundle.planes[0];
            double mean = 0;
            for (int i = 0; i < bundle.size; i++) {
                Plane plane = bundle.planes[i];
                if (plane.near) {
                    plane.value = value(plane);
                    mean += plane.weight * plane.value;
                    best = plane.value < best.value || !best.near ? plane : best;
                    worst = plane.weight > 0 && (worst.weight <= 0 || plane.value > worst.value) ? plane : worst;
                }
            }
            double gain = mean - best.value;
            first = round == 0 ? gain : first;
            double descent = worst.value - best.value;
            if (best == worst || descent <= TIE || gain < 0.1 * first) {
                break;
            }
            aim(best, 1);
            aim(worst, -1);
            double step = lineSearch(best.cost - worst.cost, descent, worst.weight);
            go(step);
            best.weight += step;
            worst.weight = step >= worst.weight ? 0 : worst.weight - step;
        }
        return first;
    }

    /** How far to go along the direction, whose slope at the beginning is minus {@code descent}. */
    private double lineSearch(double cost, double descent, double most) {
        double step = newton(descent, most);
        double slope = slope(step, cost);
        if (slope > 0.05 * descent) {
            double from = 0;
            double slopeThere = -descent;
            double to = step;
            double slopeTo = slope;
            for (int i = 0; i < 5 && Math.abs(slope) > 0.02 * descent; i++) {
                step = from + (to - from) * -slopeThere / (slopeTo - slopeThere);
                slope = slope(step, cost);
                if (slope > 0) {
                    to = step;
                    slopeTo = slope;
                } else {
                    from = step;
                    slopeThere = slope;
                }
            }
        } else if (slope < -0.3 * descent && step < most) {
            // the box took part of the curvature away
            double longer = Math.min(most, step + step * -slope / (descent + slope));
            step = slope(longer, cost) <= 0.02 * descent ? longer : step;
        }
        return step;
    }

    /** Moves all positive weights of bundles with several of them at once. */
    private void descend() {
        boolean again = true;
        for (int i = 0; again && i < RESTARTS; i++) {
            gatherFree();
            again = freeBundles > 0 && conjugateGradients();
        }
    }

    private void gatherFree() {
        freeCount = 0;
        freeBundles = 0;
        for (Bundle bundle : bundles) {
            int first = freeCount;
            if (freeCount + bundle.size > free.length) {
                int room = 2 * (freeCount + bundle.size);
                free = Arrays.copyOf(free, room);
                residual = Arrays.copyOf(residual, room);
                search = Arrays.copyOf(search, room);
                firstFree = Arrays.copyOf(firstFree, room + 1);
            }
            for (int i = 0; i < bundle.size; i++) {
                if (bundle.planes[i].weight > 0) {
                    free[freeCount++] = bundle.planes[i];
                }
            }
            if (freeCount - first < 2) {
                freeCount = first;
            } else {
                firstFree[freeBundles++] = first;
            }
        }
        firstFree[freeBundles] = freeCount;
    }

    /** Conjugate gradients until a weight is zero, where it is worth starting again without it: true; or no further. */
    private boolean conjugateGradients() {
        double first = 0;
        double last = 0;
        for (int i = 0; i < MAX_DESCENT_STEPS; i++) {
            double now = residuals();
            first = i == 0 ? now : first;
            if (now < TIE * TIE || (i > 0 && now <= DESCENT_PRECISION * first)) {
                return false;
            }
            double keep = i == 0 ? 0 : now / last;
            last = now;
            double descent = 0;
            double cost = 0;
            double most = Double.POSITIVE_INFINITY;
            @Nullable Plane ending = null;
            for (int k = 0; k < freeCount; k++) {
                search[k] = residual[k] + keep * search[k];
                descent += residual[k] * search[k];
                cost += search[k] * free[k].cost;
                aim(free[k], search[k]);
                if (search[k] < 0 && -free[k].weight / search[k] < most) {
                    most = -free[k].weight / search[k];
                    ending = free[k];
                }
            }
            if (descent <= 0 || ending == null) {
                go(0);
                return false;
            }
            double wanted = newton(descent, most);
            double step = wanted;
            for (int half = 0; half < 6 && slope(step, cost) > 0.1 * descent; half++) {
                step /= 2;
            }
            go(step);
            boolean ended = step >= most;
            for (int k = 0; k < freeCount; k++) {
                free[k].weight = Math.max(0, free[k].weight + step * search[k]);
            }
            if (ended) {
                ending.weight = 0;
            }
            if (ended || step < wanted) {
                return ended;
            }
        }
        return false;
    }

    /** What each free weight would gain, less the mean of its bundle; the sum of squares. */
    private double residuals() {
        double sum = 0;
        for (int j = 0; j < freeBundles; j++) {
            double mean = 0;
            for (int k = firstFree[j]; k < firstFree[j + 1]; k++) {
                free[k].value = value(free[k]);
                mean += free[k].value;
            }
            mean /= firstFree[j + 1] - firstFree[j];
            for (int k = firstFree[j]; k < firstFree[j + 1]; k++) {
                residual[k] = mean - free[k].value;
                sum += residual[k] * residual[k];
            }
        }
        return sum;
    }
}
