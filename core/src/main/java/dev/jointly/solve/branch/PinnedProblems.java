package dev.jointly.solve.branch;

import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Problems made from one with pins. */
public final class PinnedProblems {
    private PinnedProblems() {}

    /** The detections that no pose may have. */
    public static BitSet skipped(List<Pin> pins) {
        BitSet skipped = new BitSet();
        for (Pin pin : pins) {
            if (pin.forbids()) {
                Arrays.stream(pin.detections()).forEach(skipped::set);
            }
        }
        return skipped;
    }

    /** The same problem where two detections to be apart are a forbidden pair, if the body has such a pair. */
    public static Problem forbiddingPairs(Problem problem) {
        List<Pin.Apart> apart = new PinConstraints(problem.pins())
                .apart().stream()
                        .filter(pin -> problem.anatomy().mayPair(problem.part(pin.a()), problem.part(pin.b())))
                        .toList();
        return apart.isEmpty()
                ? problem
                : with(problem, problem.poseCost(), problem.detections(), forbidding(problem, apart, false));
    }

    /** The same problem at no cost at all: what is forbidden stays so. */
    public static Problem costless(Problem problem) {
        List<Detection> detections = problem.detections().stream()
                .map(d -> new Detection(d.part(), d.x(), d.y(), d.score(), 0))
                .toList();
        return with(problem, 0, detections, forbidding(problem, List.of(), true));
    }

    /** What a solution with every negative cost and no other would cost, in micro-units: none costs less. */
    public static long negativeSum(Problem problem) {
        long[] sum = {0};
        for (Detection d : problem.detections()) {
            long pose = problem.anatomy().isMajor(d.part()) ? Math.min(0, problem.poseCost()) : 0;
            sum[0] = Math.addExact(sum[0], pose + Math.min(0, d.cost()));
        }
        problem.pairs().forEach((a, b, micro) -> sum[0] = Math.addExact(sum[0], Math.min(0, micro)));
        return sum[0];
    }

    private static PairCosts forbidding(Problem problem, List<Pin.Apart> apart, boolean free) {
        PairCosts.Builder pairs = new PairCosts.Builder();
        Set<Long> forbidden = new LinkedHashSet<>();
        for (Pin.Apart pin : apart) {
            forbidden.add(pair(Math.min(pin.a(), pin.b()), Math.max(pin.a(), pin.b())));
        }
        problem.pairs().forEach((a, b, micro) -> {
            if (!forbidden.contains(pair(a, b))) {
                pairs.add(a, b, free && micro != PairCosts.FORBIDDEN ? 0 : micro);
            }
        });
        forbidden.forEach(pair -> pairs.add((int) (pair >> 32), pair.intValue(), PairCosts.FORBIDDEN));
        return pairs.build(problem.size(), problem.pairs().absentForbidden());
    }

    private static long pair(int a, int b) {
        return (long) a << 32 | b;
    }

    private static Problem with(Problem problem, long poseCost, List<Detection> detections, PairCosts pairs) {
        return new Problem(
                problem.id(),
                problem.image(),
                problem.anatomy(),
                poseCost,
                detections,
                pairs,
                problem.pins(),
                problem.maxPoses());
    }
}
