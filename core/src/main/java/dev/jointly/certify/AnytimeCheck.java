package dev.jointly.certify;

import dev.jointly.problem.Problem;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A check that takes as much time as it is given, but seldom needs it. */
public final class AnytimeCheck {
    /** Nodes per local set of the first attempt; enough for nearly every certificate. */
    private static final long FIRST_NODES = 1_000;

    private static final long MORE = 16;

    private AnytimeCheck() {}

    /**
     * Tries with few nodes first: most claims need no more, and where the cheapest local assignment is out of reach, a
     * modest bound is confirmed quickly all the same.
     *
     * @param late whether the time is over; then the best bound confirmed so far is what is said
     */
    public static Verdict of(Problem problem, Claim claim, BooleanSupplier late) {
        @Nullable Verdict best = null;
        for (long nodes = FIRST_NODES; ; nodes = nodes > Long.MAX_VALUE / MORE ? Long.MAX_VALUE : nodes * MORE) {
            Verdict verdict = Checker.check(problem, claim, new CheckLimits(nodes, late));
            if (verdict.kind() != Verdict.Kind.UNDECIDED) {
                return verdict;
            }
            if (best == null || verdict.lowerBound() > best.lowerBound()) {
                best = verdict;
            }
            if (late.getAsBoolean()) {
                return best;
            }
        }
    }
}
