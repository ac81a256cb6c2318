package dev.jointly.generate;

/**
 * The parameters of detector and cost generator for a scene. Costs are in units, lengths in body units.
 *
 * @param poseCost omega
 * @param missed probability that a true joint is not detected
 * @param again probability of one more duplicate of a detected joint, up to {@link #MAX_DUPLICATES}
 * @param stray probability, per person and part, of a false positive somewhere in the plane
 * @param trueOdds mean log-odds of the score of a true detection; duplicates and strays likewise
 * @param oddsSpread standard deviation of the log-odds
 * @param duplicateSpread standard deviation of a duplicate's place around the true joint, per coordinate
 * @param limb phi between two parts
 * @param twin phi within a part (duplicates)
 * @param noise standard deviation of what is added to every phi
 */
record CostDistribution(
        double poseCost,
        double missed,
        double again,
        double stray,
        double trueOdds,
        double duplicateOdds,
        double strayOdds,
        double oddsSpread,
        double duplicateSpread,
        Curve limb,
        Curve twin,
        double noise) {

    /**
     * phi as a function of the residual z in standard deviations: best + z^2 / 2, the negative log-odds of a normal
     * residual against a flat one, kept from least to most.
     *
     * @param width multiplies the standard deviation: the wider, the less a residual says
     */
    record Curve(double width, double best, double least, double most) {
        double cost(double zSquared, double noise) {
            return Math.max(least, Math.min(most, best + zSquared / 2 + noise));
        }
    }

    static final int MAX_DUPLICATES = 3;

    /** Pairs with a residual above this many standard deviations cost the most under every curve here. */
    static final double REACH = 5;

    static final CostDistribution CLEAR = new CostDistribution(
            6, 0.1, 0.3, 0.12, 1.6, 0.7, -0.6, 0.8, 0.1, new Curve(1, -2, -3, 7), new Curve(1.5, -2.2, -3, 8), 0.4);

    static final CostDistribution BLURRED = new CostDistribution(
            2,
            0.1,
            0.35,
            0.2,
            0.4,
            0.1,
            -0.4,
            0.9,
            0.2,
            new Curve(1.7, -0.4, -1.2, 3),
            new Curve(1.5, -0.7, -2, 8),
            0.8);

    /** The score a detector gives for these log-odds, to six decimals and never quite sure. */
    static double score(double logOdds) {
        double score = 1 / (1 + StrictMath.exp(-logOdds));
        return Math.max(0.03, Math.min(0.97, Math.rint(score * 1e6) / 1e6));
    }

    /** theta: the negative log-odds of a score. */
    static double theta(double score) {
        return -StrictMath.log(score / (1 - score));
    }
}
