package dev.jointly.margin;

import dev.jointly.problem.Pin;
import dev.jointly.proof.MarginClaim;
import dev.jointly.selfcheck.SelfCheckException;
import dev.jointly.session.Session;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Solution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
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

    /**
     * Those whose bounds are small made exact, the smallest first; those for which there is no time stay as they are.
     *
     * @param below bounds from this on are good enough, in micro-units
     */
    public List<Margin> of(List<Margin> bounds, long below, BooleanSupplier stopped) {
        List<Margin> margins = new ArrayList<>(bounds);
        IntStream.range(0, bounds.size())
                .filter(i -> bounds.get(i).atLeast() < below)
                .boxed()
                .sorted(Comparator.comparingLong(i -> bounds.get(i).atLeast()))
                .filter(i -> !stopped.getAsBoolean())
                .forEach(i -> margins.set(i, of(bounds.get(i), stopped).margin()));
        return margins;
    }

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
        } catch (SelfCheckException e) {
            if (stopped.getAsBoolean()) {
                return new Exact(known, null); // the solve ended too early for any bound to be confirmed
            }
            throw e;
        }
        long atLeast = Math.max(0, Math.subtractExact(other.lowerBound(), solution.objective()));
        // the optimum is no less than the solution's bound
        long atMost = Math.subtractExact(other.objective(), solution.lowerBound());
        MarginClaim proven =
                atLeast > claim.atLeast() ? new MarginClaim(claim.pins(), atLeast, List.of(), other.proof()) : claim;
        return new Exact(new Margin(known.pose(), known.joint(), proven, OptionalLong.of(atMost), false), other);
    }
}
