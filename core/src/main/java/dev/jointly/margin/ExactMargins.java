package dev.jointly.margin;

import dev.jointly.problem.Pin;
import dev.jointly.proof.MarginClaim;
import dev.jointly.session.Session;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Solution;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Margins to the micro-unit, by solving again under the pins of each. */
public final class ExactMargins {
    private final Session session;
    private final List<Pin> pins;
    private final Solution solution;

    /**
     * @param pins of the session under which it found the solution
     * @param solution whose margins these are
     */
    public ExactMargins(Session session, List<Pin> pins, Solution solution) {
        this.session = session;
        this.pins = List.copyOf(pins);
        this.solution = solution;
    }

    /**
     * A margin, and the best grouping on the other side of it.
     *
     * @param alternative null where there is none, or none was found in time
     */
    public record Exact(Margin margin, @Nullable Solution alternative) {}

    /** Solves until the margin is exact; where time runs out, both of its bounds are valid all the same. */
    public Exact of(Margin known, BooleanSupplier stopped) {
        MarginClaim claim = known.claim();
        Solution other;
        try {
            other = session.alternative(
                    Stream.concat(pins.stream(), claim.pins().stream()).toList(), stopped);
        } catch (PinsException e) {
            boolean impossible = !e.conflict().isEmpty();
            return new Exact(
                    new Margin(known.pose(), known.joint(), claim, known.atMost(), known.fixed() || impossible), null);
        }
        long atLeast = Math.max(0, Math.subtractExact(other.lowerBound(), solution.objective()));
        // the optimum is no less than the solution's bound
        long atMost = Math.subtractExact(other.objective(), solution.lowerBound());
        MarginClaim proven =
                atLeast > claim.atLeast() ? new MarginClaim(claim.pins(), atLeast, List.of(), other.proof()) : claim;
        return new Exact(new Margin(known.pose(), known.joint(), proven, OptionalLong.of(atMost), false), other);
    }
}
