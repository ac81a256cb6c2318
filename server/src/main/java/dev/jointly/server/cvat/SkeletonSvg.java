package dev.jointly.server.cvat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.server.tool.PartSpelling;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An anatomy as CVAT draws the template of a skeleton: a square of 100 by 100 with a circle for each part and a line for each
 * limb. Annotators see it when they draw a skeleton by hand. The parts of a human body are where they are on a person who
 * faces the viewer; an anatomy with any other part is laid out as a tree, top down from its first major part.
 */
final class SkeletonSvg {
    private static final double SIZE = 100;
    private static final double BORDER = 8;

    /** Distance from the middle, to the viewer's left of which a person's right is, and from the top. */
    private static final Map<String, double[]> BODY = Map.ofEntries(
            Map.entry("head", new double[] {0, 8}),
            Map.entry("nose", new double[] {0, 12}),
            Map.entry("eye", new double[] {4, 9}),
            Map.entry("ear", new double[] {8, 11}),
            Map.entry("neck", new double[] {0, 22}),
            Map.entry("shoulder", new double[] {14, 24}),
            Map.entry("elbow", new double[] {20, 38}),
            Map.entry("wrist", new double[] {24, 52}),
            Map.entry("hip", new double[] {9, 54}),
            Map.entry("knee", new double[] {10, 73}),
            Map.entry("ankle", new double[] {10, 92}));

    private final Anatomy anatomy;
    private final double[] x;
    private final double[] y;

    SkeletonSvg(Anatomy anatomy) {
        this.anatomy = anatomy;
        this.x = new double[anatomy.size()];
        this.y = new double[anatomy.size()];
        if (!placeBody()) {
            placeTree();
        }
    }

    private boolean placeBody() {
        for (int part = 0; part < x.length; part++) {
            String name = PartSpelling.plain(anatomy.parts().get(part));
            double[] place = BODY.get(name.replaceFirst("^(left|right)", ""));
            if (place == null || (place[0] == 0) != (side(part) == 0)) {
                return false;
            }
            x[part] = SIZE / 2 + side(part) * place[0];
            y[part] = place[1];
        }
        return true;
    }

    /** Rows by distance from the root; within a row the parts of the image's left, which are a person's right, come first. */
    private void placeTree() {
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
        String name = PartSpelling.plain(anatomy.parts().get(part));
        return name.startsWith("right") ? -1 : name.startsWith("left") ? 1 : 0;
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
