package dev.jointly.server.tool;

import dev.jointly.margin.Margin;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Solution;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/** The margins of one grouping: proven lower bounds, by the position of a person in it. */
public final class ToolMargins {
    /** Not known. */
    public static final ToolMargins UNKNOWN = new ToolMargins(Map.of());

    private record Key(int person, OptionalInt joint) {}

    private final Map<Key, Double> known;

    private ToolMargins(Map<Key, Double> known) {
        this.known = Map.copyOf(known);
    }

    /** A bound in units, and the pins of which it is the price. */
    private record Bound(Key key, List<Pin> pins, double units) {
        Bound raised(double newUnits) {
            return new Bound(key, pins, Math.max(units, newUnits));
        }
    }

    /** Proven bounds, none of which needed a solve. */
    static ToolMargins of(Problem problem, Solution solution, List<Margin> margins) {
        return known(problem, solution, bounds(margins));
    }

    /**
     * The same with the least of them made exact: from the least bound on, each is solved until one is no more than the
     * bounds of all that follow.
     *
     * @param most solves
     */
    static ToolMargins withExactLeast(
            Problem problem, Solution solution, List<Margin> margins, int most, Function<Problem, Solution> solving) {
        List<Bound> sorted = bounds(margins);
        sorted.sort(Comparator.comparingDouble(Bound::units));
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < Math.min(most, sorted.size()) && sorted.get(i).units() < least; i++) {
            Bound exact = solved(problem, solution, sorted.get(i), solving);
            sorted.set(i, exact);
            least = Math.min(least, exact.units());
        }
        return known(problem, solution, sorted);
    }

    private static List<Bound> bounds(List<Margin> margins) {
        List<Bound> bounds = new ArrayList<>();
        for (Margin margin : margins) {
            double units = margin.fixed() ? Double.POSITIVE_INFINITY : Micro.toDouble(margin.atLeast());
            bounds.add(new Bound(
                    new Key(margin.pose(), margin.joint()), margin.claim().pins(), units));
        }
        return bounds;
    }

    private static Bound solved(Problem problem, Solution solution, Bound bound, Function<Problem, Solution> solving) {
        List<Pin> pins =
                Stream.concat(problem.pins().stream(), bound.pins().stream()).toList();
        try {
            Solution other = solving.apply(problem.withPins(pins));
            return bound.raised(Micro.toDouble(Math.subtractExact(other.lowerBound(), solution.objective())));
        } catch (PinsException e) {
            // there is no other grouping at all, unless time ran out before that was known
            return e.conflict().isEmpty() ? bound : bound.raised(Double.POSITIVE_INFINITY);
        }
    }

    /**
     * The joint that leads a person, which cannot be apart from itself, has the person's margin. That is at least the margin
     * of each joint: if none of the detections is used, none is together with another.
     */
    private static ToolMargins known(Problem problem, Solution solution, Collection<Bound> bounds) {
        Map<Key, Double> known = new HashMap<>();
        for (Bound bound : bounds) {
            int person = bound.key().person();
            Pose pose = solution.poses().get(person);
            OptionalInt lead = OptionalInt.of(pose.lead(problem.anatomy()));
            known.merge(bound.key(), bound.units(), Math::max);
            known.merge(new Key(person, OptionalInt.empty()), bound.units(), Math::max);
            known.merge(new Key(person, lead), bound.units(), Math::max);
        }
        return new ToolMargins(known);
    }

    /** Of a person. */
    OptionalDouble ofPerson(int person) {
        return of(new Key(person, OptionalInt.empty()));
    }

    /** Of a joint of a person. */
    OptionalDouble ofJoint(int person, int detection) {
        return of(new Key(person, OptionalInt.of(detection)));
    }

    private OptionalDouble of(Key key) {
        Double margin = known.get(key);
        return margin == null ? OptionalDouble.empty() : OptionalDouble.of(margin);
    }

    /**
     * A margin as a score from 0, doubtful, to 1: m / (1 + m), which keeps the order of margins and never runs into 1. What is
     * not positive counts as 0.
     */
    public static double score(double margin) {
        double m = Math.max(0, margin);
        return Double.isInfinite(m) ? 1 : m / (1 + m);
    }

    /** A margin as annotators read it. */
    public static String words(double margin) {
        return Double.isInfinite(margin)
                ? "no other grouping keeps to the marks"
                : String.format(Locale.ROOT, "margin %.2f", margin);
    }
}
