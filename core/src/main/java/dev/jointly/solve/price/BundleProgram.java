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

    /** Precision, as a share of the promised gain. */
    private static final double PRECISION = 0.5;

    private static final int MAX_SWEEPS = 30;

    /** Sweeps over what the first one left, before all bundles are looked at again. */
    private static final int INNER_SWEEPS = 12;

    private static final int SWEEPS_PER_DESCENT = 6;
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

    private final int cuts;
    private final int[] members;
    /** The coordinate of each price; NONE if it is fixed at 0. */
    private final int[] coordinates;

    private int size;
    private final double[] low;
    private final double[] high;
    private final double[] limit;
    private final double[] center;
    private final double[] at;
    /** Use of each row by the weights, less its limit. */
    private final double[] excess;

    private final double[] direction;
    /** Coordinates in which the direction may differ from 0. */
    private final int[] along;

    private final boolean[] isAlong;
    private int alongCount;

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
        /** Coordinates and its coefficients there. */
        int[] rows = new int[8];

        double[] coefficients = new double[8];
        int count;
        double weight;
        double value;
        int idle;
        boolean near = true;

        Plane(@Nullable Object column, double cost) {
            this.column = column;
            this.cost = cost;
        }

        void put(int coordinate, double coefficient) {
            if (coordinate != NONE && coefficient != 0) {
                if (count == rows.length) {
                    rows = Arrays.copyOf(rows, 2 * count);
                    coefficients = Arrays.copyOf(coefficients, 2 * count);
                }
                rows[count] = coordinate;
                coefficients[count++] = coefficient;
            }
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
    BundleProgram(int cuts, int[] members) {
        this.cuts = cuts;
        this.members = members;
        int prices = nu() + 1;
        coordinates = new int[prices];
        Arrays.fill(coordinates, NONE);
        low = new double[prices];
        high = new double[prices];
        limit = new double[prices];
        center = new double[prices];
        at = new double[prices];
        excess = new double[prices];
        direction = new double[prices];
        along = new int[prices];
        isAlong = new boolean[prices];
        byKey = new Bundle[2 * members.length];
    }

    /** The price lambda1 of a member, by its place among the members. */
    int lambda1(int member) {
        return member;
    }

    int lambda3(int member) {
        return members.length + member;
    }

    int sigma(int t) {
        return 2 * members.length + t;
    }

    int nu() {
        return 2 * members.length + cuts;
    }

    /** The range of a price, and the right-hand side of its row. Prices never named are fixed at 0. */
    void open(int price, double least, double most, double rightHandSide) {
        if (most > least) {
            coordinates[price] = size;
            low[size] = least;
            high[size] = most;
            limit[size] = rightHandSide;
            excess[size] = -rightHandSide;
            size++;
        }
    }

    boolean isFixed(int price) {
        return coordinates[price] == NONE;
    }

    /** A price at the point. */
    double at(int price) {
        return isFixed(price) ? 0 : at[coordinates[price]];
    }

    /** @param prices of the point */
    void moveTo(double[] prices) {
        for (int price = 0; price < prices.length; price++) {
            int c = coordinates[price];
            if (c != NONE) {
                at[c] = Math.max(low[c], Math.min(high[c], prices[price]));
            }
        }
    }

    /** Makes the point the center. */
    void center() {
        System.arraycopy(at, 0, center, 0, at.length);
    }

    /** Adds a skeleton, with some of the weight of none. */
    void add(Skeleton skeleton, int lead, double cost, int[] coefficients, double weight) {
        Plane plane = plane(skeleton, cost, coefficients);
        for (int d : skeleton.detections()) {
            putInSkeleton(plane, d);
        }
        plane.put(coordinates[nu()], 1);
        add(bundle(member(lead)), plane, weight);
    }

    /** Adds a local assignment, likewise. */
    void add(LocalAssignment local, double cost, int[] coefficients, double weight) {
        Plane plane = plane(local, cost, coefficients);
        for (int d : local.locals()) {
            plane.put(coordinates[lambda1(member(d))], 1);
        }
        int host = lambda3(member(local.global()));
        plane.put(coordinates[host], 1);
        add(bundle(host), plane, weight);
    }

    /** Keeps what a detection pays in a skeleton from falling below minus a cost. */
    void addPriceFloor(int d, double cost, int[] coefficients) {
        Plane plane = plane(null, cost, coefficients);
        if (member(d) >= 0) {
            putInSkeleton(plane, d);
        }
        add(newBundle(), plane, 0);
    }

    private int member(int d) {
        return Arrays.binarySearch(members, d);
    }

    private Plane plane(@Nullable Object column, double cost, int[] inCuts) {
        Plane plane = new Plane(column, cost);
        for (int t = 0; t < cuts; t++) {
            plane.put(coordinates[sigma(t)], inCuts[t]);
        }
        return plane;
    }

    private void putInSkeleton(Plane plane, int d) {
        int member = member(d);
        plane.put(coordinates[lambda1(member)], 1);
        plane.put(coordinates[lambda3(member)], -1);
    }

    /** The bundle of a lead or a host. */
    private Bundle bundle(int key) {
        Bundle bundle = byKey[key];
        if (bundle == null) {
            bundle = newBundle();
            byKey[key] = bundle;
        }
        return bundle;
    }

    private Bundle newBundle() {
        Bundle bundle = new Bundle();
        Plane none = new Plane(null, 0);
        none.weight = 1;
        bundle.add(none);
        bundles.add(bundle);
        return bundle;
    }

    private void add(Bundle bundle, Plane plane, double weight) {
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
        for (int c = 0; c < size; c++) {
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
        for (int c = 0; c < size; c++) {
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
        for (int c = 0; c < size; c++) {
            at[c] = clipped(c, excess[c]);
        }
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
        for (int c = 0; c < size; c++) {
            model -= limit[c] * at[c];
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
        double value = plane.cost;
        for (int k = 0; k < plane.count; k++) {
            value += plane.coefficients[k] * at[plane.rows[k]];
        }
        return value;
    }

    private double clipped(int c, double use) {
        double raw = center[c] + length * use;
        return raw < low[c] ? low[c] : Math.min(raw, high[c]);
    }

    /** Adds so much of a column to the direction. */
    private void aim(Plane plane, double by) {
        for (int k = 0; k < plane.count; k++) {
            int c = plane.rows[k];
            if (!isAlong[c]) {
                isAlong[c] = true;
                along[alongCount++] = c;
            }
            direction[c] += by * plane.coefficients[k];
        }
    }

    /** Goes so far along the direction, and forgets it. */
    private void go(double step) {
        for (int k = 0; k < alongCount; k++) {
            int c = along[k];
            if (step > 0) {
                excess[c] += step * direction[c];
                at[c] = clipped(c, excess[c]);
            }
            direction[c] = 0;
            isAlong[c] = false;
        }
        alongCount = 0;
    }

    /** The step of least value if the box changed nothing. */
    private double newton(double descent, double most) {
        double curvature = 0;
        for (int k = 0; k < alongCount; k++) {
            int c = along[k];
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
        for (int k = 0; k < alongCount; k++) {
            int c = along[k];
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
