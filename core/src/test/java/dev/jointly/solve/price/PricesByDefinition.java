package dev.jointly.solve.price;

import dev.jointly.oracle.BruteForce;
import dev.jointly.problem.Problem;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.HalfIntegralCut;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** What all columns of a tiny problem cost at a dual point, and what the point proves: the formulas, term by term. */
final class PricesByDefinition {
    /** Reduced costs. */
    final Map<Skeleton, Long> skeletons = new LinkedHashMap<>();

    final Map<LocalAssignment, Long> locals = new LinkedHashMap<>();
    /** By detection: the least reduced cost of a skeleton that it leads, or 0. */
    final long[] lead;
    /** By detection: the least reduced cost of a local assignment that it hosts, or 0. */
    final long[] host;

    final long bound;

    PricesByDefinition(Problem problem, Grid grid, DualPoint at) {
        lead = new long[problem.size()];
        host = new long[problem.size()];
        BruteForce all = BruteForce.of(problem);
        for (BruteForce.Skeleton g : all.skeletons()) {
            int[] members = bits(g.members());
            long cost = grid.fromMicro(g.cost()) + at.nu();
            for (int d : members) {
                cost += at.lambda1()[d] - at.lambda3()[d];
            }
            for (int t = 0; t < at.cuts().sigma().length; t++) {
                HalfIntegralCut cut = at.cuts().cuts().get(t);
                cost += at.cuts().sigma(t) * Math.floorDiv(count(members, cut.use()) - count(members, cut.host()), 2);
            }
            int leader = leader(problem, members);
            lead[leader] = Math.min(lead[leader], cost);
            skeletons.put(new Skeleton(members, g.cost()), cost);
        }
        for (BruteForce.LocalAssignment l : all.localAssignments()) {
            int[] members = bits(l.locals());
            long cost = grid.fromMicro(l.cost()) + at.lambda3()[l.global()];
            for (int d : members) {
                cost += at.lambda1()[d];
            }
            for (int t = 0; t < at.cuts().sigma().length; t++) {
                HalfIntegralCut cut = at.cuts().cuts().get(t);
                cost += at.cuts().sigma(t)
                        * Math.floorDiv(count(members, cut.use()) + count(new int[] {l.global()}, cut.host()), 2);
            }
            host[l.global()] = Math.min(host[l.global()], cost);
            locals.put(new LocalAssignment(l.global(), members, l.cost()), cost);
        }
        bound = Arrays.stream(lead).sum()
                + Arrays.stream(host).sum()
                - Arrays.stream(at.lambda1()).sum()
                - at.nu() * problem.maxPoses().orElse(0)
                - IntStream.range(0, at.cuts().sigma().length)
                        .mapToLong(t ->
                                at.cuts().sigma(t) * ((at.cuts().cuts().get(t).use().length - 1) / 2))
                        .sum();
    }

    private static int count(int[] members, int[] set) {
        return (int) IntStream.of(members)
                .filter(d -> IntStream.of(set).anyMatch(e -> e == d))
                .count();
    }

    /** The detection of the first major part. */
    static int leader(Problem problem, int[] members) {
        return IntStream.of(members)
                .filter(d -> problem.anatomy().isMajor(problem.part(d)))
                .boxed()
                .min((a, b) -> Integer.compare(problem.part(a), problem.part(b)))
                .orElseThrow();
    }

    static int[] bits(int set) {
        return IntStream.range(0, 31).filter(d -> (set >> d & 1) == 1).toArray();
    }

    /** Some cuts of random detections with random prices; sometimes the last has none yet. */
    static CutPrices someCuts(Random random, int detections, long most) {
        List<HalfIntegralCut> cuts = new ArrayList<>();
        for (int t = random.nextInt(5); t >= 0; t--) {
            cuts.add(new HalfIntegralCut(
                    subset(random, detections, 1 + 2 * random.nextInt(3)),
                    subset(random, detections, random.nextInt(3))));
        }
        return new CutPrices(
                cuts, random.longs(cuts.size() - random.nextInt(2), 0, most).toArray());
    }

    private static int[] subset(Random random, int size, int wanted) {
        List<Integer> all = new ArrayList<>(IntStream.range(0, size).boxed().toList());
        Collections.shuffle(all, random);
        int count = Math.min(wanted, size - (wanted > size && size % 2 == 0 ? 1 : 0));
        return all.subList(0, count).stream().mapToInt(d -> d).sorted().toArray();
    }
}
