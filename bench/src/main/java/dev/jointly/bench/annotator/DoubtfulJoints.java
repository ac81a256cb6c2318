package dev.jointly.bench.annotator;

import dev.jointly.margin.ExactMargins;
import dev.jointly.margin.Margin;
import dev.jointly.margin.MarginBounds;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Pin;
import dev.jointly.solve.Solution;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The joints that are in doubt, one after the other, as the page shows them: those with a margin below {@value #BELOW}, the
 * smallest first. Margins are bounds from the proof; exact ones are found by solving where the bound is below the threshold,
 * and only as far as they are needed: since no margin is below its bound, the order is the same as if all were found. Pins that leave no
 * choice leave no doubt.
 */
final class DoubtfulJoints {
    /** As on the page and in drawings. */
    static final double BELOW = 3;

    private final List<Pose> poses;
    private final @Nullable ExactMargins exact;
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

    /**
     * @param solving whether exact margins are found, as on the page; otherwise bounds count
     */
    DoubtfulJoints(Shown shown, boolean solving) {
        Solution solution = shown.answer().solution();
        poses = solution.poses();
        exact = solving ? new ExactMargins(shown.session(), shown.pins(), solution) : null;
        for (Margin bound : MarginBounds.of(shown.answer().problem(), solution)) {
            Pose pose = poses.get(bound.pose());
            int joint = bound.joint().orElse(pose.lead(shown.answer().problem().anatomy()));
            known.put(joint, bound.atLeast());
            // duplicates are not drawn, and a lead is in doubt with its person only
            if (bound.joint().isPresent()
                    && pose.global().containsValue(joint)
                    && !tied(joint, pose.lead(shown.answer().problem().anatomy()), shown.pins())) {
                add(bound, false);
            }
        }
    }

    /** Whether pins put two detections together, perhaps by way of others: no solve is needed to see that this leaves no choice. */
    private static boolean tied(int a, int b, List<Pin> pins) {
        Set<Integer> reached = new HashSet<>(Set.of(a));
        boolean more = true;
        while (more) {
            more = false;
            for (Pin pin : pins) {
                if (pin instanceof Pin.Together pair && reached.contains(pair.a()) != reached.contains(pair.b())) {
                    reached.add(pair.a());
                    reached.add(pair.b());
                    more = true;
                }
            }
        }
        return reached.contains(b);
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
            if (first.sure || exact == null) {
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
