package dev.jointly.solve;

import dev.jointly.lp.WorkLimit;

/**
 * Tolerances and grids, named by meaning. Costs are in units here, not micro-units.
 *
 * @param reducedCostTolerance a column is worth adding when its reduced cost is below minus this
 * @param rowViolationTolerance a Benders row is worth adding when it is violated by more than this
 * @param tightTolerance takes the place of both where only they could stand between the bound and the exact proof
 * @param rowBias how far a sub-problem's right-hand sides are pushed up so that lambda1 and lambda3 stay small
 * @param rowGridBits Benders rows are rounded to 2^-rowGridBits micro-units
 * @param lambdaGridBits certificates are rounded to 2^-lambdaGridBits micro-units, or coarser where costs are huge
 * @param rootSubgradientSteps how far the bound is climbed before the first LP
 * @param subgradientStepsPerRound and after each LP that asked for columns
 * @param finishLimit the most work spent on one integer program of the finish
 */
public record Numerics(
        double reducedCostTolerance,
        double rowViolationTolerance,
        double tightTolerance,
        double rowBias,
        int rowGridBits,
        int lambdaGridBits,
        int rootSubgradientSteps,
        int subgradientStepsPerRound,
        WorkLimit finishLimit) {

    private static final String TOLERANCE = "from 1e-12 to 1e-2";

    public Numerics {
        require(inside(reducedCostTolerance, 1e-12, 1e-2), "reducedCostTolerance", reducedCostTolerance, TOLERANCE);
        require(inside(rowViolationTolerance, 1e-12, 1e-2), "rowViolationTolerance", rowViolationTolerance, TOLERANCE);
        require(inside(tightTolerance, 1e-12, 1e-2), "tightTolerance", tightTolerance, TOLERANCE);
        require(inside(rowBias, 0, 1e-2), "rowBias", rowBias, "from 0 to 1e-2; larger biases stop at wrong values");
        require(inside(rowGridBits, 0, 20), "rowGridBits", rowGridBits, "from 0 to 20");
        require(inside(lambdaGridBits, 0, 30), "lambdaGridBits", lambdaGridBits, "from 0 to 30");
        require(
                inside(rootSubgradientSteps, 0, 10_000),
                "rootSubgradientSteps",
                rootSubgradientSteps,
                "from 0 to 10000");
        require(
                inside(subgradientStepsPerRound, 0, 10_000),
                "subgradientStepsPerRound",
                subgradientStepsPerRound,
                "from 0 to 10000");
        require(
                finishLimit.steps() <= 1_000_000 && finishLimit.simplexIterations() <= 1_000_000_000,
                "finishLimit",
                finishLimit,
                "from 0 to 1000000 steps and from 0 to 1000000000 simplex iterations");
    }

    public static Numerics defaults() {
        return new Numerics(1e-6, 1e-6, 1e-8, 1e-5, 10, 20, 150, 10, new WorkLimit(100, 2_000));
    }

    /** The same with other numbers of steps; with none, everything is left to the LP. */
    public Numerics withSubgradientSteps(int first, int perRound) {
        return new Numerics(
                reducedCostTolerance,
                rowViolationTolerance,
                tightTolerance,
                rowBias,
                rowGridBits,
                lambdaGridBits,
                first,
                perRound,
                finishLimit);
    }

    private static boolean inside(double value, double least, double most) {
        return value >= least && value <= most;
    }

    static void require(boolean holds, String name, Object value, String expectation) {
        if (!holds) {
            throw new IllegalArgumentException(name + " is " + value + " but must be " + expectation);
        }
    }
}
