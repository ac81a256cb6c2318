package dev.jointly.generate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * People in a plane and what a detector reports of them, in pixels. Sightings of one part stand together, the most
 * confident first, so that nothing in their order gives the truth away.
 *
 * @param necks where the people really are, two numbers each
 */
record Scene(List<double[]> necks, List<Sighting> sightings) {
    /** Pixels in one body unit. */
    static final double PIXELS = 40;

    /** Where a sighting comes from. */
    enum Origin {
        TRUE,
        DUPLICATE,
        STRAY
    }

    /** A reported joint. */
    record Sighting(int part, double x, double y, double score, Origin origin) {}

    private static final double SCALE_SPREAD = 0.1;
    private static final double LEAN_SPREAD = 0.1;
    private static final double JOINT_SPREAD = 0.07;

    static Scene draw(RestPose restPose, int people, Crowding crowding, PortableRandom random) {
        Painter painter = new Painter(restPose, crowding, random);
        int perRow = (int) Math.ceil(Math.sqrt(people * crowding.down / crowding.across));
        int rows = (people + perRow - 1) / perRow;
        List<double[]> necks = new ArrayList<>();
        for (int person = 0; person < people; person++) {
            int row = person / perRow;
            double x = (person % perRow + 0.5 + crowding.wander * (random.uniform() - 0.5)) * crowding.across;
            double y = (row + 0.5 + crowding.wander * (random.uniform() - 0.5)) * crowding.down;
            necks.add(new double[] {x * PIXELS, y * PIXELS});
            painter.person(x, y);
        }
        painter.strays(people, perRow * crowding.across, rows * crowding.down);
        painter.sightings.sort(Comparator.comparingInt(Sighting::part)
                .thenComparing(Comparator.comparingDouble(Sighting::score).reversed()));
        return new Scene(List.copyOf(necks), List.copyOf(painter.sightings));
    }

    /** Adds one person after another; lengths in body units until a sighting is reported. */
    private static final class Painter {
        private final List<Sighting> sightings = new ArrayList<>();
        private final RestPose restPose;
        private final CostDistribution distribution;
        private final PortableRandom random;

        Painter(RestPose restPose, Crowding crowding, PortableRandom random) {
            this.restPose = restPose;
            this.distribution = crowding.distribution();
            this.random = random;
        }

        void person(double neckX, double neckY) {
            double scale = StrictMath.exp(SCALE_SPREAD * random.gaussian());
            double lean = LEAN_SPREAD * random.gaussian();
            double cos = scale * StrictMath.cos(lean);
            double sin = scale * StrictMath.sin(lean);
            double[] x = new double[restPose.size()];
            double[] y = new double[restPose.size()];
            x[0] = neckX;
            y[0] = neckY;
            for (int part = 0; part < restPose.size(); part++) {
                if (part > 0) {
                    int parent = restPose.parent(part);
                    double right = restPose.right(parent, part);
                    double below = restPose.below(parent, part);
                    x[part] = x[parent] + cos * right - sin * below + JOINT_SPREAD * random.gaussian();
                    y[part] = y[parent] + sin * right + cos * below + JOINT_SPREAD * random.gaussian();
                }
                joint(part, x[part], y[part]);
            }
        }

        private void joint(int part, double x, double y) {
            if (random.chance(distribution.missed())) {
                return;
            }
            report(part, x, y, distribution.trueOdds(), Origin.TRUE);
            for (int i = 0; i < CostDistribution.MAX_DUPLICATES && random.chance(distribution.again()); i++) {
                double nearX = x + distribution.duplicateSpread() * random.gaussian();
                double nearY = y + distribution.duplicateSpread() * random.gaussian();
                report(part, nearX, nearY, distribution.duplicateOdds(), Origin.DUPLICATE);
            }
        }

        /** The plane has a rim, for arms, heads and legs stick out of it. */
        void strays(int people, double width, double height) {
            for (int part = 0; part < restPose.size(); part++) {
                for (int person = 0; person < people; person++) {
                    if (random.chance(distribution.stray())) {
                        double x = random.between(-1.5, width + 1.5);
                        double y = random.between(-1, height + restPose.below(0, restPose.size() - 1));
                        report(part, x, y, distribution.strayOdds(), Origin.STRAY);
                    }
                }
            }
        }

        private void report(int part, double x, double y, double meanOdds, Origin origin) {
            double score = CostDistribution.score(meanOdds + distribution.oddsSpread() * random.gaussian());
            sightings.add(new Sighting(part, pixels(x), pixels(y), score, origin));
        }

        /** To the hundredth of a pixel, and costs are computed from that: a file holds all they depend on. */
        private static double pixels(double units) {
            return Math.rint(units * PIXELS * 100) / 100;
        }
    }
}
