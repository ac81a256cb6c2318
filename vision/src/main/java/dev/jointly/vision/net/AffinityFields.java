package dev.jointly.vision.net;

import dev.jointly.vision.net.Peaks.Peak;
import java.util.List;

/** How well two candidates go together: how far the field between them points from one to the other. */
final class AffinityFields {
    /** Points on the segment at which the field is sampled. */
    private static final int POINTS = 10;

    private AffinityFields() {}

    static double[][] between(Maps maps, FieldDecoder.Affinity field, List<Peak> from, List<Peak> to) {
        double[][] affinity = new double[from.size()][to.size()];
        for (int i = 0; i < from.size(); i++) {
            for (int j = 0; j < to.size(); j++) {
                affinity[i][j] = along(maps, field, from.get(i), to.get(j));
            }
        }
        return affinity;
    }

    /** Mean of the field's component in the direction of the segment, ends included. */
    private static double along(Maps maps, FieldDecoder.Affinity field, Peak from, Peak to) {
        double dx = to.x() - from.x();
        double dy = to.y() - from.y();
        double length = Math.hypot(dx, dy);
        if (length == 0) {
            // no direction, nothing to say
            return 0;
        }
        double sum = 0;
        for (int k = 0; k < POINTS; k++) {
            double t = k / (POINTS - 1.0);
            double x = from.x() + t * dx;
            double y = from.y() + t * dy;
            sum += maps.between(field.x(), x, y) * dx + maps.between(field.y(), x, y) * dy;
        }
        return sum / (POINTS * length);
    }
}
