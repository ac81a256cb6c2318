package dev.jointly.certify;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Random problems, and random dual points for them; the same seed gives the same ones. */
final class RandomProblems {
    private RandomProblems() {}

    /** One to four parts, one to three of them major, up to ten detections; small costs, so that ties are common. */
    static Problem tiny(Random random) {
        int parts = 1 + random.nextInt(4);
        int majors = 1 + random.nextInt(Math.min(3, parts));
        int largest = random.nextBoolean() ? 10 : 1_000_000;
        return random(
                random, parts, majors, random.nextInt(11), largest, random.nextInt(4) / 3.0, random.nextBoolean());
    }

    static Problem random(
            Random random, int parts, int majorParts, int size, int largest, double listed, boolean absentForbidden) {
        List<Anatomy.Limb> limbs = new ArrayList<>();
        for (int p = 1; p < parts; p++) {
            limbs.add(new Anatomy.Limb(random.nextInt(p), p));
        }
        List<Integer> shuffled =
                new ArrayList<>(IntStream.range(0, parts).boxed().toList());
        Collections.shuffle(shuffled, random);
        Anatomy anatomy = new Anatomy(
                "tiny",
                IntStream.range(0, parts).mapToObj(p -> "part \"" + p + "\" é").toList(),
                shuffled.subList(0, majorParts),
                limbs);
        List<Detection> detections = new ArrayList<>();
        for (int d = 0; d < size; d++) {
            detections.add(new Detection(random.nextInt(parts), null, null, null, cost(random, largest)));
        }
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int b = 0; b < size; b++) {
            for (int a = 0; a < b; a++) {
                if (anatomy.mayPair(detections.get(a).part(), detections.get(b).part())
                        && random.nextDouble() < listed) {
                    pairs.add(b, a, cost(random, largest));
                }
            }
        }
        long poseCost = random.nextLong(-largest / 10, largest / 2);
        return new Problem("tiny", null, anatomy, poseCost, detections, pairs.build(size, absentForbidden), List.of());
    }

    /** The same problem with up to four pins of any kind, which need not leave a solution. */
    static Problem withPins(Random random, Problem problem) {
        List<Pin> pins = new ArrayList<>();
        for (int i = problem.size() > 0 ? random.nextInt(5) : 0; i > 0; i--) {
            int a = random.nextInt(problem.size());
            int b = random.nextInt(problem.size());
            // two of one kind or the other need two different detections
            pins.add(
                    switch (a == b ? 2 + random.nextInt(2) : random.nextInt(4)) {
                        case 0 -> new Pin.Together(a, b);
                        case 1 -> new Pin.Apart(a, b);
                        case 2 -> new Pin.Use(a);
                        default -> new Pin.Skip(a);
                    });
        }
        return pinned(problem, pins);
    }

    static Problem pinned(Problem problem, List<Pin> pins) {
        return new Problem(
                problem.id(), null, problem.anatomy(), problem.poseCost(), problem.detections(), problem.pairs(), pins);
    }

    /** Zero, sparse, small or large. */
    static Proof lambda(Random random, Problem problem, int scaleBits) {
        double density = new double[] {0, 0.2, 1}[random.nextInt(3)];
        long largest = (long) (new double[] {1, 8, 2_000_000}[random.nextInt(3)] * (1L << scaleBits));
        long[][] lambda = new long[2][problem.size()];
        for (long[] row : lambda) {
            for (int d = 0; d < row.length; d++) {
                row[d] = random.nextDouble() < density ? random.nextLong(largest + 1) : 0;
            }
        }
        return new Proof(scaleBits, lambda[0], lambda[1]);
    }

    /** Climbs from zero by random single steps; on tiny problems it often arrives at the optimum. */
    static Proof climb(Random random, Problem problem, int scaleBits, int steps) {
        Proof best = new Proof(scaleBits, new long[problem.size()], new long[problem.size()]);
        long bound = Checker.lowerBound(problem, best);
        for (int i = 0; i < steps && bound < 0; i++) {
            long[][] lambda = {best.lambda1().clone(), best.lambda3().clone()};
            long step = 1L << random.nextInt(24 + scaleBits);
            int d = random.nextInt(problem.size());
            long[] row = lambda[random.nextInt(2)];
            row[d] = Math.max(0, row[d] + (random.nextInt(3) == 0 ? -step : step));
            Proof next = new Proof(scaleBits, lambda[0], lambda[1]);
            long reached = Checker.lowerBound(problem, next);
            if (reached >= bound) {
                best = next;
                bound = reached;
            }
        }
        return best;
    }

    private static long cost(Random random, int largest) {
        return random.nextLong(-largest, largest + 1L);
    }
}
