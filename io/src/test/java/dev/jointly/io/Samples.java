package dev.jointly.io;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import dev.jointly.solve.Ending;
import dev.jointly.solve.Method;
import dev.jointly.solve.Solution;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;

/** Problems and files the tests start from. */
final class Samples {
    /** Every field of the format once, compactly; the bad-input tables change one thing in it. */
    static final String PROBLEM = """
            {"format":"jointly/problem@1","id":"sample","image":{"file":"a.jpg","width":640,"height":425},\
            "anatomy":{"name":"mini","parts":["neck","head","hand","foot"],"majors":["neck"],\
            "limbs":[["neck","head"],["head","hand"],["neck","foot"]]},\
            "poseCost":6.5,\
            "detections":[{"part":"neck","x":12.5,"y":40.25,"score":0.93,"cost":-9.59},{"part":"head","cost":-1},\
            {"part":"hand","cost":0.5},{"part":"neck","cost":-1.75},{"part":"foot","cost":3}],\
            "pairs":[[0,1,-1.25],[1,2,0.5],[0,3,-2],[4,0,0.125]],\
            "absentPairs":"zero",\
            "pins":[{"together":[0,1]},{"apart":[0,4]},{"use":2},{"skip":3}]}""";

    /** A solution of {@link #PROBLEM}: neck 0 with neck 3 beside it, and head 1. */
    static final String SOLUTION = """
            {"format":"jointly/solution@1","problem":"sample","problemSha256":"00ff","method":"bcg","status":"bounded",\
            "objective":-9.09,"lowerBound":-12.340001,"gap":0.26,"requestedGap":0.05,\
            "poses":[{"cost":-9.09,"global":{"neck":0,"head":1},"local":{"neck":[3]}}],\
            "seconds":0.25,"iterations":12,"skeletons":40,"localAssignments":22,"rows":18,"nodes":1,\
            "trace":[{"seconds":0.001,"lowerBound":-140.2,"objective":0.0}],\
            "certificate":{"format":"jointly/certificate@3","scaleBits":2,"lambda1":[1,2,3,4,5],\
            "lambda3":[0,0,9223372036854775807,0,9],\
            "trees":[{"detections":[0,3],"nodes":[{"join":[0,0],"in":1,"out":4},{"local":[0,3],"in":2,"out":3},\
            {"shift":9,"lambda1":[-7,8],"lambda3":[0,2]},{"lambda1":[6,0],"lambda3":[0,0]},\
            {"lambda1":[0,11],"lambda3":[0,0]}]}]}}""";

    /** The same with cuts. */
    static final String CUT_SOLUTION = SOLUTION.replace(
                    "\"nodes\":[", "\"cuts\":[{\"use\":[0],\"host\":[3]},{\"use\":[3],\"host\":[]}],\"nodes\":[")
            .replace("\"lambda3\":[0,2]}", "\"lambda3\":[0,2],\"sigma\":[8,0]}")
            .replace("\"lambda3\":[0,0]}", "\"lambda3\":[0,0],\"sigma\":[0,9]}");

    /** The same with margins: of the person, of a joint by other prices, and of a duplicate by a certificate of its own. */
    static final String MARGIN_SOLUTION = SOLUTION.replace("\"certificate\"", """
            "margins":[{"pose":0,"pins":[{"skip":0},{"skip":1},{"skip":3}],"atLeast":4.25,"atMost":4.25},\
            {"pose":0,"detection":1,"pins":[{"apart":[0,1]}],"atLeast":1.5,"fixed":true,"prices":[[1,77,0],[3,-6,9]]},\
            {"pose":0,"detection":3,"pins":[{"apart":[3,0]}],"atLeast":0,\
            "certificate":{"format":"jointly/certificate@3","scaleBits":1,"lambda1":[5,4,3,2,1],"lambda3":[0,0,0,0,8]}}],\
            "certificate\"""");

    private Samples() {}

    static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    static Problem read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The one problem in these bytes, read to their end. */
    static Problem read(byte[] bytes) {
        try (ProblemReader reader = ProblemReader.of("test.problem.json", new ByteArrayInputStream(bytes))) {
            Problem problem = reader.next();
            while (reader.hasNext()) {
                reader.next();
            }
            return problem;
        }
    }

