package dev.jointly.vision.net;

import dev.jointly.evidence.Truth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * What a one-stage network says before non-maximum suppression of people who stand behind each other, simulated: many
 * hypotheses of each person, the fewer and the less sure the more of the person is hidden; hypotheses near the border of two people
 * mix their limbs; a few are of nobody. Not fitted to a network: no weights could be run.
 */
final class SimulatedHypotheses {
    static final int WIDTH = 2000;
    static final int HEIGHT = 640;
    static final int CHANNELS = 56;

    /** COCO's joints of somebody who stands, in heights of the person, from the middle of the box. */
    private static final double[][] STANDING = {
        {0, -0.44}, {0.02, -0.46}, {-0.02, -0.46}, {0.05, -0.45}, {-0.05, -0.45}, {0.11, -0.32}, {-0.11, -0.32},
        {0.15, -0.16}, {-0.15, -0.16}, {0.16, -0.02}, {-0.16, -0.02}, {0.08, 0.02}, {-0.08, 0.02}, {0.09, 0.25},
        {-0.09, 0.25}, {0.09, 0.46}, {-0.09, 0.46}
    };

    /** Head, arms and legs: what a hypothesis may take from a neighbour. */
    private static final int[] LIMB = {0, 0, 0, 0, 0, 1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4};

    /** A hypothesis as the network gives it. */
    record Row(double score, double[] box, double[] x, double[] y, double[] v) {}

    private record Body(double height, double[] x, double[] y, boolean[] hidden, double[] box) {}

    final List<Row> rows = new ArrayList<>();
    final Truth truth;
    private final Random random;

    /** @param step from one person of a group to the next, in heights; a person is about 0.4 wide */
    SimulatedHypotheses(long seed, double step) {
        random = new Random(seed);
        List<Body> bodies = new ArrayList<>();
        for (int group = 0; group < 3; group++) {
            group(bodies, step, 200 + 600 * group);
        }
        bodies.forEach(body -> hypotheses(body, bodies));
        for (int i = 0; i < 20; i++) {
            Body ghost = body(60 + random.nextInt(1880), 150 + random.nextInt(300), 60 + random.nextInt(150));
            rows.add(row(ghost, ghost.x(), ghost.y(), 0.05 + 0.2 * random.nextDouble() * random.nextDouble(), 0.1));
        }
        truth = new Truth(
                "s" + seed,
                null,
                Recognition.COCO,
                bodies.stream().map(SimulatedHypotheses::person).toList());
    }

    private void group(List<Body> bodies, double step, double left) {
        double height = 150 + random.nextInt(120);
        double y = 320 + 120 * (random.nextDouble() - 0.5);
        int count = 2 + random.nextInt(3);
        int first = bodies.size();
        for (int i = 0; i < count; i++) {
            double x = left + step * height * i + 0.03 * height * random.nextGaussian();
            Body body = body(x, y + 0.05 * height * random.nextGaussian(), height * (0.9 + 0.2 * random.nextDouble()));
            for (int j = 0; j < 17; j++) {
                for (Body before : bodies.subList(first, bodies.size())) {
                    // the torso and legs of those in front hide
                    boolean behind = Math.abs(body.x()[j] - middle(before)) < 0.12 * before.height();
                    body.hidden()[j] |= behind && random.nextDouble() < 0.8;
                }
            }
            bodies.add(body);
        }
    }

    private static double middle(Body body) {
        return (body.x()[11] + body.x()[12]) / 2;
    }

    private Body body(double x, double y, double height) {
        double[] jointX = new double[17];
        double[] jointY = new double[17];
        double[] swing = {0, 0.06, 0.06, 0.05, 0.05};
        for (int limb = 0; limb < 5; limb++) {
            double aside = swing[limb] * random.nextGaussian();
            for (int j = 0; j < 17; j++) {
                if (LIMB[j] == limb) {
                    boolean root = j == 5 || j == 6 || j == 11 || j == 12;
                    jointX[j] = x + height * (STANDING[j][0] + (root ? 0 : aside) + 0.01 * random.nextGaussian());
                    jointY[j] = y + height * (STANDING[j][1] + 0.01 * random.nextGaussian());
                }
            }
        }
        double left = java.util.Arrays.stream(jointX).min().orElseThrow() - 0.03 * height;
        double right = java.util.Arrays.stream(jointX).max().orElseThrow() + 0.03 * height;
        double[] box = {(left + right) / 2, y, right - left, 1.02 * height};
        return new Body(height, jointX, jointY, new boolean[17], box);
    }

