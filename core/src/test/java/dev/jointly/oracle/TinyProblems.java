package dev.jointly.oracle;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Seeded tiny problems of many shapes, for {@link BruteForce} to judge. Costs are mostly small multiples of a half, so
 * that ties and fractional relaxations occur; odd shapes (no detections, no majors seen, empty parts, free or rewarded
 * poses) are frequent.
 */
public final class TinyProblems {
    private static final int MAX_PARTS = 5;

    /** What the costs of a problem look like. */
    private enum Flavour {
        /** All of one size. */
        PLAIN,
        /** Duplicates attract strongly: large local assignments. */
        SOCIABLE,
        /** Three majors each want two of three joints, no two the same two: fractional relaxations. */
        CYCLE,
        /** Down to the last micro-unit: rounding anywhere shows. */
        FINE
    }

    private final Random random;
    private final Flavour flavour;

    private TinyProblems(Random random) {
        this.random = random;
        this.flavour = pick(Flavour.values());
    }

    /** A problem with one to three major parts, mostly one. */
    public static Problem random(long seed) {
        return random(seed, someMajors(seed));
    }

    /** The same, but for every third with at most one or two poses. */
    public static Problem sometimesLimited(Problem problem, long seed) {
        return seed % 3 == 0 ? problem.withAtMost(1 + (int) (seed / 3 % 2)) : problem;
    }

    /** A problem with so many major parts. */
    public static Problem random(long seed, int majors) {
        checkMajors(majors);
        return new TinyProblems(randomFor(31 * seed + majors)).problem("tiny-" + majors + "-" + seed, majors);
    }

    private static int someMajors(long seed) {
        return List.of(1, 1, 1, 1, 2, 3).get(randomFor(seed).nextInt(6));
    }

    private static void checkMajors(int majors) {
        if (majors < 1 || majors > Anatomy.MAX_MAJORS) {
            throw new IllegalArgumentException("majors is " + majors + " but must be from 1 to " + Anatomy.MAX_MAJORS);
        }
    }

    /** {@link #gapped(long, int)} with one to three major parts, mostly one. */
    public static Problem gapped(long seed) {
        return gapped(seed, someMajors(seed));
    }

    /**
     * A problem with 6 to 11 detections and so many major parts whose optimum lies above its relaxation: no dual point
     * proves it, something must be branched on. Of {@link #random} 2 in a hundred are such; of the {@link OddCycles} that
     * are tried here 90 in a hundred, so the first is taken nearly always.
     */
    public static Problem gapped(long seed, int majors) {
        checkMajors(majors);
        Random random = randomFor(31 * seed + majors);
        while (true) {
            Problem problem = OddCycles.random("gapped-" + majors + "-" + seed, random, majors);
            if (FullLp.hasGap(BruteForce.of(problem))) {
                return problem;
            }
        }
    }

    /** {@link #random(long)} with pins. */
    public static Problem pinned(long seed) {
        return pinned(random(seed), seed);
    }

    /** {@link #random(long, int)} with pins. */
    public static Problem pinned(long seed, int majors) {
        return pinned(random(seed, majors), seed);
    }

    /**
     * The same problem with one to four pins in place of its own, or none if it has no detections. Of
     * {@link #pinned(long)} 14 in a hundred have no solution, of those with several majors 9: pins contradict each other,
     * or want what no pose can have.
     */
    public static Problem pinned(Problem problem, long seed) {
        Random random = randomFor(~seed);
        Problem pinned = pinned(problem, random);
        // thirty in a hundred are too many to learn nothing from
        return BruteForce.optimumIfFeasible(pinned).isPresent() ? pinned : pinned(problem, random);
    }

    private static Problem pinned(Problem problem, Random random) {
        List<Pin> pins = new ArrayList<>();
        int count = problem.size() == 0 ? 0 : 1 + random.nextInt(4);
        while (pins.size() < count) {
            pins.add(pin(random, problem.size()));
        }
        return new Problem(
                problem.id() + "-pinned",
                problem.image(),
                problem.anatomy(),
                problem.poseCost(),
                problem.detections(),
                problem.pairs(),
                pins);
    }

    private static Pin pin(Random random, int detections) {
        int a = random.nextInt(detections);
        int b = detections == 1 ? a : (a + 1 + random.nextInt(detections - 1)) % detections;
        boolean two = a != b && random.nextBoolean();
        boolean yes = random.nextBoolean();
        if (two) {
            return yes ? new Pin.Together(a, b) : new Pin.Apart(a, b);
        }
        return yes ? new Pin.Use(a) : new Pin.Skip(a);
    }

