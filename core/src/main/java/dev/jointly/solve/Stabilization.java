package dev.jointly.solve;

import dev.jointly.solve.term.DualPoint;

/**
 * Wentges smoothing: columns are priced this far on the way from the best prices known to the LP's, since an LP over few
 * columns has wild prices. Where no column is found there, the LP's own prices decide.
 *
 * @param share 1 prices at the LP's duals only
 */
record Stabilization(double share) {
    DualPoint pricingPoint(DualPoint best, DualPoint lp) {
        return best.towards(lp, share);
    }
}