    private void hypotheses(Body body, List<Body> all) {
        double seen = 1;
        for (boolean hidden : body.hidden()) {
            seen -= hidden ? 1 / 17.0 : 0;
        }
        double[] ownX = new double[17];
        double[] ownY = new double[17];
        double size = Math.sqrt(body.box()[2] * body.box()[3]);
        for (int j = 0; j < 17; j++) {
            double error = (body.hidden()[j] ? 0.06 : 0.015) * size;
            ownX[j] = body.x()[j] + error * random.nextGaussian();
            ownY[j] = body.y()[j] + error * random.nextGaussian();
        }
        int count = (int) (8 + 30 * seen);
        for (int i = 0; i < count; i++) {
            double quality = random.nextDouble();
            double[] x = ownX.clone();
            double[] y = ownY.clone();
            Body other = all.get(random.nextInt(all.size()));
            boolean mixed = !other.equals(body) && random.nextDouble() < 0.9 * overlap(body.box(), other.box());
            boolean[] taken = new boolean[5];
            for (int limb = 0; limb < 5; limb++) {
                taken[limb] = mixed && random.nextDouble() < 0.4;
            }
            for (int j = 0; j < 17; j++) {
                // who stands in front attracts the joints of who is hidden there
                boolean stolen = taken[LIMB[j]] || (mixed && body.hidden()[j] && random.nextDouble() < 0.4);
                x[j] = stolen ? other.x()[j] : x[j];
                y[j] = stolen ? other.y()[j] : y[j];
            }
            double score = Math.min(0.99, (0.25 + 0.7 * seen) * (0.3 + 0.7 * quality) * (mixed ? 0.85 : 1));
            rows.add(row(body, x, y, score * (0.9 + 0.1 * random.nextDouble()), 0.01 + 0.05 * (1 - quality)));
        }
    }

    private Row row(Body body, double[] x, double[] y, double score, double spread) {
        double size = Math.sqrt(body.box()[2] * body.box()[3]);
        double[] box = body.box().clone();
        for (int i = 0; i < 4; i++) {
            box[i] += spread * size * random.nextGaussian();
        }
        double[] v = new double[17];
        double[] rowX = new double[17];
        double[] rowY = new double[17];
        for (int j = 0; j < 17; j++) {
            double own = body.hidden()[j] ? 0.35 : 0.9;
            v[j] = Math.max(0.01, Math.min(0.99, own + 0.12 * random.nextGaussian()));
            rowX[j] = x[j] + spread * size * random.nextGaussian();
            rowY[j] = y[j] + spread * size * random.nextGaussian();
        }
        return new Row(score, box, rowX, rowY, v);
    }

    private static Truth.Person person(Body body) {
        List<Truth.Joint> joints = new ArrayList<>();
        for (int j = 0; j < 17; j++) {
            joints.add(new Truth.Joint(
                    body.x()[j], body.y()[j], body.hidden()[j] ? Truth.Mark.HIDDEN : Truth.Mark.VISIBLE));
        }
        double[] box = body.box();
        return new Truth.Person(
                joints,
                new Truth.Box(box[0] - box[2] / 2, box[1] - box[3] / 2, box[2], box[3]),
                0.6 * box[2] * box[3],
                false);
    }

    /** Intersection over union of two boxes. */
    static double overlap(double[] a, double[] b) {
        double across = Math.min(a[0] + a[2] / 2, b[0] + b[2] / 2) - Math.max(a[0] - a[2] / 2, b[0] - b[2] / 2);
        double down = Math.min(a[1] + a[3] / 2, b[1] + b[3] / 2) - Math.max(a[1] - a[3] / 2, b[1] - b[3] / 2);
        double common = Math.max(0, across) * Math.max(0, down);
        return common / (a[2] * a[3] + b[2] * b[3] - common);
    }

    /** The mean over all people of the overlap with the nearest neighbour: how crowded it is. */
    double crowding() {
        double sum = 0;
        for (Truth.Person one : truth.people()) {
            double most = 0;
            for (Truth.Person other : truth.people()) {
                most = one.equals(other) ? most : Math.max(most, overlap(middle(one.box()), middle(other.box())));
            }
            sum += most;
        }
        return sum / truth.people().size();
    }

    private static double[] middle(Truth.@Nullable Box box) {
        if (box == null) {
            throw new IllegalStateException("every person has a box");
        }
        return new double[] {box.left() + box.width() / 2, box.top() + box.height() / 2, box.width(), box.height()};
    }

    /** As the network gives them. */
    Maps maps() {
        Maps maps = new Maps(CHANNELS, rows.size(), 1);
        for (int h = 0; h < rows.size(); h++) {
            Row row = rows.get(h);
            for (int i = 0; i < 4; i++) {
                maps.set(i, h, (float) row.box()[i]);
            }
            maps.set(4, h, (float) row.score());
            for (int j = 0; j < 17; j++) {
                maps.set(5 + 3 * j, h, (float) row.x()[j]);
                maps.set(6 + 3 * j, h, (float) row.y()[j]);
                maps.set(7 + 3 * j, h, (float) row.v()[j]);
            }
        }
        return maps;
    }

    /** The network's own suppression: the highest score first, none that overlaps a kept one too much. */
    List<Row> suppressed(double overlap, double least) {
        List<Row> kept = new ArrayList<>();
        rows.stream()
                .filter(row -> row.score() >= least)
                .sorted(Comparator.comparingDouble(row -> -row.score()))
                .filter(row -> kept.stream().noneMatch(other -> overlap(row.box(), other.box()) > overlap))
                .forEachOrdered(kept::add);
        return kept;
    }
}
