package dev.jointly.solve.price;

import dev.jointly.solve.price.ProximalPoint.Plane;
import dev.jointly.solve.term.Column;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The quadratic program of a {@link ProximalBundle}: convex combinations of the columns of each bundle, an empty one among them,
 * whose {@link ProximalPoint} maximises the model. It is solved from the last weights, by exchanges between two columns of a
 * bundle and by conjugate gradients over all positive weights, to a share of the gain that the model promises.
 */
final class BundleProgram {
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

    /** Programs without a weight after which a column is removed. */
    private static final int MAX_IDLE = 15;

    /** By how much the bound rises at the point according to the model. */
    double promised;

    final ProximalPoint point;

    private final int cuts;
    private final int[] members;
    private final @Nullable Bundle[] byKey;
    private final List<Bundle> bundles = new ArrayList<>();
    /** By how much the point may fall short of the optimum of the program. */
    private double imprecision;

    private Plane[] free = new Plane[64];
    private int[] firstFree = new int[65];
    private double[] residual = new double[64];
    private double[] search = new double[64];
    private int freeCount;
    private int freeBundles;

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
        double least(ProximalPoint point) {
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i < size; i++) {
                planes[i].value = point.value(planes[i]);
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
        void visit(Column column, double weight, double above);
    }

    /** @param members detections that have prices */
    BundleProgram(int cuts, int[] members) {
        this.cuts = cuts;
        this.members = members;
        point = new ProximalPoint(nu() + 1);
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

    /**
     * Adds a column, with a weight that the empty one of its bundle gives up.
     *
     * @param holder its lead or its host
     */
    void add(Column column, int holder, int[] coefficients, double weight) {
        Plane plane = plane(column, Grid.microToLp(column.cost()), coefficients);
        int key = member(holder);
        if (column instanceof LocalAssignment) {
            for (int d : column.used()) {
                point.put(plane, lambda1(member(d)), 1);
            }
            key = lambda3(key);
            point.put(plane, key, 1);
        } else {
            for (int d : column.used()) {
                putInSkeleton(plane, d);
            }
            point.put(plane, nu(), 1);
        }
        add(bundle(key), plane, weight);
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

    private Plane plane(@Nullable Column column, double cost, int[] inCuts) {
        Plane plane = new Plane(column, cost);
        for (int t = 0; t < cuts; t++) {
            point.put(plane, sigma(t), inCuts[t]);
        }
        return plane;
    }

    private void putInSkeleton(Plane plane, int d) {
        int member = member(d);
        point.put(plane, lambda1(member), 1);
        point.put(plane, lambda3(member), -1);
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
            point.addToDirection(plane, some);
            point.move(1);
        }
    }

    /** The squared length of the steepest direction from the point, without what leads out of the box. */
    double squaredSubgradient() {
        for (Bundle bundle : bundles) {
            double least = bundle.least(point);
            for (int i = 0; i < bundle.size; i++) {
                if (bundle.planes[i].value == least) {
                    point.addToDirection(bundle.planes[i], 1);
                    break;
                }
            }
        }
        return point.squaredSubgradient();
    }

    /** By how much the bound can rise at the optimum of the program, at most, according to the model. */
    double mostPromised() {
        return promised + imprecision;
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

    /** Removes columns that have had no weight for long, and returns them. */
    Set<Column> removeIdle() {
        Set<Column> removed = new HashSet<>();
        for (Bundle bundle : bundles) {
            int kept = 1;
            for (int i = 1; i < bundle.size; i++) {
                Plane plane = bundle.planes[i];
                plane.idle = plane.weight > 0 ? 0 : plane.idle + 1;
                if (plane.column == null || plane.idle <= MAX_IDLE) {
                    bundle.planes[kept++] = plane;
                } else {
                    removed.add(plane.column);
                }
            }
            bundle.size = kept;
        }
        return removed;
    }

    /** Maximises the model around the center, whose bound is given. */
    void solve(double centerBound) {
        point.update();
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

    /** Exchanges in all bundles that could gain more than this; returns what there was to gain. */
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

    /** The value of the model at the point; also marks the columns that are near the best of their bundle. */
    private double model() {
        double model = point.constant();
        imprecision = 0;
        for (Bundle bundle : bundles) {
            double least = bundle.least(point);
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

    /** Moves weight within a bundle from its worst column to its best, at most twice; returns what there was to gain. */
    private double exchange(Bundle bundle) {
        double first = 0;
        for (int round = 0; round < 2; round++) {
            Plane best = bundle.planes[0];
            Plane worst = bundle.planes[0];
            double mean = 0;
            for (int i = 0; i < bundle.size; i++) {
                Plane plane = bundle.planes[i];
                if (plane.near) {
                    plane.value = point.value(plane);
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
            point.addToDirection(best, 1);
            point.addToDirection(worst, -1);
            double step = point.lineSearch(best.cost - worst.cost, descent, worst.weight);
            point.move(step);
            best.weight += step;
            worst.weight = step >= worst.weight ? 0 : worst.weight - step;
        }
        return first;
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

    /** Conjugate gradients; true if they ended where a weight is zero, and a restart without it is worth it. */
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
                point.addToDirection(free[k], search[k]);
                if (search[k] < 0 && -free[k].weight / search[k] < most) {
                    most = -free[k].weight / search[k];
                    ending = free[k];
                }
            }
            if (descent <= 0 || ending == null) {
                point.move(0);
                return false;
            }
            double wanted = point.newtonStep(descent, most);
            double step = wanted;
            for (int half = 0; half < 6 && point.slope(step, cost) > 0.1 * descent; half++) {
                step /= 2;
            }
            point.move(step);
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
                free[k].value = point.value(free[k]);
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
