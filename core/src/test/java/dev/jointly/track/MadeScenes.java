package dev.jointly.track;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The problems of a clip of individuals who walk about in a small arena, and whose each detection is. Costs of pairs are those of
 * a detector that knows the lengths of limbs and errs: where two individuals are close, the best grouping may exchange
 * limbs.
 *
 * @param individuals for each frame, the individual of each detection
 */
record MadeScenes(List<Problem> problems, List<List<Integer>> individuals) {
    private static final double WIDTH = 260;
    private static final double HEIGHT = 160;

    private static final Anatomy BODY = Anatomy.of(
            "six",
            List.of("neck", "head", "hip", "knee", "foot", "hand"),
            List.of("neck"),
            List.of(
                    List.of("neck", "head"),
                    List.of("neck", "hip"),
                    List.of("hip", "knee"),
                    List.of("knee", "foot"),
                    List.of("neck", "hand")));

    /** Where the parts are, along the walk and beside it. */
    private static final double[][] PLACES = {{0, 0}, {22, 4}, {-24, 0}, {-42, 8}, {-60, 2}, {6, 22}};

    static MadeScenes of(Random random, int frames, int count) {
        double[][] walker = new double[count][];
        for (int i = 0; i < count; i++) {
            double direction = random.nextDouble() * 2 * Math.PI;
            walker[i] = new double[] {random.nextDouble() * WIDTH, random.nextDouble() * HEIGHT, direction};
        }
        List<Problem> problems = new ArrayList<>();
        List<List<Integer>> individuals = new ArrayList<>();
        for (int f = 0; f < frames; f++) {
            for (double[] one : walker) {
                step(random, one);
            }
            List<Detection> detections = new ArrayList<>();
            List<Integer> whose = new ArrayList<>();
            for (int part = 0; part < PLACES.length; part++) {
                for (int i = 0; i < count; i++) {
                    if (random.nextInt(25) > 0) {
                        detections.add(detection(random, walker[i], part));
                        whose.add(i);
                    }
                }
            }
            problems.add(problem(random, f, detections));
            individuals.add(whose);
        }
        return new MadeScenes(problems, individuals);
    }

    private static void step(Random random, double[] walker) {
        walker[2] += 0.2 * random.nextGaussian();
        walker[0] += 7 * Math.cos(walker[2]);
        walker[1] += 7 * Math.sin(walker[2]);
        if (walker[0] < 0 || walker[0] > WIDTH) {
            walker[2] = Math.PI - walker[2];
        }
        if (walker[1] < 0 || walker[1] > HEIGHT) {
            walker[2] = -walker[2];
        }
        walker[0] = Math.min(WIDTH, Math.max(0, walker[0]));
        walker[1] = Math.min(HEIGHT, Math.max(0, walker[1]));
    }

    private static Detection detection(Random random, double[] walker, int part) {
        double along = PLACES[part][0];
        double beside = PLACES[part][1];
        return new Detection(
                part,
                walker[0] + along * Math.cos(walker[2]) - beside * Math.sin(walker[2]) + 2 * random.nextGaussian(),
                walker[1] + along * Math.sin(walker[2]) + beside * Math.cos(walker[2]) + 2 * random.nextGaussian(),
                0.9,
                Micro.of(-1.5 + 0.3 * random.nextGaussian()));
    }

    private static Problem problem(Random random, int frame, List<Detection> detections) {
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int a = 0; a < detections.size(); a++) {
            for (int b = a + 1; b < detections.size(); b++) {
                int p = detections.get(a).part();
                int q = detections.get(b).part();
                if (p != q && BODY.mayPair(p, q)) {
                    pairs.add(a, b, Micro.of(cost(detections.get(a), detections.get(b)) + random.nextGaussian()));
                }
            }
        }
        return new Problem(
                "made/frame" + frame,
                null,
                BODY,
                Micro.of(3),
                detections,
                pairs.build(detections.size(), true),
                List.of());
    }

    /** Minus the logarithm of odds, from the distance beside the length of the limb, at most 4. */
    private static double cost(Detection a, Detection b) {
        double length =
                Math.hypot(PLACES[a.part()][0] - PLACES[b.part()][0], PLACES[a.part()][1] - PLACES[b.part()][1]);
        double error = Math.hypot(x(a) - x(b), y(a) - y(b)) - length;
        return Math.min(4, error * error / 32 - 2);
    }

    private static double x(Detection d) {
        Double x = d.x();
        return x == null ? 0 : x;
    }

    private static double y(Detection d) {
        Double y = d.y();
        return y == null ? 0 : y;
    }
}