    static byte[] write(Problem problem, Layout layout) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ProblemWriter.write(problem, layout, out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** A problem with everything in it that a file can carry; names are awkward on purpose. */
    static Problem random(long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        Anatomy anatomy = anatomy(random);
        int size = random.nextInt(30);
        List<Detection> detections = new ArrayList<>();
        for (int d = 0; d < size; d++) {
            detections.add(new Detection(
                    random.nextInt(anatomy.size()),
                    random.nextBoolean() ? null : random.nextGaussian() * 1e3,
                    random.nextBoolean() ? null : random.nextDouble() * 1e-9,
                    random.nextBoolean() ? null : random.nextDouble(),
                    cost(random)));
        }
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int a = 0; a < size; a++) {
            for (int b = 0; b < a; b++) {
                if (random.nextInt(3) > 0
                        && anatomy.mayPair(
                                detections.get(a).part(), detections.get(b).part())) {
                    pairs.add(a, b, cost(random));
                }
            }
        }
        Image image = random.nextBoolean() ? null : new Image("dir/\u00e9\"\\.jpg", 1 + random.nextInt(99), 7);
        return new Problem(
                "id \u4eba-" + seed + "/\"\\\u2028",
                image,
                anatomy,
                cost(random),
                detections,
                pairs.build(size, random.nextBoolean()),
                size < 2 ? List.of() : pins(random, size));
    }

    private static Anatomy anatomy(RandomGenerator random) {
        int parts = 1 + random.nextInt(6);
        List<String> names = new ArrayList<>();
        List<Limb> limbs = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            names.add("part " + part + "~/\u00fc");
            if (part > 0) {
                limbs.add(new Limb(random.nextInt(part), part));
            }
        }
        List<Integer> majors = new ArrayList<>(List.of(random.nextInt(parts)));
        if (!majors.contains(0)) {
            majors.add(0);
        }
        return new Anatomy("random", names, majors, limbs);
    }

    private static List<Pin> pins(RandomGenerator random, int size) {
        int a = random.nextInt(size);
        int b = (a + 1) % size;
        List<Pin> all = List.of(new Pin.Together(a, b), new Pin.Apart(b, a), new Pin.Use(a), new Pin.Skip(b));
        return all.subList(0, random.nextInt(5));
    }

    /** Small, large, zero, and the largest a file may hold. */
    private static long cost(RandomGenerator random) {
        return switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> random.nextInt(9) - 4;
            case 2 -> Micro.of(random.nextBoolean() ? Micro.LARGEST_COST : -Micro.LARGEST_COST);
            case 3 -> random.nextLong() % 1_000_000_000_000_000L;
            default -> (long) (random.nextGaussian() * 5e6);
        };
    }

    /** A true solution of {@link #PROBLEM}, with a dual point that proves nothing much. */
    static Solution solution(Problem problem) {
        return solution(
                problem,
                new Proof(
                        2,
                        new long[] {1, 2, 3, 4, 5},
                        new long[] {0, 0, Long.MAX_VALUE, 0, 0},
                        List.of(tree(), new Proof.Tree(new int[] {4}, List.of(leaf(3, 5))))));
    }

    static Solution solution(Problem problem, Proof proof) {
        Pose pose = new Pose(new TreeMap<>(Map.of(0, 0, 1, 1)), new TreeMap<>(Map.of(0, List.of(3))));
        return new Solution(
                problem.id(),
                ProblemDigest.sha256(problem),
                Method.BCG,
                Solution.Status.BOUNDED,
                pose.cost(problem),
                -20_000_001,
                0.05,
                List.of(pose),
                proof,
                0.2500004,
                12,
                40,
                22,
                18,
                1,
                List.of(new Solution.TracePoint(1e-3, -140_200_000, 0)),
                Solution.Check.WEAKER_BOUND,
                Ending.OUT_OF_TIME);
    }

    /** The tree of {@link #SOLUTION}. */
    static Proof.Tree tree() {
        return new Proof.Tree(
                new int[] {0, 3},
                List.of(
                        new Proof.Branch(new Decision(Decision.Kind.JOIN, 0, 0), 1, 4),
                        new Proof.Branch(new Decision(Decision.Kind.LOCAL, 0, 3), 2, 3),
                        new Proof.Leaf(9, new long[] {-7, 8}, new long[] {0, 2}),
                        leaf(0, 6, 0),
                        leaf(0, 0, 11)));
    }

    /** A leaf with lambda1 alone. */
    static Proof.Leaf leaf(int shift, long... lambda1) {
        return new Proof.Leaf(shift, lambda1, new long[lambda1.length]);
    }

    /** Runs something where recursion into a deep tree would not get far. */
    static void onAShortStack(Runnable work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Runnable watched = () -> {
            try {
                work.run();
                done.complete(null);
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        };
        new Thread(null, watched, "short stack", 256 * 1024).start();
        done.join();
    }
}
