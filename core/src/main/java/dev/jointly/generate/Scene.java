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

    static Scene draw(RestPose body, int people, Crowding crowding, PortableRandom dice) {
        Painter painter = new Painter(body, crowding, dice);
        int perRow = (int) Math.ceil(Math.sqrt(people * crowding.down() / crowding.across()));
        int rows = (people + perRow - 1) / perRow;
        List<double[]> necks = new ArrayList<>();
        for (int person = 0; person < people; person++) {
            int row = person / perRow;
            double x = (person % perRow + 0.5 + crowding.wander() * (dice.uniform() - 0.5)) * crowding.across();
            double y = (row + 0.5 + crowding.wander() * (dice.uniform() - 0.5)) * crowding.down();
            necks.add(new double[] {x * PIXELS, y * PIXELS});
            painter.person(x, y);
        }
        painter.strays(people, perRow * crowding.across(), rows * crowding.down());
        painter.sightings.sort(Comparator.comparingInt(Sighting::part)
                .thenComparing(Comparator.comparingDouble(Sighting::score).reversed()));
        return new Scene(List.copyOf(necks), List.copyOf(painter.sightings));
    }

    /** Adds one person after another; lengths in body units until a sighting is reported. */
    private static final class Painter {
        private final List<Sighting> sightings = new ArrayList<>();
        private final RestPose body;
        private final CostDistribution evidence;
        private final PortableRandom dice;

        Painter(RestPose body, Crowding crowding, PortableRandom dice) {
            this.body = body;
            this.evidence = crowding.evidence();
            this.dice = dice;
        }

        void person(double neckX, double neckY) {
            double scale = StrictMath.exp(SCALE_SPREAD * dice.gaussian());
            double lean = LEAN_SPREAD * dice.gaussian();
            double cos = scale * StrictMath.cos(lean);
            double sin = scale * StrictMath.sin(lean);
            double[] x = new double[body.size()];
            double[] y = new double[body.size()];
            x[0] = neckX;
            y[0] = neckY;
            for (int part = 0; part < body.size(); part++) {
                if (part > 0) {
                    int parent = body.parent(part);
                    double right = body.right(parent, part);
                    double below = body.below(parent, part);
                    x[part] = x[parent] + cos * right - sin * below + JOINT_SPREAD * dice.gaussian();
                    y[part] = y[parent] + sin * right + cos * below + JOINT_SPREAD * dice.gaussian();
                }
                joint(part, x[part], y[part]);
            }
        }

        private void joint(int part, double x, double y) {
            if (dice.chance(evidence.missed())) {
                return;
            }
            report(part, x, y, evidence.trueOdds(), Origin.TRUE);
            for (int i = 0; i < CostDistribution.MOST_DUPLICATES && dice.chance(evidence.again()); i++) {
                double nearX = x + evidence.duplicateSpread() * dice.gaussian();
                double nearY = y + evidence.duplicateSpread() * dice.gaussian();
                report(part, nearX, nearY, evidence.duplicateOdds(), Origin.DUPLICATE);
            }
        }

        /** The plane has a rim, for arms, heads and legs stick out of it. */
        void strays(int people, double width, double height) {
            for (int part = 0; part < body.size(); part++) {
                for (int person = 0; person < people; person++) {
                    if (dice.chance(evidence.stray())) {
                        double x = dice.between(-1.5, width + 1.5);
                        double y = dice.between(-1, height + body.below(0, body.size() - 1));
                        report(part, x, y, evidence.strayOdds(), Origin.STRAY);
                    }
                }
            }
        }

        private void report(int part, double x, double y, double meanOdds, Origin origin) {
            double score = CostDistribution.score(meanOdds + evidence.oddsSpread() * dice.gaussian());
            sightings.add(new Sighting(part, pixels(x), pixels(y), score, origin));
        }

        /** To the hundredth of a pixel, and costs are computed from that: a file holds all they depend on. */
        private static double pixels(double units) {
            return Math.rint(units * PIXELS * 100) / 100;
        }
    }
}
