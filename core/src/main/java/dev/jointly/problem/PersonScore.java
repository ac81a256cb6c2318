package dev.jointly.problem;

/**
 * How probable it is that a person found is one, by a logistic model that was calibrated for a network and an anatomy: ln(p / (1 - p)) is the bias plus
 * the weighted features. It has no influence on the grouping.
 *
 * @param strength weight of the person's strength
 * @param joints weight of the number of joints
 * @param extent weight of the diagonal of the joints' bounding box, in units of the image's longer side
 * @param meanLink weight of the mean of the links: minus the cost of the two ends of a limb, for each limb of the person
 * @param leastLink weight of the least link
 * @param weakBelow people of a lower score are weak
 */
public record PersonScore(
        double bias,
        double strength,
        double joints,
        double extent,
        double meanLink,
        double leastLink,
        double weakBelow) {
    public PersonScore {
        double all = bias + strength + joints + extent + meanLink + leastLink;
        if (!Double.isFinite(all) || !(weakBelow >= 0 && weakBelow <= 1)) {
            throw new IllegalArgumentException(
                    "the score of people must have finite weights, and weakBelow from 0 to 1: " + this);
        }
    }

    /** The same with another threshold. */
    public PersonScore withWeakBelow(double threshold) {
        return new PersonScore(bias, strength, joints, extent, meanLink, leastLink, threshold);
    }

    /** What the model is applied to. */
    public record Features(double strength, int joints, double extent, double meanLink, double leastLink) {}

    /** The probability, from 0 to 1. */
    public double of(Features person) {
        double logOdds = bias
                + strength * person.strength()
                + joints * person.joints()
                + extent * person.extent()
                + meanLink * person.meanLink()
                + leastLink * person.leastLink();
        return 1 / (1 + Math.exp(-logOdds));
    }
}