    /** Neighbouring seeds of {@link Random} begin alike; this tears them apart. */
    static Random randomFor(long seed) {
        return new Random(seed * 0x9E3779B97F4A7C15L);
    }

    private Problem problem(String id, int majors) {
        Anatomy anatomy = anatomy(majors);
        List<Detection> detections = detections(anatomy);
        return new Problem(id, null, anatomy, poseCost(), detections, pairs(anatomy, detections), List.of());
    }

    private Anatomy anatomy(int majors) {
        int size = majors + random.nextInt(MAX_PARTS - majors + 1);
        List<Integer> parts = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int part = 0; part < size; part++) {
            parts.add(part);
            names.add("p" + part);
        }
        // a random tree over a random order, so that majors and roots stand anywhere
        Collections.shuffle(parts, random);
        List<Limb> limbs = new ArrayList<>();
        for (int i = 1; i < size; i++) {
            limbs.add(new Limb(parts.get(i), parts.get(random.nextInt(i))));
        }
        Collections.shuffle(parts, random);
        return new Anatomy("tiny-" + size, names, parts.subList(0, majors), limbs);
    }

    private List<Detection> detections(Anatomy anatomy) {
        // few of a part, for a part of n has n 2^(n-1) local assignments
        int most = Math.min(12, 4 + 3 * anatomy.size());
        int count = random.nextInt(25) == 0 ? random.nextInt(2) : 2 + random.nextInt(most - 1);
        boolean noMajors = random.nextInt(30) == 0;
        int empty = random.nextInt(4) == 0 ? random.nextInt(anatomy.size()) : -1;
        List<Detection> detections = new ArrayList<>();
        for (int part : cycle(anatomy)) {
            detections.add(new Detection(part, null, null, null, 0));
        }
        while (detections.size() < count) {
            int part = random.nextInt(anatomy.size());
            if (part == empty || (noMajors && anatomy.isMajor(part))) {
                count--;
            } else {
                detections.add(new Detection(part, null, null, null, cost(-3, 2)));
            }
        }
        return detections;
    }

    /** The parts of the six detections of a cycle: a major three times, then three others; or nothing. */
    private List<Integer> cycle(Anatomy anatomy) {
        List<Integer> parts = new ArrayList<>();
        if (flavour == Flavour.CYCLE && anatomy.size() - anatomy.majors().size() >= 3) {
            parts.addAll(Collections.nCopies(3, anatomy.majors().get(0)));
            for (int part = 0; part < anatomy.size() && parts.size() < 6; part++) {
                if (!anatomy.isMajor(part)) {
                    parts.add(part);
                }
            }
        }
        return parts;
    }

    private PairCosts pairs(Anatomy anatomy, List<Detection> detections) {
        boolean absentForbidden = random.nextBoolean();
        boolean cycle = !cycle(anatomy).isEmpty();
        int absentPercent = random.nextInt(3) * 20;
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int b = 0; b < detections.size(); b++) {
            for (int a = 0; a < b; a++) {
                int p = detections.get(a).part();
                int q = detections.get(b).part();
                if (cycle && a < 3 && b >= 3 && b < 6) {
                    boolean wanted = b - 3 == a || b - 3 == (a + 1) % 3;
                    pairs.add(a, b, wanted ? Micro.of(-3) : cost(2, 4));
                } else if (anatomy.mayPair(p, q) && random.nextInt(100) >= absentPercent) {
                    // either order must do
                    boolean swap = random.nextBoolean();
                    pairs.add(swap ? b : a, swap ? a : b, p == q ? twinCost() : limbCost());
                }
            }
        }
        return pairs.build(detections.size(), absentForbidden);
    }

    private long twinCost() {
        return flavour == Flavour.SOCIABLE ? cost(-6, 2) : cost(-3, 4);
    }

    private long limbCost() {
        return flavour == Flavour.CYCLE ? cost(0, 4) : cost(-3, 3);
    }

    private long poseCost() {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> Micro.of(-2);
            case 2 -> Micro.of(40);
            default -> flavour == Flavour.CYCLE ? cost(3, 5) : cost(0, 5);
        };
    }

    /** From least to most units, in halves or, where it is to be fine, in micro-units. */
    private long cost(int least, int most) {
        if (flavour == Flavour.FINE) {
            return Micro.of(least) + random.nextInt((int) Micro.of(most - least) + 1);
        }
        return Micro.of(least + random.nextInt(2 * (most - least) + 1) / 2.0);
    }

    private <T> T pick(T[] from) {
        return from[random.nextInt(from.length)];
    }
}
