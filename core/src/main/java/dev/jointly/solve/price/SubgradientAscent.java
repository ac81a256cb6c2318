package dev.jointly.solve.price;

import dev.jointly.solve.price.Pricer.PricingResult;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Skeleton;

/**
 * Climbs the bound LB(lambda) without an LP, by subgradient steps: a price rises where more columns want a detection than
 * there are, and falls where none does. A step aims at the cost of the best poses known (Polyak's rule), and each
 * direction keeps some of the one before. It gets near the top, hardly ever onto it; what it is good for are the columns
 * met on the way, which are those that matter at the LP's optimum, at a fraction of the price of an LP.
 */
public final class SubgradientAscent {
    /** Share of the previous direction that is kept in the next one. On the 88 shared problems, 0.6 gives 1,718 LPs instead of 1,679; 0 gives 1,532. */
    private static final double MOMENTUM = 0.3;

    /** Steps without a better bound before the step length is halved. On the 88 shared problems, 2 gives 2,097 LPs instead of 1,679; 8 gives 1,535. */
    private static final int PATIENCE = 4;

    private final double momentum;
    private final int patience;
    private final Candidates candidates;
    private final int[] members;
    private final double[] up1;
    private final double[] up3;
    private double upNu;
    private DualPoint point;
    private DualPoint best;
    private long bestBound = Long.MIN_VALUE;
    private double length = 1;
    private int vain;

    public SubgradientAscent(Candidates candidates, DualPoint start) {
        this(candidates, start, MOMENTUM, PATIENCE);
    }

    SubgradientAscent(Candidates candidates, DualPoint start, double momentum, int patience) {
        this.momentum = momentum;
        this.patience = patience;
        this.candidates = candidates;
        members = candidates.members();
        up1 = new double[candidates.costs().size()];
        up3 = new double[up1.length];
        point = start;
        best = start;
    }

    /** Where to price next. */
    public DualPoint point() {
        return point;
    }

    /**
     * Steps on from the point.
     *
     * @param priced what pricing found there
     * @param gap how far the bound there is below the best poses
     * @return false at a point from which no direction leads up
     */
    public boolean step(PricingResult priced, long gap) {
        if (priced.bound() > bestBound) {
            bestBound = priced.bound();
            best = point;
            vain = 0;
        } else if (++vain == patience) {
            length /= 2;
            vain = 0;
            point = best;
        }
        turn(priced);
        double norm = keepInside();
        if (norm > 0) {
            go(length * gap / norm);
        }
        return norm > 0;
    }

    /** The subgradient: use of each detection, and of poses, less what there is of it, added to what is kept of the old direction. */
    private void turn(PricingResult priced) {
        for (int d : members) {
            up1[d] = momentum * up1[d] - 1;
            up3[d] = momentum * up3[d];
        }
        for (Skeleton skeleton : priced.skeletons()) {
            for (int d : skeleton.detections()) {
                up1[d]++;
                up3[d]--;
            }
        }
        if (limited()) {
            upNu = momentum * upNu
                    + priced.skeletons().size()
                    - candidates.costs().mostPoses();
        }
        for (LocalAssignment local : priced.locals()) {
            up3[local.global()]++;
            for (int d : local.locals()) {
                up1[d]++;
            }
        }
    }

    /** Drops what leads below zero or a floor, or lambda3 above -Delta, where more of it only costs; the squared length of the rest. */
    private double keepInside() {
        if (upNu < 0 && point.nu() <= 0) {
            upNu = 0;
        }
        double norm = upNu * upNu;
        for (int d : members) {
            if (up1[d] < 0 && point.lambda1()[d] <= candidates.priceFloor(d)) {
                up1[d] = 0;
            }
            long lambda3 = point.lambda3()[d];
            if ((up3[d] < 0 && lambda3 <= 0) || (up3[d] > 0 && lambda3 >= -candidates.delta(d))) {
                up3[d] = 0;
            }
            norm += up1[d] * up1[d] + up3[d] * up3[d];
        }
        return norm;
    }

    private void go(double step) {
        long ceiling = candidates.costs().grid().ceiling();
        DualPoint next = point.copy();
        for (int d : members) {
            next.lambda1()[d] = moved(point.lambda1()[d], step * up1[d], candidates.priceFloor(d), ceiling);
            next.lambda3()[d] = moved(point.lambda3()[d], step * up3[d], 0, -candidates.delta(d));
        }
        point = next.withNu(moved(point.nu(), step * upNu, 0, ceiling));
    }

    private boolean limited() {
        return candidates.costs().limited();
    }

    private static long moved(long price, double by, long floor, long ceiling) {
        return Math.max(floor, Math.min(ceiling, price + Math.round(by)));
    }
}
