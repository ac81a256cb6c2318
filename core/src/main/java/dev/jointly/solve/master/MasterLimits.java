package dev.jointly.solve.master;

import dev.jointly.lp.LpModel;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import java.util.stream.IntStream;

/** What both masters take from the options. */
final class MasterLimits {
    private final int pivots;
    private final int crowdedColumns;
    private final int crowdedRatio;

    MasterLimits(SolveOptions options) {
        pivots = options.count(SolveOption.BRANCHING_PIVOTS);
        crowdedColumns = options.count(SolveOption.CROWDED_COLUMNS);
        crowdedRatio = options.count(SolveOption.CROWDED_RATIO);
    }

    double objectiveWithout(LpModel model, IntStream columns) {
        return model.objectiveWithout(columns.sorted().toArray(), pivots);
    }

    /** Whether an LP of so many columns is burdened by those that are not in use. */
    boolean crowded(int all, int inUse) {
        return all > crowdedColumns && all > (long) crowdedRatio * inUse;
    }
}
