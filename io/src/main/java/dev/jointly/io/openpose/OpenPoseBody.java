package dev.jointly.io.openpose;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import java.util.ArrayList;
import java.util.List;

/** The anatomies of OpenPose's networks, parts in the order of its files; the neck is the major part. */
public final class OpenPoseBody {
    private static final int NECK = 1;

    /** The 18 parts of the model COCO. */
    public static final Anatomy BODY_18 = body(
            "openpose-18",
            "nose neck r-shoulder r-elbow r-wrist l-shoulder l-elbow l-wrist r-hip r-knee r-ankle l-hip l-knee l-ankle"
                    + " r-eye l-eye r-ear l-ear",
            new int[][] {
                {1, 0}, {1, 2}, {2, 3}, {3, 4}, {1, 5}, {5, 6}, {6, 7}, {1, 8}, {8, 9}, {9, 10}, {1, 11}, {11, 12},
                {12, 13}, {0, 14}, {14, 16}, {0, 15}, {15, 17}
            });

    /** The 25 parts of the model BODY_25. */
    public static final Anatomy BODY_25 = body(
            "openpose-25",
            "nose neck r-shoulder r-elbow r-wrist l-shoulder l-elbow l-wrist mid-hip r-hip r-knee r-ankle l-hip l-knee"
                    + " l-ankle r-eye l-eye r-ear l-ear l-big-toe l-small-toe l-heel r-big-toe r-small-toe r-heel",
            new int[][] {
                {1, 0}, {1, 2}, {2, 3}, {3, 4}, {1, 5}, {5, 6}, {6, 7}, {1, 8}, {8, 9}, {9, 10}, {10, 11}, {8, 12},
                {12, 13}, {13, 14}, {0, 15}, {15, 17}, {0, 16}, {16, 18}, {14, 19}, {19, 20}, {14, 21}, {11, 22},
                {22, 23}, {11, 24}
            });

    private OpenPoseBody() {}

    private static Anatomy body(String name, String parts, int[][] limbs) {
        List<Limb> tree = new ArrayList<>();
        for (int[] limb : limbs) {
            tree.add(new Limb(limb[0], limb[1]));
        }
        return new Anatomy(name, List.of(parts.split(" ")), List.of(NECK), tree);
    }
}
