package dev.jointly.vision.net;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Where the map of a part has its local maxima: the candidates. There is no non-maximum suppression: the cost model
 * decides which of them are one joint.
 */
final class Peaks {
    /**
     * Most candidates of one part, the best ones: noise can have thousands of peaks, and the tables of affinities grow with
     * the square.
     */
    static final int MOST = 300;

    private Peaks() {}

    /**
     * A maximum between the cells, in cells.
     *
     * @param column of the cell that has the highest value, and {@code row} likewise
     */
    record Peak(double x, double y, double score, int column, int row) {}

    /** Peaks in the order of the rows. */
    static List<Peak> of(Maps maps, int channel, double threshold) {
        List<Peak> peaks = new ArrayList<>();
        for (int y = 0; y < maps.height(); y++) {
            for (int x = 0; x < maps.width(); x++) {
                if (maps.at(channel, x, y) >= threshold && isMaximum(maps, channel, x, y)) {
                    peaks.add(refined(maps, channel, x, y));
                }
            }
        }
        if (peaks.size() <= MOST) {
            return peaks;
        }
        List<Peak> best = new ArrayList<>(peaks);
        best.sort(Comparator.comparingDouble(Peak::score).reversed());
        double least = best.get(MOST - 1).score();
        return peaks.stream().filter(peak -> peak.score() >= least).limit(MOST).toList();
    }

    /** Of equal neighbours the first in the order of the rows counts, so that a plateau of two has one peak. */
    private static boolean isMaximum(Maps maps, int channel, int x, int y) {
        float own = maps.at(channel, x, y);
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                boolean inside = x + dx >= 0 && x + dx < maps.width() && y + dy >= 0 && y + dy < maps.height();
                if (inside && (dx != 0 || dy != 0)) {
                    float other = maps.at(channel, x + dx, y + dy);
                    boolean before = dy < 0 || (dy == 0 && dx < 0);
                    if (before ? other >= own : other > own) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** The top of the parabolas through the cell and its neighbours on either side. */
    private static Peak refined(Maps maps, int channel, int x, int y) {
        double own = maps.at(channel, x, y);
        double dx = 0;
        double dy = 0;
        double top = own;
        if (x > 0 && x < maps.width() - 1) {
            double left = maps.at(channel, x - 1, y);
            double right = maps.at(channel, x + 1, y);
            dx = offset(left, own, right);
            top += (right - left) * dx / 4;
        }
        if (y > 0 && y < maps.height() - 1) {
            double above = maps.at(channel, x, y - 1);
            double below = maps.at(channel, x, y + 1);
            dy = offset(above, own, below);
            top += (below - above) * dy / 4;
        }
        // the network's maps are trained towards 0 to 1 but not held to it
        return new Peak(x + dx, y + dy, Math.min(1, top), x, y);
    }

    private static double offset(double before, double own, double after) {
        double bend = 2 * own - before - after;
        return bend <= 0 ? 0 : (after - before) / (2 * bend);
    }
}
