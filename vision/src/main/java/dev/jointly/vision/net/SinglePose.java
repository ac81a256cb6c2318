package dev.jointly.vision.net;

import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * MoveNet Thunder: the joints of the one person in the middle of a square. Thread-safe: threads take turns.
 *
 * <p>The decoder is the network's own, in Java. Its centre is the cell with the best score over distance from the middle of the
 * square. For each joint, the cell with the best score over distance from where the centre expects the joint is chosen.
 */
public final class SinglePose implements AutoCloseable {
    /** The names of the joints. */
    public static final List<String> PARTS = List.of(
            "nose",
            "l-eye",
            "r-eye",
            "l-ear",
            "r-ear",
            "l-shoulder",
            "r-shoulder",
            "l-elbow",
            "r-elbow",
            "l-wrist",
            "r-wrist",
            "l-hip",
            "r-hip",
            "l-knee",
            "r-knee",
            "l-ankle",
            "r-ankle");

    /** The outputs in front of the network's own decoder: maps of joints, map of centres, regressions, offsets. */
    public static final List<String> HEADS = List.of(
            "StatefulPartitionedCall/kpt_heatmap_0/conv2d_5/BiasAdd",
            "StatefulPartitionedCall/center_0/conv2d_4/BiasAdd",
            "StatefulPartitionedCall/kpt_regress_0/conv2d_6/BiasAdd",
            "StatefulPartitionedCall/kpt_offset_0/conv2d_7/BiasAdd");

    private static final int SIDE = 256;
    private static final int STRIDE = 4;
    private static final int CENTRE = 17;
    private static final int REGRESSION = 18;
    private static final int OFFSET = 52;
    private static final int CHANNELS = 86;

    /** Added to every distance in cells; the network's number, in 16 bits. */
    private static final double SLACK = 1.7998046875;

    private final NetworkSession session;

    /** A square of a photo, in pixels; it may reach over the border. */
    public record Square(int left, int top, int side) {}

    /**
     * A joint in the photo.
     *
     * @param score from 0 to 1
     */
    public record Joint(double x, double y, double score) {}

    private SinglePose(NetworkSession session) {
        this.session = session;
    }

    /** Opens the network. */
    public static SinglePose open(Path file, Execution execution) {
        return new SinglePose(NetworkSession.open(
                new NetworkSession.Described(
                        ModelStore.SECOND_LOOK,
                        input(),
                        new ModelCard.Output(ModelCard.Layout.NCHW, HEADS, STRIDE, CHANNELS),
                        false),
                file,
                execution));
    }

    private static ModelCard.Input input() {
        return new ModelCard.Input(
                ModelCard.Layout.NCHW,
                ModelCard.Colours.RGB,
                List.of(0.0, 0.0, 0.0),
                List.of(1.0, 1.0, 1.0),
                SIDE,
                SIDE);
    }

    /**
     * The joints of the person in a square, in the order of {@link #PARTS}.
     *
     * @throws IllegalArgumentException if nothing of the photo is in the square
     */
    public synchronized List<Joint> look(BufferedImage photo, Square square) {
        Rectangle inside = new Rectangle(square.left(), square.top(), square.side(), square.side())
                .intersection(new Rectangle(photo.getWidth(), photo.getHeight()));
        if (inside.isEmpty()) {
            throw new IllegalArgumentException(square + " has nothing of the photo");
        }
        Placement placement = placement(square, inside);
        Maps maps = session.run(Shrinking.shown(cut(photo, inside), input(), placement), SIDE, SIDE);
        Cells cells = Cells.of(placement, STRIDE, inside.width, inside.height);
        return decode(maps).stream()
                .map(joint -> new Joint(
                        // the middle of cell i is at i there, and at i + 0.5 here
                        inside.x + cells.x(joint.x() - 0.5), inside.y + cells.y(joint.y() - 0.5), joint.score()))
                .toList();
    }

    private static Placement placement(Square square, Rectangle inside) {
        double scale = (double) SIDE / square.side();
        int width = Math.max(1, (int) Math.round(inside.width * scale));
        int height = Math.max(1, (int) Math.round(inside.height * scale));
        int left = (int) Math.round((inside.x - square.left()) * scale);
        int top = (int) Math.round((inside.y - square.top()) * scale);
        return new Placement(SIDE, SIDE, Math.min(left, SIDE - width), Math.min(top, SIDE - height), width, height);
    }

    private static BufferedImage cut(BufferedImage photo, Rectangle inside) {
        BufferedImage cut = new BufferedImage(inside.width, inside.height, BufferedImage.TYPE_3BYTE_BGR);
        Graphics2D canvas = cut.createGraphics();
        canvas.drawImage(photo, -inside.x, -inside.y, null);
        canvas.dispose();
        return cut;
    }

    /** Joints in cells, from the top left corner of the first. */
    static List<Joint> decode(Maps maps) {
        int[] centre = best(maps, CENTRE, maps.width() / 2.0, maps.height() / 2.0);
        List<Joint> joints = new ArrayList<>();
        for (int k = 0; k < PARTS.size(); k++) {
            double expectedX = centre[0] + maps.at(REGRESSION + 2 * k + 1, centre[0], centre[1]);
            double expectedY = centre[1] + maps.at(REGRESSION + 2 * k, centre[0], centre[1]);
            int[] cell = best(maps, k, expectedX, expectedY);
            joints.add(new Joint(
                    cell[0] + maps.at(OFFSET + 2 * k + 1, cell[0], cell[1]),
                    cell[1] + maps.at(OFFSET + 2 * k, cell[0], cell[1]),
                    logistic(maps.at(k, cell[0], cell[1]))));
        }
        return joints;
    }

    /** Column and row of the cell with the best score over distance from a place. */
    private static int[] best(Maps maps, int channel, double x, double y) {
        int[] best = {0, 0};
        double highest = -1;
        for (int row = 0; row < maps.height(); row++) {
            for (int column = 0; column < maps.width(); column++) {
                double value = logistic(maps.at(channel, column, row)) / (Math.hypot(column - x, row - y) + SLACK);
                if (value > highest) {
                    highest = value;
                    best = new int[] {column, row};
                }
            }
        }
        return best;
    }

    private static double logistic(double logit) {
        return 1 / (1 + Math.exp(-logit));
    }

    @Override
    public synchronized void close() {
        session.close();
    }
}
