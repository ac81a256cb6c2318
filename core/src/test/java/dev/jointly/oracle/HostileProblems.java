package dev.jointly.oracle;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Problems within the documented limits that no detector would make, each from a seed: what a solver chokes on. */
public final class HostileProblems {
    private static final Anatomy DOT = Anatomy.of("dot", List.of("a"), List.of("a"), List.of());
    private static final Anatomy PAIR = Anatomy.of("pair", List.of("m", "a"), List.of("m"), List.of(List.of("m", "a")));
    private static final Anatomy THREE = Anatomy.of(
            "three", List.of("a", "b", "c"), List.of("a", "b", "c"), List.of(List.of("a", "b"), List.of("b", "c")));

    private HostileProblems() {}

    /** The families, one after the other. */
    public enum Family {
        ONE_PART_RANDOM_PAIRS,
        ALL_EQUAL,
        ALL_ZERO,
        MANY_MAJORS,
        NO_MAJORS,
        DUPLICATES,
        HUGE_COSTS,
        CONTRADICTING_PINS,
        MANY_PINS,
        DENSE_LIMBS
    }

    public static Family family(long seed) {
        return Family.values()[(int) (seed % Family.values().length)];
    }

    /** The problem of a seed. */
    public static Problem of(long seed) {
        Random random = new Random(seed);
        String id = family(seed) + "-" + seed;
        return switch (family(seed)) {
            case ONE_PART_RANDOM_PAIRS ->
                dots(id, 30 + random.nextInt(90), random, r -> r.nextInt(-10_000_000, 10_000_000), List.of());
            case ALL_EQUAL -> dots(id, 100 + random.nextInt(500), random, r -> -1_000_000, List.of());
            case ALL_ZERO -> without(DOT, id, 500 + random.nextInt(4_500), 0, random.nextBoolean() ? -1 : 0);
            case MANY_MAJORS -> without(THREE, id, 300 + random.nextInt(2_700), 1, -2);
            case NO_MAJORS -> without(PAIR, id, 1_000 + random.nextInt(4_000), 1, -1);
            case DUPLICATES -> duplicates(id, 2_000 + random.nextInt(3_000), random);
            case HUGE_COSTS ->
                dots(id, 5 + random.nextInt(10), random, r -> r.nextLong(-Micro.LARGEST, Micro.LARGEST), List.of());
            case CONTRADICTING_PINS -> {
                int size = 20 + random.nextInt(30);
                yield dots(id, size, random, r -> r.nextInt(-1_000_000, 1_000_000), pins(random, size, 50_000));
            }
            case MANY_PINS -> {
                int size = 20 + random.nextInt(30);
                yield dots(id, size, random, r -> r.nextInt(-1_000_000, 1_000_000), pins(random, size, 12));
            }
            case DENSE_LIMBS -> limbs(id, 60 + random.nextInt(200), random);
        };
    }

    private interface Cost {
        long micro(Random random);
    }

    /** One part, every pair listed. */
    private static Problem dots(String id, int size, Random random, Cost cost, List<Pin> pins) {
        List<Detection> detections = new ArrayList<>();
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int d = 0; d < size; d++) {
            detections.add(new Detection(0, null, null, null, cost.micro(random)));
            for (int e = 0; e < d; e++) {
                pairs.add(e, d, cost.micro(random));
            }
        }
        return new Problem(id, null, DOT, Micro.of(1), detections, pairs.build(size, true), pins);
    }

    /** No pairs listed, and none forbidden; the last part of a pair of parts has all detections. */
    private static Problem without(Anatomy anatomy, String id, int size, double pose, double cost) {
        List<Detection> detections = new ArrayList<>();
        for (int d = 0; d < size; d++) {
            int part = anatomy.equals(PAIR) ? 1 : d % anatomy.size();
            detections.add(Detection.of(part, cost));
        }
        return new Problem(
                id, null, anatomy, Micro.of(pose), detections, new PairCosts.Builder().build(size, false), List.of());
    }

    /** Thousands of detections of one joint, each with a handful of friends. */
    private static Problem duplicates(String id, int size, Random random) {
        List<Detection> detections = new ArrayList<>();
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int d = 0; d < size; d++) {
            detections.add(new Detection(0, null, null, null, random.nextInt(-2_000_000, 500_000)));
            for (int e = Math.max(0, d - 8); e < d; e++) {
                pairs.add(e, d, random.nextInt(-1_000_000, 1_000_000));
            }
        }
        return new Problem(id, null, DOT, Micro.of(3), detections, pairs.build(size, true), List.of());
    }

    private static Problem limbs(String id, int size, Random random) {
        List<Detection> detections = new ArrayList<>();
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int d = 0; d < size; d++) {
            detections.add(new Detection(d % 3, null, null, null, random.nextInt(-3_000_000, 1_000_000)));
            for (int e = 0; e < d; e++) {
                pairs.add(e, d, random.nextInt(-3_000_000, 3_000_000));
            }
        }
        return new Problem(id, null, THREE, Micro.of(6), detections, pairs.build(size, true), List.of());
    }

    private static List<Pin> pins(Random random, int size, int count) {
        List<Pin> pins = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int a = random.nextInt(size);
            int b = (a + 1 + random.nextInt(size - 1)) % size;
            pins.add(
                    switch (random.nextInt(4)) {
                        case 0 -> new Pin.Together(a, b);
                        case 1 -> new Pin.Apart(a, b);
                        case 2 -> new Pin.Use(a);
                        default -> new Pin.Skip(a);
                    });
        }
        return pins;
    }
}
