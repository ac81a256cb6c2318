package dev.jointly.server.cvat;

import dev.jointly.anatomy.Anatomy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * An anatomy as CVAT draws the template of a skeleton: a square of 100 by 100 with a circle for each part and a line for each
 * limb. Annotators see it when they draw a skeleton by hand, so the tree is laid out top down from its first major part, and
 * parts with a side of their own are on that side.
 */
final class SkeletonSvg {
    private static final double SIZE = 100;
    private static final double BORDER = 8;

    private final Anatomy anatomy;
    private final double[] x;
    private final double[] y;

    SkeletonSvg(Anatomy anatomy) {
        this.anatomy = anatomy;
        this.x = new double[anatomy.size()];
        this.y = new double[anatomy.size()];
        place();
    }

    /** Rows by distance from the root; within a row the parts of the image's left, which are a person's right, come first. */
    private void place() {
        int[] depth = new int[anatomy.size()];
        Arrays.fill(depth, -1);
        List<List<Integer>> rows = new ArrayList<>();
        Deque<Integer> open = new ArrayDeque<>();
        int root = anatomy.majors().get(0);
        depth[root] = 0;
        open.add(root);
        while (!open.isEmpty()) {
            int part = open.remove();
            if (rows.size() == depth[part]) {
                rows.add(new ArrayList<>());
            }
            rows.get(depth[part]).add(part);
            for (Anatomy.Limb limb : anatomy.limbs()) {
                int other = limb.a() == part ? limb.b() : limb.b() == part ? limb.a() : part;
                if (depth[other] < 0) {
                    depth[other] = depth[part] + 1;
                    open.add(other);
                }
            }
        }
        for (int row = 0; row < rows.size(); row++) {
            List<Integer> parts = rows.get(row);
            parts.sort((a, b) -> Integer.compare(side(a), side(b)));
            for (int i = 0; i < parts.size(); i++) {
                x[parts.get(i)] = spread(i, parts.size());
                y[parts.get(i)] = spread(row, rows.size());
            }
        }
    }

    private int side(int part) {
        String name = anatomy.parts().get(part).toLowerCase(Locale.ROOT);
        if (name.contains("right") || name.matches("r[^a-z].*|r(shoulder|elbow|wrist|hip|knee|ankle|eye|ear)")) {
            return -1;
        }
        boolean left =
                name.contains("left") || name.matches("l[^a-z].*|l(shoulder|elbow|wrist|hip|knee|ankle|eye|ear)");
        return left ? 1 : 0;
    }

    private static double spread(int i, int count) {
        return BORDER + (SIZE - 2 * BORDER) * (i + 0.5) / count;
    }

    /** The elements, without the svg element around them, which CVAT adds. Nodes are counted from 1. */
    String text() {
        StringBuilder svg = new StringBuilder();
        for (Anatomy.Limb limb : anatomy.limbs()) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" data-type=\"edge\" data-node-from=\"%d\""
                            + " data-node-to=\"%d\"></line>\n",
                    x[limb.a()],
                    y[limb.a()],
                    x[limb.b()],
                    y[limb.b()],
                    limb.a() + 1,
                    limb.b() + 1));
        }
        for (int part = 0; part < anatomy.size(); part++) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<circle r=\"0.75\" cx=\"%.2f\" cy=\"%.2f\" data-type=\"element node\" data-element-id=\"%d\""
                            + " data-node-id=\"%d\" data-label-name=\"%s\"></circle>\n",
                    x[part],
                    y[part],
                    part + 1,
                    part + 1,
                    escaped(anatomy.parts().get(part))));
        }
        return svg.toString();
    }

    private static String escaped(String name) {
        return name.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
