package dev.jointly.bench.annotator;

import dev.jointly.margin.ExactMargins;
import dev.jointly.margin.Margin;
import dev.jointly.margin.MarginBounds;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Micro;
import dev.jointly.solve.Solution;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.PriorityQueue;

/**
 * The joints that are in doubt, one after the other, as the page shows them: those with a margin below {@value #BELOW}, the
 * smallest first. Margins are bounds from the proof, exact where the bound is below the threshold. Exact margins are found only as
 * far as they are needed; since no margin is below its bound, the order is the same. Pins that leave no choice leave no doubt.
 */
final class Doubts {
    /** As on the page and in drawings. */
    static final double BELOW = 3;

    private final List<Pose> poses;
    private final ExactMargins exact;
    /** By joint, and by lead: that of the person. */
    private final Map<Integer, Long> known = new HashMap<>();

    private final PriorityQueue<Doubt> queue = new PriorityQueue<>(
            Comparator.comparingLong(Doubt::atLeast).thenComparing(Doubt::sure).thenComparingInt(Doubt::joint));

    private record Doubt(Margin margin, boolean sure) {
        long atLeast() {
            return margin.atLeast();
        }

        int joint() {
            return margin.joint().getAsInt();
        }
    }

    Doubts(Shown shown) {
        Solution solution = shown.answer().solution();
        poses = solution.poses();
        exact = new ExactMargins(shown.session(), shown.pins(), solution);
        for (Margin bound : MarginBounds.of(shown.answer().problem(), solution)) {
            Pose pose = poses.get(bound.pose());
            int joint = bound.joint().orElse(pose.lead(shown.answer().problem().anatomy()));
            known.put(joint, bound.atLeast());
            // duplicates are not drawn, and a lead is in doubt with its person only
            if (bound.joint().isPresent() && pose.global().containsValue(joint)) {
                add(bound, false);
            }
        }
    }

    private void add(Margin margin, boolean sure) {
        if (margin.atLeast() < Micro.of(BELOW)) {
            queue.add(new Doubt(margin, sure));
        }
    }

    /** The most doubtful joint that was not returned yet. */
    OptionalInt next() {
        while (!queue.isEmpty()) {
            Doubt first = queue.remove();
            if (first.sure) {
                return OptionalInt.of(first.joint());
            }
            Margin margin = exact.of(first.margin, () -> false).margin();
            known.put(first.joint(), margin.atLeast());
            if (!margin.fixed()) {
                add(margin, true);
            }
        }
        return OptionalInt.empty();
    }

    /** As far as it is known, in micro-units; of a lead that of its person. */
    long margin(int joint) {
        return known.getOrDefault(joint, Long.MAX_VALUE);
    }
}
