package dev.jointly.solve;

import dev.jointly.solve.cut.TreeCuts;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.term.CutPrices;

/** Rounds of cuts in one node: at the root of a tree as long as they pay, below it one. */
final class CutRounds {
    private final TreeCuts cuts;
    private final int most;
    private final int patience;
    private final double progress;
    private int rounds;
    private int idle;
    private long gapBefore;

    /** @param depth decisions above the node */
    CutRounds(TreeCuts cuts, int depth, SolveOptions options) {
        this.cuts = cuts;
        int mostAtRoot = cuts.rounds();
        int mostBelow = depth > options.count(SolveOption.CUT_DEPTH) ? 0 : Math.min(1, mostAtRoot);
        most = depth == 0 ? mostAtRoot : mostBelow;
        patience = options.count(SolveOption.CUT_PATIENCE);
        progress = options.get(SolveOption.CUT_PROGRESS);
    }

    /**
     * Adds cuts that the last point of a node violates; false where there are none, or the last rounds were not worth it.
     *
     * @param lp prices of the cuts in the LP
     */
    boolean next(NodeRelaxation node, CutPrices lp) {
        if (rounds >= most) {
            return false;
        }
        long gap = node.gapOnGrid();
        if (rounds == 0 || gap < (1 - progress) * gapBefore) {
            gapBefore = gap;
            idle = 0;
        }
        rounds++;
        return idle++ < patience && cuts.separate(node.point(), lp, node.deadline()::passed);
    }
}
