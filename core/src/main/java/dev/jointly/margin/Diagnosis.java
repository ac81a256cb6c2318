package dev.jointly.margin;

import dev.jointly.problem.Pin;
import dev.jointly.session.Session;
import dev.jointly.solve.Ending;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Solution;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Why a solution is not the right grouping: the detections and costs rule it out, or they make it more expensive.
 *
 * @param kind what keeps the solver from it
 * @param excess by how much the best grouping that agrees with the right one costs more, in micro-units; empty unless kind says so
 * @param conflict pins that describe the right grouping and cannot all hold; empty unless it is out of reach
 * @param ending why it is undecided, if it is
 */
public record Diagnosis(Kind kind, OptionalLong excess, List<Pin> conflict, Ending ending) {
    /** What keeps the solver from the right grouping. */
    public enum Kind {
        /** Nothing: it costs no more than the solution. */
        AS_CHEAP,
        /** It costs more: the costs are to blame. */
        MORE_EXPENSIVE,
        /** No grouping of these detections agrees with it: what is not detected, or forbidden, cannot be grouped. */
        OUT_OF_REACH,
        /** Neither could be proven. */
        UNDECIDED
    }

    public Diagnosis {
        conflict = List.copyOf(conflict);
    }

    /**
     * Compares the solution of a problem with a grouping that is known to be right.
     *
     * @param pins of the session under which it found the solution
     * @param solution proven optimal
     * @param right pins that describe the right grouping
     */
    public static Diagnosis of(
            Session session, List<Pin> pins, Solution solution, List<Pin> right, BooleanSupplier stopped) {
        try {
            List<Pin> all = Stream.concat(pins.stream(), right.stream()).toList();
            Solution agreeing = session.alternative(all, stopped);
            long excess = Math.subtractExact(agreeing.objective(), solution.objective());
            for (Solution one : List.of(solution, agreeing)) {
                if (one.status() != Solution.Status.OPTIMAL) {
                    return new Diagnosis(Kind.UNDECIDED, OptionalLong.empty(), List.of(), one.ending());
                }
            }
            return excess == 0
                    ? new Diagnosis(Kind.AS_CHEAP, OptionalLong.empty(), List.of(), Ending.PROVEN)
                    : new Diagnosis(Kind.MORE_EXPENSIVE, OptionalLong.of(excess), List.of(), Ending.PROVEN);
        } catch (PinsException e) {
            Kind kind = e.conflict().isEmpty() ? Kind.UNDECIDED : Kind.OUT_OF_REACH;
            return new Diagnosis(kind, OptionalLong.empty(), e.conflict(), e.ending());
        }
    }
}
