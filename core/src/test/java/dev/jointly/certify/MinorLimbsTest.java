package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.proof.Proof.Cut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Skeletons whose minor parts have limbs with each other: the bound at zero prices, with a cut and without, against all choices one by one. */
class MinorLimbsTest {
    private static final int PARTS = 4;
    private static final int EACH = 2;
    private static final List<Anatomy.Limb> CHAIN =
            List.of(new Anatomy.Limb(0, 1), new Anatomy.Limb(1, 2), new Anatomy.Limb(2, 3));
    private static final List<Anatomy.Limb> STAR =
            List.of(new Anatomy.Limb(0, 1), new Anatomy.Limb(2, 1), new Anatomy.Limb(3, 1));
    private static final List<Anatomy.Limb> LAST_BETWEEN =
            List.of(new Anatomy.Limb(0, 1), new Anatomy.Limb(1, 3), new Anatomy.Limb(2, 3));
    private static final List<List<Anatomy.Limb>> SHAPES = List.of(CHAIN, STAR, LAST_BETWEEN);

    @Test
    void everyChoiceIsCounted() {
        int withAll = 0;
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Problem problem = problem(random, SHAPES.get(seed % 3));
            long least = 0;
            for (List<Integer> skeleton : skeletons()) {
                long cost = cost(problem, skeleton);
                withAll += skeleton.size() == PARTS && cost < least ? 1 : 0;
                least = Math.min(least, cost);
            }
            Proof proof = new Proof(0, new long[problem.size()], new long[problem.size()]);
            assertThat(Checker.lowerBound(problem, proof)).as("seed %d", seed).isEqualTo(least);
        }
        assertThat(withAll).as("skeletons with all parts").isGreaterThan(50);
    }

    /** A skeleton pays for each two detections of a cut that it has. */
    @Test
    void everyChoiceIsCountedUnderACut() {
        int taxed = 0;
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Problem problem = problem(random, SHAPES.get(seed % 3));
            int[] use = random.nextBoolean() ? new int[] {0, 1, 3, 4, 5} : new int[] {2, 4, 6};
            long sigma = random.nextLong(9_000_000);
            long least = 0;
            boolean pays = false;
            for (List<Integer> skeleton : skeletons()) {
                long cost = cost(problem, skeleton);
                if (cost < Long.MAX_VALUE) {
                    long pairs = Arrays.stream(use).filter(skeleton::contains).count() / 2;
                    cost += sigma * pairs;
                    pays = cost < least ? pairs > 0 : pays;
                    least = Math.min(least, cost);
                }
            }
            taxed += pays ? 1 : 0;
            Proof proof = RandomCuts.atZero(problem.size(), List.of(new Cut(use, new int[0])), sigma);
            assertThat(Checker.lowerBound(problem, proof))
                    .as("seed %d", seed)
                    .isEqualTo(least - sigma * (use.length / 2));
        }
        assertThat(taxed).as("cheapest skeletons that pay").isGreaterThan(50);
    }

    /** All of them: the neck, and of each other part one or none. */
    private static List<List<Integer>> skeletons() {
        List<List<Integer>> skeletons = new ArrayList<>();
        // 0 is none of a part
        for (int choice = 0; choice < 27; choice++) {
            List<Integer> skeleton = new ArrayList<>(List.of(0));
            int rest = choice;
            for (int part = 1; part < PARTS; part++, rest /= EACH + 1) {
                if (rest % (EACH + 1) > 0) {
                    skeleton.add(1 + (part - 1) * EACH + rest % (EACH + 1) - 1);
                }
            }
            skeletons.add(skeleton);
        }
        return skeletons;
    }

    /** One detection of the major part, two of each other; pairs of one part are forbidden, others at times. */
    private static Problem problem(Random random, List<Anatomy.Limb> limbs) {
        Anatomy anatomy = new Anatomy("limbs", List.of("neck", "head", "nose", "ear"), List.of(0), limbs);
        List<Detection> detections = new ArrayList<>();
        detections.add(Detection.of(0, random.nextInt(-5, 5)));
        for (int part = 1; part < PARTS; part++) {
            for (int i = 0; i < EACH; i++) {
                detections.add(Detection.of(part, random.nextInt(-5, 9)));
            }
        }
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int b = 0; b < detections.size(); b++) {
            for (int a = 0; a < b; a++) {
                int one = detections.get(a).part();
                int other = detections.get(b).part();
                if (one != other && anatomy.mayPair(one, other) && random.nextInt(6) > 0) {
                    pairs.add(a, b, random.nextInt(-9, 6) * 1_000_000L);
                }
            }
        }
        return new Problem(
                "limbs", null, anatomy, 1_000_000L, detections, pairs.build(detections.size(), true), List.of());
    }

    private static long cost(Problem problem, List<Integer> skeleton) {
        long cost = problem.poseCost();
        for (int d : skeleton) {
            cost += problem.cost(d);
            for (int e : skeleton) {
                if (e < d && problem.anatomy().mayPair(problem.part(d), problem.part(e))) {
                    long phi = problem.pairs().cost(d, e);
                    if (phi == PairCosts.FORBIDDEN) {
                        return Long.MAX_VALUE;
                    }
                    cost += phi;
                }
            }
        }
        return cost;
    }
}
