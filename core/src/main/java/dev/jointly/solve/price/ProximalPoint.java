package dev.jointly.solve.price;

import dev.jointly.solve.term.Column;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The point {@code clip(center + length * excess)} of a proximal step, where {@code excess} is the use of each row by the weights
 * less its right-hand side, and a direction in which the weights may move. Prices that are fixed at 0 have no coordinate.
 */
final class ProximalPoint {
    private static final int NONE = -1;

    double length;

    /** The coordinate of each price. */
    private final int[] coordinates;

    private int size;
    private final double[] low;
    private final double[] high;
    private final double[] limit;
    private final double[] center;
    private final double[] at;
    private final double[] excess;

    private final double[] direction;
    /** Coordinates in which the direction may differ from 0. */
    private final int[] along;

    private final boolean[] isAlong;
    private int alongCount;

    /** A column, a price floor, or none. */
    static final class Plane {
        final @Nullable Column column;
        final double cost;
        /** Coordinates and its coefficients there. */
        private int[] rows = new int[8];

        private double[] coefficients = new double[8];
        private int count;
        double weight;
        double value;
        int idle;
        boolean near = true;

        Plane(@Nullable Column column, double cost) {
            this.column = column;
            this.cost = cost;
        }

        private void put(int coordinate, double coefficient) {
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

    ProximalPoint(int prices) {
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

    /** Gives a plane a coefficient at a price. */
    void put(Plane plane, int price, double coefficient) {
        plane.put(coordinates[price], coefficient);
    }

    /** Computes the point from the excess. */
    void update() {
        for (int c = 0; c < size; c++) {
            at[c] = clipped(c, excess[c]);
        }
    }

    /** What the right-hand sides add to the model at the point. */
    double constant() {
        double constant = 0;
        for (int c = 0; c < size; c++) {
            constant -= limit[c] * at[c];
        }
        return constant;
    }

    /** The squared length of the direction less the right-hand sides, without what leads out of the box; forgets the direction. */
    double squaredSubgradient() {
        double norm = 0;
        for (int c = 0; c < size; c++) {
            double up = direction[c] - limit[c];
            boolean blocked = up < 0 ? at[c] <= low[c] : at[c] >= high[c];
            norm += blocked ? 0 : up * up;
        }
        move(0);
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

    /** The reduced cost at the point. */
    double value(Plane plane) {
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

    /** Adds a multiple of a plane to the direction. */
    void addToDirection(Plane plane, double by) {
        for (int k = 0; k < plane.count; k++) {
            int c = plane.rows[k];
            if (!isAlong[c]) {
                isAlong[c] = true;
                along[alongCount++] = c;
            }
            direction[c] += by * plane.coefficients[k];
        }
    }

    /** Moves along the direction, and resets it to 0. */
    void move(double step) {
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

    /** The minimiser along the direction if no coordinate reaches its bound. */
    double newtonStep(double descent, double most) {
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

    /** The derivative of the program after a step along the direction, whose planes have this cost. */
    double slope(double step, double cost) {
        double sum = cost;
        for (int k = 0; k < alongCount; k++) {
            int c = along[k];
            sum += direction[c] * clipped(c, excess[c] + step * direction[c]);
        }
        return sum;
    }

    /**
     * A step along the direction.
     *
     * @param cost of the direction's planes
     * @param descent minus the slope at the beginning
     * @param most longest step
     */
    double lineSearch(double cost, double descent, double most) {
        double step = newtonStep(descent, most);
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
}
