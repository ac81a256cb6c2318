package dev.jointly.bench.scene;

import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.vision.cost.BodySize;
import java.util.ArrayList;
import java.util.List;

/**
 * What a perfect network would measure: a field that is 1 along every true limb, within {@link #WIDTH} body sizes of it, and
 * 0 elsewhere. Its mean along the way between two candidates, in their direction, is from -1 to 1: 1 for the two ends of a
 * limb, but also much for ends of different people who stand in one line.
 */
final class IdealField {
    private static final double WIDTH = 0.1;
    private static final int POINTS = 10;

    private record Segment(double x, double y, double dx, double dy, double length, double width) {
        boolean covers(double px, double py) {
            double along = (px - x) * dx + (py - y) * dy;
            double beside = Math.abs((px - x) * dy - (py - y) * dx);
            return along >= -width && along <= length + width && beside <= width;
        }
    }

    private final List<List<Segment>> ofLimb = new ArrayList<>();

    IdealField(Truth truth) {
        for (Limb limb : Mpii.BODY.limbs()) {
            List<Segment> segments = new ArrayList<>();
            for (Person person : truth.people()) {
                Joint from = person.joints().get(limb.a());
                Joint to = person.joints().get(limb.b());
                double length = Math.hypot(to.x() - from.x(), to.y() - from.y());
                if (from.mark() != Mark.ABSENT && to.mark() != Mark.ABSENT && length > 0) {
                    segments.add(new Segment(
                            from.x(),
                            from.y(),
                            (to.x() - from.x()) / length,
                            (to.y() - from.y()) / length,
                            length,
                            WIDTH * BodySize.of(person)));
                }
            }
            ofLimb.add(segments);
        }
    }

    /** Mean of the field of a limb, by its position among the limbs, on the way from its first part to its second. */
    double along(int limb, double fromX, double fromY, double toX, double toY) {
        double length = Math.hypot(toX - fromX, toY - fromY);
        if (length == 0) {
            return 0;
        }
        double sum = 0;
        for (int i = 0; i < POINTS; i++) {
            double share = (i + 0.5) / POINTS;
            double x = fromX + share * (toX - fromX);
            double y = fromY + share * (toY - fromY);
            double dot = 0;
            int covering = 0;
            for (Segment segment : ofLimb.get(limb)) {
                if (segment.covers(x, y)) {
                    dot += (segment.dx * (toX - fromX) + segment.dy * (toY - fromY)) / length;
                    covering++;
                }
            }
            sum += covering == 0 ? 0 : dot / covering;
        }
        return sum / POINTS;
    }
}
