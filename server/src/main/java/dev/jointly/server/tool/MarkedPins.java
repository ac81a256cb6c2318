package dev.jointly.server.tool;

import dev.jointly.io.Excerpt;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Which pins the marks on one image mean. A mark keeps its pins for as long as it is there, whatever becomes of the grouping:
 * "not this" on a joint must not mean another joint once the first one is gone.
 *
 * <p>Not thread-safe.
 */
public final class MarkedPins {
    /** How far from a detection a click may be, in longer sides of the image. */
    public static final double REACH = 0.03;

    private final Problem problem;
    private final double reach;
    private Map<Mark, List<Pin>> meanings = new LinkedHashMap<>();

    /** @param problem with coordinates and an image */
    public MarkedPins(Problem problem) {
        this.problem = problem;
        Image image = problem.image();
        if (image == null) {
            throw new IllegalArgumentException("problem " + Excerpt.quoted(problem.id()) + " has no image to click on");
        }
        this.reach = REACH * Math.max(image.width(), image.height());
    }

    /**
     * All pins of these marks; marks that are not among them are forgotten.
     *
     * @param shown the people on the screen when new marks were made
     * @param hints receives marks without meaning
     */
    public List<Pin> of(Collection<Mark> marks, List<Pose> shown, Collection<String> hints) {
        Map<Mark, List<Pin>> kept = new LinkedHashMap<>();
        for (Mark mark : marks) {
            List<Pin> known = meanings.get(mark);
            if (known != null) {
                kept.put(mark, known);
            }
        }
        meanings = kept;
        BitSet used = new BitSet();
        shown.forEach(pose -> pose.global().values().forEach(used::set));
        for (Mark mark : marks) {
            meanings.computeIfAbsent(mark, one -> meaning(one, used, hints));
        }
        return meanings.values().stream().flatMap(List::stream).distinct().toList();
    }

    private List<Pin> meaning(Mark mark, BitSet used, Collection<String> hints) {
        if (mark instanceof Mark.SamePerson box) {
            return together(box, used, hints);
        }
        if (mark instanceof Mark.UseThis point) {
            return nearest(point.x(), point.y(), d -> true, hints)
                    .mapToObj(d -> (Pin) new Pin.Use(d))
                    .toList();
        }
        Mark.NotThis point = (Mark.NotThis) mark;
        BitSet gone = new BitSet();
        meanings.values()
                .forEach(pins -> pins.forEach(pin -> {
                    if (pin.forbids()) {
                        Arrays.stream(pin.detections()).forEach(gone::set);
                    }
                }));
        // what is on the screen was meant, if anything there is near enough
        boolean onScreen = nearest(point.x(), point.y(), d -> used.get(d) && !gone.get(d), new ArrayList<>())
                .findAny()
                .isPresent();
        return nearest(point.x(), point.y(), d -> (!onScreen || used.get(d)) && !gone.get(d), hints)
                .mapToObj(d -> (Pin) new Pin.Skip(d))
                .toList();
    }

    private IntStream nearest(double x, double y, IntPredicate eligible, Collection<String> hints) {
        int best = -1;
        for (int d = 0; d < problem.size(); d++) {
            boolean closer = best < 0 || distance(d, x, y) < distance(best, x, y);
            if (eligible.test(d) && closer && distance(d, x, y) <= reach) {
                best = d;
            }
        }
        if (best < 0) {
            hints.add("There is no detection within " + Math.round(reach) + " pixels of (" + Math.round(x) + ", "
                    + Math.round(y) + ").");
            return IntStream.empty();
        }
        return IntStream.of(best);
    }

    private double distance(int d, double x, double y) {
        Detection detection = problem.detections().get(d);
        Double dx = detection.x();
        Double dy = detection.y();
        return dx == null || dy == null ? Double.POSITIVE_INFINITY : Math.hypot(dx - x, dy - y);
    }

    /**
     * Of each part the cheapest detection in the box that is on the screen; where none is, the cheapest one that is more likely
     * a joint than not.
     */
    private List<Pin> together(Mark.SamePerson box, BitSet used, Collection<String> hints) {
        Map<Integer, Integer> best = new TreeMap<>();
        Comparator<Integer> order =
                Comparator.<Integer>comparingInt(d -> used.get(d) ? 0 : 1).thenComparingLong(problem::cost);
        for (int d = 0; d < problem.size(); d++) {
            Detection detection = problem.detections().get(d);
            Double x = detection.x();
            Double y = detection.y();
            boolean inside = x != null && y != null && box.contains(x, y);
            if (inside && (used.get(d) || detection.cost() < 0)) {
                best.merge(detection.part(), d, (a, b) -> order.compare(a, b) <= 0 ? a : b);
            }
        }
        List<Integer> members = List.copyOf(best.values());
        if (members.size() < 2) {
            hints.add("The box holds " + (members.isEmpty() ? "no joint" : "one joint only")
                    + ", so there is nothing to join; draw it around two or more.");
            return List.of();
        }
        return members.stream()
                .skip(1)
                .map(d -> (Pin) new Pin.Together(members.get(0), d))
                .toList();
    }

    /** A pin in words, for hints. */
    public static String words(Problem problem, Pin pin) {
        return pin.words(d -> place(problem, d));
    }

    private static String place(Problem problem, int d) {
        Detection detection = problem.detections().get(d);
        String part = problem.anatomy().parts().get(detection.part());
        Double x = detection.x();
        Double y = detection.y();
        return x == null || y == null ? part : part + " at (" + Math.round(x) + ", " + Math.round(y) + ")";
    }
}
