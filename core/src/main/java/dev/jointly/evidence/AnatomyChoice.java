package dev.jointly.evidence;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Chooses an anatomy for evidence that has a graph of scored pairs of parts but no tree.
 *
 * <p>The limbs are the maximum spanning tree of the graph by <em>clarity</em>: how clearly a detection's best partner
 * stands out from its second best, (best - second) / best, averaged over the detections of both parts in all frames,
 * each weighted by its score. No annotations are needed. On annotated frames, clarity ranks edges much like their actual
 * accuracy, and better than the difference alone, which favours edges that merely have large numbers.
 *
 * <p>The major part, the hub, is the part with the most confident detections: of the parts of an animal it is the one
 * missed least often. Parts without edges (such as the corner of a cage, which belongs to no animal) are left out.
 */
public final class AnatomyChoice {
    /** The least score of a confident candidate. */
    private static final double CONFIDENT = 0.5;

    private final List<String> parts;
    private final List<Evidence> frames;

    private AnatomyChoice(List<Evidence> frames) {
        this.frames = frames;
        this.parts = frames.get(0).parts();
        for (Evidence frame : frames) {
            if (!frame.parts().equals(parts)) {
                throw new IllegalArgumentException(
                        "frame \"" + frame.id() + "\" has the parts " + frame.parts() + " but the first has " + parts);
            }
        }
    }

    /**
     * The anatomy for some frames of one detector.
     *
     * @param hubs names of the major parts; empty to have one chosen
     */
    public static Anatomy of(String name, List<Evidence> frames, List<String> hubs) {
        if (frames.isEmpty()) {
            throw new IllegalArgumentException("there are no frames to choose an anatomy from");
        }
        return new AnatomyChoice(frames).choose(name, hubs);
    }

    /** The evidence for the parts of an anatomy, in its order. */
    public static Evidence within(Anatomy anatomy, Evidence evidence) {
        int[] position = new int[evidence.parts().size()];
        Arrays.setAll(position, part -> anatomy.parts().indexOf(evidence.parts().get(part)));
        List<Candidate> candidates = evidence.candidates().stream()
                .filter(c -> position[c.part()] >= 0)
                .map(c -> new Candidate(position[c.part()], c.x(), c.y(), c.score()))
                .toList();
        List<Edge> edges = evidence.edges().stream()
                .filter(e -> position[e.a()] >= 0 && position[e.b()] >= 0)
                .map(e -> new Edge(position[e.a()], position[e.b()], e.affinity(), e.share(), e.least()))
                .toList();
        return new Evidence(evidence.id(), evidence.image(), anatomy.parts(), candidates, edges);
    }

    private Anatomy choose(String name, List<String> hubs) {
        for (String hub : hubs) {
            if (!parts.contains(hub)) {
                throw new IllegalArgumentException("unknown part \"" + hub + "\"; the parts are " + parts);
            }
        }
        Map<Limb, Double> clarity = clarity();
        if (clarity.isEmpty()) {
            throw new IllegalArgumentException(
                    "no two parts have affinities in any frame, so no limbs can be chosen for " + parts);
        }
        int[] tree = new int[parts.size()];
        List<Limb> limbs = spanningForest(clarity, tree);
        int root = hubs.isEmpty() ? largest(tree) : tree[parts.indexOf(hubs.get(0))];
        List<Integer> kept = IntStream.range(0, parts.size())
                .filter(part -> tree[part] == root)
                .boxed()
                .toList();
        for (String hub : hubs) {
            if (tree[parts.indexOf(hub)] != root || kept.size() == 1) {
                throw new IllegalArgumentException(
                        "part \"" + hub + "\" cannot be a hub, for no pairs of parts join it" + " with " + hubs.get(0));
            }
        }
        List<Integer> majors = hubs.isEmpty()
                ? List.of(kept.indexOf(mostConfident(kept)))
                : hubs.stream().map(hub -> kept.indexOf(parts.indexOf(hub))).toList();
        return new Anatomy(
                name,
                kept.stream().map(parts::get).toList(),
                majors,
                limbs.stream()
                        .filter(limb -> tree[limb.a()] == root)
                        .map(limb -> new Limb(kept.indexOf(limb.a()), kept.indexOf(limb.b())))
                        .toList());
    }

    /** Clarity of every edge between two parts; 0 where no candidate ever had a choice. */
    private Map<Limb, Double> clarity() {
        Map<Limb, double[]> sums = new TreeMap<>();
        for (Evidence frame : frames) {
            for (Edge edge : frame.edges()) {
                if (edge.a() == edge.b()) {
                    continue;
                }
                double[] sum = sums.computeIfAbsent(new Limb(edge.a(), edge.b()), limb -> new double[2]);
                int[] a = frame.ofPart(edge.a());
                int[] b = frame.ofPart(edge.b());
                for (int i = 0; i < a.length; i++) {
                    int row = i;
                    add(sum, frame.candidates().get(a[i]).score(), b.length, j -> edge.affinity()[row][j]);
                }
                for (int j = 0; j < b.length; j++) {
                    int column = j;
                    add(sum, frame.candidates().get(b[j]).score(), a.length, i -> edge.affinity()[i][column]);
                }
            }
        }
        Map<Limb, Double> clarity = new TreeMap<>();
        sums.forEach((limb, sum) -> clarity.put(limb, sum[1] > 0 ? sum[0] / sum[1] : 0));
        return clarity;
    }

    private static void add(double[] sum, double weight, int partners, IntToDoubleFunction affinity) {
        double[] known = IntStream.range(0, partners)
                .mapToDouble(affinity)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        if (known.length < 2) {
            return;
        }
        double best = known[known.length - 1];
        double second = known[known.length - 2];
        sum[1] += weight;
        if (best > 0) {
            sum[0] += weight * (best - Math.max(0, second)) / best;
        }
    }

    /** Kruskal's; {@code tree} tells afterwards which parts are joined. */
    private static List<Limb> spanningForest(Map<Limb, Double> clarity, int[] tree) {
        Arrays.setAll(tree, part -> part);
        List<Limb> chosen = new ArrayList<>();
        clarity.entrySet().stream()
                .sorted(Map.Entry.<Limb, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(entry -> {
                    int from = tree[entry.getKey().b()];
                    int to = tree[entry.getKey().a()];
                    if (from != to) {
                        chosen.add(entry.getKey());
                        for (int part = 0; part < tree.length; part++) {
                            tree[part] = tree[part] == from ? to : tree[part];
                        }
                    }
                });
        return chosen;
    }

    private static int largest(int[] tree) {
        int[] size = new int[tree.length];
        Arrays.stream(tree).forEach(root -> size[root]++);
        return IntStream.range(0, size.length)
                .boxed()
                .max(Comparator.comparing((Integer root) -> size[root]).thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
    }

    /** The first of those with the most confident candidates. */
    private int mostConfident(List<Integer> kept) {
        long[] confident = new long[parts.size()];
        for (Evidence frame : frames) {
            frame.candidates().stream().filter(c -> c.score() >= CONFIDENT).forEach(c -> confident[c.part()]++);
        }
        return kept.stream()
                .max(Comparator.comparing((Integer part) -> confident[part]).thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
    }
}
