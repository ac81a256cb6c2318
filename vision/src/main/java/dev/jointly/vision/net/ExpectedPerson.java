package dev.jointly.vision.net;

/**
 * What a network expects of the person around a centre, in cells: the size of the person, and where each joint should be.
 *
 * @param size square root of the area of the person's box, at least 1
 * @param x of each joint, in the order of the decoder, and {@code y} likewise
 */
record ExpectedPerson(int column, int row, double size, double[] x, double[] y) {
    /** At this distance, in units of the size of the person, the affinity is one half. */
    private static final double NEAR = 0.1;

    /** Adds to every distance when a joint is looked for, so that scores count for something near the expected place. */
    private static final double SOFTENING = 1.8;

    static ExpectedPerson of(CentreDecoder decoder, Maps maps, int column, int row) {
        // a box is never smaller than a cell
        double width = Math.max(1, maps.at(decoder.centre().box().x(), column, row));
        double height = Math.max(1, maps.at(decoder.centre().box().y(), column, row));
        double[] x = new double[decoder.joints().size()];
        double[] y = new double[x.length];
        for (int j = 0; j < x.length; j++) {
            CentreDecoder.Channels regression = decoder.joints().get(j).regression();
            x[j] = column + maps.at(regression.x(), column, row);
            y[j] = row + maps.at(regression.y(), column, row);
        }
        return new ExpectedPerson(column, row, Math.sqrt(width * height), x, y);
    }

    /** How well a place fits a joint: 1 where it is expected, and falling with the distance. */
    double affinity(int joint, double placeX, double placeY) {
        return near(NEAR * size, Math.hypot(placeX - x[joint], placeY - y[joint]));
    }

    /** How much two centres expect the same person: the mean over the joints, 1 if all are expected in the same places. */
    double likeness(ExpectedPerson other) {
        double near = NEAR * Math.sqrt(size * other.size);
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
            sum += near(near, Math.hypot(x[j] - other.x[j], y[j] - other.y[j]));
        }
        return sum / x.length;
    }

    private static double near(double half, double distance) {
        return half / (half + distance);
    }

    /**
     * The cell where this person's joint most likely is, as MoveNet's own decoder finds it: the highest score over distance
     * from the expected place. Looks in growing squares, until even a score of 1 would be too far away.
     *
     * @param scores one map, of values from 0 to 1
     */
    int cell(Maps scores, int joint) {
        int middleX = inside(x[joint], scores.width());
        int middleY = inside(y[joint], scores.height());
        double outside = Math.hypot(middleX - x[joint], middleY - y[joint]);
        int best = middleY * scores.width() + middleX;
        double most = 0;
        int rings = Math.max(scores.width(), scores.height());
        for (int ring = 0; ring < rings && most * (ring - outside + SOFTENING) <= 1; ring++) {
            for (int r = Math.max(0, middleY - ring); r <= Math.min(scores.height() - 1, middleY + ring); r++) {
                boolean edge = Math.abs(r - middleY) == ring;
                for (int c = middleX - ring; c <= middleX + ring; c += edge ? 1 : 2 * ring) {
                    if (c >= 0 && c < scores.width()) {
                        double value = scores.at(0, c, r) / (Math.hypot(c - x[joint], r - y[joint]) + SOFTENING);
                        if (value > most) {
                            most = value;
                            best = r * scores.width() + c;
                        }
                    }
                }
            }
        }
        return best;
    }

    private static int inside(double place, int side) {
        return (int) Math.max(0, Math.min(side - 1, Math.round(place)));
    }
}
