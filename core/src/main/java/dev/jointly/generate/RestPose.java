package dev.jointly.generate;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import java.util.ArrayList;
import java.util.List;

/**
 * A person at rest, facing the camera: where each part is, seen from the neck, in body units (the neck to the hips is
 * 1.6); y grows downwards as in images. Parts are listed so that 6, 8 and 14 of them make a head with shoulders and
 * elbows, an upper body, and a full one.
 */
final class RestPose {
    private record Joint(String name, int parent, double x, double y) {}

    private static final List<Joint> JOINTS = List.of(
            new Joint("neck", -1, 0, 0),
            new Joint("head", 0, 0, -0.75),
            new Joint("rshoulder", 0, -0.5, 0.1),
            new Joint("lshoulder", 0, 0.5, 0.1),
            new Joint("relbow", 2, -0.65, 0.85),
            new Joint("lelbow", 3, 0.65, 0.85),
            new Joint("rwrist", 4, -0.7, 1.5),
            new Joint("lwrist", 5, 0.7, 1.5),
            new Joint("rhip", 2, -0.3, 1.6),
            new Joint("lhip", 3, 0.3, 1.6),
            new Joint("rknee", 8, -0.35, 2.7),
            new Joint("lknee", 9, 0.35, 2.7),
            new Joint("rankle", 10, -0.35, 3.7),
            new Joint("lankle", 11, 0.35, 3.7));

    private final Anatomy anatomy;

    RestPose(int parts) {
        if (parts != 6 && parts != 8 && parts != JOINTS.size()) {
            throw new IllegalArgumentException("an anatomy of " + parts + " parts is not available; choose 6, 8 or 14");
        }
        List<Limb> limbs = new ArrayList<>();
        for (int part = 1; part < parts; part++) {
            limbs.add(new Limb(JOINTS.get(part).parent(), part));
        }
        List<String> names = JOINTS.subList(0, parts).stream().map(Joint::name).toList();
        anatomy = new Anatomy("mpii-" + parts, names, List.of(0), limbs);
    }

    Anatomy anatomy() {
        return anatomy;
    }

    int size() {
        return anatomy.size();
    }

    /** The part this one hangs on; every part stands after its parent, and only the neck has none. */
    int parent(int part) {
        return JOINTS.get(part).parent();
    }

    /** How far right of part {@code from} part {@code to} is at rest. */
    double right(int from, int to) {
        return JOINTS.get(to).x() - JOINTS.get(from).x();
    }

    /** How far below part {@code from} part {@code to} is at rest. */
    double below(int from, int to) {
        return JOINTS.get(to).y() - JOINTS.get(from).y();
    }
}
