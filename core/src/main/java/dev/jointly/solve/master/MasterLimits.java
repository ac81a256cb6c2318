package dev.jointly.solve.master;

import dev.jointly.lp.LpModel;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import java.util.stream.IntStream;

/** What both masters take from the options. */
public final class MasterLimits {
    /** An LP of more columns is rebuilt if fewer than one in {@link #REBUILD_RATIO} are in use. On the 88 shared problems, 500 columns or one in 2 change nothing. */
    private static final int CROWDED_COLUMNS = 2_000;

    private static final long REBUILD_RATIO = 8;

    private final int pivots;

    public MasterLimits(SolveOptions options) {
        pivots = options.count(SolveOption.BRANCHING_PIVOTS);
    }

    public double objectiveWithout(LpModel model, IntStream columns) {
        return model.objectiveWithout(columns.sorted().toArray(), pivots);
    }

    /** Whether an LP of so many columns is burdened by those that are not in use. */
    public boolean crowded(int all, int inUse) {
        return all > CROWDED_COLUMNS && all > REBUILD_RATIO * inUse;
    }
}
