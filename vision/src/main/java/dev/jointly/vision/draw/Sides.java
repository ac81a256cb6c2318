package dev.jointly.vision.draw;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.MirroredParts;

/** Which parts of an anatomy are on the left, by their names: those that exist again with right for left. */
final class Sides {
    private final boolean[] left;
    private final boolean[] right;

    Sides(Anatomy anatomy) {
        left = new boolean[anatomy.size()];
        right = new boolean[anatomy.size()];
        for (int part = 0; part < left.length; part++) {
            int other = MirroredParts.rightOf(part, anatomy.parts());
            if (other >= 0) {
                left[part] = true;
                right[other] = true;
            }
        }
    }

    boolean left(int part) {
        return left[part];
    }

    /** Whether a limb is on the left: one end is, and the other is not on the right. */
    boolean left(int part, int other) {
        return (left[part] && !right[other]) || (left[other] && !right[part]);
    }
}
