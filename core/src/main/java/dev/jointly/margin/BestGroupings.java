package dev.jointly.margin;

import dev.jointly.pose.Pose;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.selfcheck.SelfCheck;
import dev.jointly.session.Session;
import dev.jointly.solve.Ending;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Solution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The groupings of a problem in order of their cost. Two groupings differ if they use different detections or put them
 * together differently; which of a person's duplicates is the global one makes no difference.
 *
 * <p>Lawler's partition: the facts that describe the best grouping, in some order, split all other groupings into disjoint
 * sets, where the first facts hold and the next one does not. A fact and its opposite are pins, so the best of each set is
 * found by solving again. A set is solved only once its lower bound is the least, after {@link PinBounds} has raised it.
 *
 * <p>Not thread-safe.
 */
public final class BestGroupings {
    private final Session session;
    private final Problem problem;
    private final BooleanSupplier stopped;
    private final PriorityQueue<Subset> open =
            new PriorityQueue<>(Comparator.comparingLong(Subset::bound).thenComparingInt(Subset::number));
    private int subsets;
    /** Known with the best grouping of all. */
    private @Nullable PinBounds bounds;
    /** What ended the search for the best grouping of a set that was given up. */
    private Ending givenUp = Ending.PROVEN;

    /**
     * Solves nothing yet.
     *
     * @param stopped once it returns true, there are no further groupings
     */
    public BestGroupings(Session session, BooleanSupplier stopped) {
        this.session = session;
        this.stopped = stopped;
        problem = session.problem();
        open.add(new Subset(List.of(), Long.MIN_VALUE, null, subsets++));
    }

    /**
     * Groupings that keep some pins.
     *
     * @param bound on their costs
     * @param best null while it is not known
     */
    private record Subset(
            List<Pin> pins, long bound, @Nullable Solution best, int number) {}

    /**
     * The next grouping; empty where there is none, or none could be proven to be next, as {@link #ending} tells. Its own proof is about the problem with the pins of its set.
     *
     * @throws PinsException if the pins of the problem itself cannot all hold
     */
    public Optional<Solution> next() {
        while (!open.isEmpty() && !stopped.getAsBoolean()) {
            Subset least = open.remove();
            Solution best = least.best;
            long higher = best == null ? bound(least) : least.bound;
            if (higher > least.bound) {
                open.add(new Subset(least.pins, higher, null, least.number));
            } else if (best == null) {
                solve(least);
            } else {
                split(least.pins, best);
                return Optional.of(best);
            }
        }
        return Optional.empty();
    }

    /** Once there is no next grouping: why not; {@link Ending#PROVEN} if there are no others, for sure. */
    public Ending ending() {
        return open.isEmpty() ? givenUp : Ending.OUT_OF_TIME;
    }

    /** Whether another grouping costs less stays open. */
    private void giveUp(Ending ending) {
        open.clear();
        givenUp = ending;
    }

    /** What the proof of the best grouping says of the pin by which a set was split off. */
    private long bound(Subset subset) {
        return bounds == null || subset.pins.isEmpty()
                ? subset.bound
                : Math.max(subset.bound, bounds.of(subset.pins.get(subset.pins.size() - 1)));
    }

    private void solve(Subset subset) {
        try {
            Solution best = session.alternative(subset.pins, stopped);
            if (bounds == null) {
                bounds = new PinBounds(problem, best, stopped);
            }
            if (best.status() == Solution.Status.OPTIMAL) {
                open.add(new Subset(subset.pins, best.objective(), best, subset.number));
            } else {
                giveUp(best.ending());
            }
        } catch (PinsException e) {
            if (subset.pins.isEmpty()) {
                throw e;
            }
            if (e.conflict().isEmpty()) {
                giveUp(e.ending());
            }
        }
    }

    private void split(List<Pin> pins, Solution best) {
        List<Pin> held = new ArrayList<>(pins);
        for (Fact fact : facts(best)) {
            if (!held.contains(fact.holds)) {
                List<Pin> opposite = new ArrayList<>(held);
                opposite.add(fact.not);
                open.add(new Subset(List.copyOf(opposite), best.objective(), null, subsets++));
                held.add(fact.holds);
            }
        }
    }

    /** A pin that a grouping keeps, and its opposite, given all facts before. */
    private record Fact(Pin holds, Pin not) {}

    /** Everything there is to say about a grouping. */
    private List<Fact> facts(Solution grouping) {
        List<Fact> facts = new ArrayList<>();
        BitSet used = new BitSet();
        List<Integer> leads = new ArrayList<>();
        for (Pose pose : grouping.poses()) {
            int lead = pose.lead(problem.anatomy());
            facts.add(new Fact(new Pin.Use(lead), new Pin.Skip(lead)));
            leads.forEach(other -> facts.add(new Fact(new Pin.Apart(other, lead), new Pin.Together(other, lead))));
            leads.add(lead);
            for (int d : pose.detections()) {
                used.set(d);
                if (d != lead) {
                    facts.add(new Fact(new Pin.Together(lead, d), new Pin.Apart(lead, d)));
                }
            }
        }
        for (int d = used.nextClearBit(0); d < problem.size(); d = used.nextClearBit(d + 1)) {
            facts.add(new Fact(new Pin.Skip(d), new Pin.Use(d)));
        }
        return facts;
    }

    /** A grouping, which was found with pins added, as a checked solution of the problem itself: with what is proven of the best one. */
    public static Solution withBoundOf(Solution best, Problem problem, Solution grouping) {
        Solution solution = new Solution(
                problem.id(),
                ProblemDigest.sha256(problem),
                grouping.method(),
                grouping.objective() == best.lowerBound() ? Solution.Status.OPTIMAL : Solution.Status.BOUNDED,
                grouping.objective(),
                Math.min(best.lowerBound(), grouping.objective()),
                best.requestedGap(),
                grouping.poses(),
                best.proof(),
                grouping.seconds(),
                grouping.iterations(),
                grouping.skeletons(),
                grouping.localAssignments(),
                grouping.rows(),
                grouping.nodes(),
                grouping.trace(),
                Solution.Check.OFF,
                grouping.ending());
        return SelfCheck.of(problem, solution, Duration.ofMinutes(1)).solution();
    }
}
