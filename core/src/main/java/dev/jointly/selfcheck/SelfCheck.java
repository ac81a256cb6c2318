package dev.jointly.selfcheck;

import dev.jointly.certify.CheckLimits;
import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.certify.Verdict;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Checks every solution against its own proof before it is published. A confirmed solution is published unchanged. A
 * lower bound that is not confirmed is replaced by the one that is, with a warning. Poses that are not confirmed are an
 * error.
 */
public final class SelfCheck {
    /** Nodes for one local set. Sets of real problems take hundreds; the rest of a hopeless one is bounded, not searched. */
    static final long NODES_PER_LOCAL_SET = 20_000;

    /** One in so many parts of a time limit is kept for the check. */
    private static final int SHARE_OF_TIME = 20;

    private static final Duration LEAST_FOR_CHECK = Duration.ofMillis(300);

    /** What a check may take after the time limit: limits are kept to within a second. */
    private static final Duration OVERTIME = Duration.ofMillis(300);

    /** For a last look at the root's prices after the limit; the second is for where even the problem's tables take long. */
    private static final List<Duration> GRACE = List.of(Duration.ofMillis(300), Duration.ofSeconds(10));

    /** Below every bound, and still a number that can be written. */
    private static final long LOWEST = Long.MIN_VALUE / 2;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final long nodesPerLocalSet;
    private final LongSupplier clock;

    /** @param clock processor time of this thread in nanoseconds: on a busy machine a check takes longer, but not more of it */
    SelfCheck(long nodesPerLocalSet, LongSupplier clock) {
        this.nodesPerLocalSet = nodesPerLocalSet;
        this.clock = clock;
    }

    /**
     * A solution that may be published.
     *
     * @param warning for the user, if its bound is not the solver's
     */
    public record Checked(Solution solution, Optional<String> warning) {}

    /** How much of a time limit is for solving; what is left is for the check: a share, but of short limits more. */
    public static Duration solvingTime(Duration limit) {
        Duration share = limit.dividedBy(SHARE_OF_TIME);
        Duration least = limit.dividedBy(4).compareTo(LEAST_FOR_CHECK) < 0 ? limit.dividedBy(4) : LEAST_FOR_CHECK;
        return limit.minus(share.compareTo(least) < 0 ? least : share);
    }

    /**
     * Solves a problem and checks the solution, both within one time limit.
     *
     * @param solving solves the problem with the settings it is given, whose time limit leaves time for the check
     * @param stopped whether the solve was asked to stop; then the check is brief
     * @throws SelfCheckException if the poses are wrong, or there was no time to confirm any bound
     */
    public static Checked solve(
            Problem problem, Settings settings, Function<Settings, Solution> solving, BooleanSupplier stopped) {
        long start = System.nanoTime();
        Solution solution = solving.apply(settings.withTimeLimit(solvingTime(settings.timeLimit())));
        Duration left = settings.timeLimit().minusNanos(System.nanoTime() - start);
        boolean hurry = stopped.getAsBoolean() || left.isNegative();
        return of(problem, solution, hurry ? OVERTIME : left.plus(OVERTIME));
    }

    /**
     * Checks a solution.
     *
     * @param limit processor time; a bound that is not confirmed by then is replaced by a weaker one
     * @throws SelfCheckException if the poses are wrong, or there was no time to confirm any bound
     */
    public static Checked of(Problem problem, Solution solution, Duration limit) {
        return new SelfCheck(NODES_PER_LOCAL_SET, THREADS::getCurrentThreadCpuTime).check(problem, solution, limit);
    }

    /** The clock decides nothing before the limit: what ends earlier was ended by its nodes. */
    Checked check(Problem problem, Solution solution, Duration limit) {
        long end = after(limit);
        Verdict verdict = verdict(problem, solution, end);
        if (verdict.accepted()) {
            return new Checked(solution.confirmed(), Optional.empty());
        }
        Solution published = verdict.kind() == Verdict.Kind.UNDECIDED
                ? confirmedInTime(problem, solution, verdict, end)
                : confirmedAtAll(problem, solution, after(limit));
        boolean asGood = published.lowerBound() == solution.lowerBound() && published.status() == solution.status();
        return asGood
                ? new Checked(published.confirmed(), Optional.empty())
                : new Checked(published, Optional.of(warning(solution, published, verdict)));
    }

    /** What a check without the claim of a bound confirms: that the poses are right, and some bound. */
    private Solution confirmedAtAll(Problem problem, Solution solution, long end) {
        Verdict verdict = verdict(problem, solution.weakened(LOWEST), end);
        requireConfirmed(solution, verdict);
        return solution.weakened(Math.min(solution.lowerBound(), verdict.lowerBound()));
    }

    /**
     * The better of what was confirmed in time and what the root's prices prove: trees take one pass per leaf, these
     * one.
     */
    private Solution confirmedInTime(Problem problem, Solution solution, Verdict verdict, long end) {
        Solution confirmed = solution;
        Verdict best = verdict;
        for (Duration grace : GRACE) {
            boolean first = grace.equals(GRACE.get(0));
            if (best.lowerBound() < LOWEST
                    || (first && !solution.proof().trees().isEmpty())) {
                Solution root = solution.withProof(rootOf(solution.proof()));
                Verdict byRoot = verdict(problem, root.weakened(LOWEST), Math.max(end, after(grace)));
                if (byRoot.lowerBound() > best.lowerBound() || byRoot.kind() == Verdict.Kind.REJECTED) {
                    confirmed = root;
                    best = byRoot;
                }
            }
        }
        requireConfirmed(solution, best);
        return confirmed.weakened(Math.min(solution.lowerBound(), best.lowerBound()));
    }

    private long after(Duration duration) {
        return Math.addExact(clock.getAsLong(), Math.min(duration.toNanos(), Long.MAX_VALUE / 2));
    }

    private Verdict verdict(Problem problem, Solution solution, long end) {
        return Checker.check(
                problem, claim(problem, solution), new CheckLimits(nodesPerLocalSet, () -> clock.getAsLong() > end));
    }

    private static void requireConfirmed(Solution solution, Verdict verdict) {
        String reasons = String.join("; ", verdict.reasons());
        if (verdict.kind() == Verdict.Kind.REJECTED) {
            throw new SelfCheckException("the solution of problem \"" + solution.problemId()
                    + "\" failed its check and is not published: " + reasons + "; please report this");
        }
        if (verdict.lowerBound() < LOWEST) {
            throw new SelfCheckException("the solution of problem \"" + solution.problemId()
                    + "\" could not be checked and is not published: " + reasons
                    + "; give it more time, or skip the check with --no-self-check");
        }
    }

    private static String warning(Solution solution, Solution weaker, Verdict verdict) {
        String bounds = "problem \"" + solution.problemId() + "\": the check confirms a lower bound of "
                + Micro.toString(weaker.lowerBound()) + ", not " + Micro.toString(solution.lowerBound())
                + ", and the answer says so";
        return verdict.kind() == Verdict.Kind.UNDECIDED
                ? bounds + " (the rest would take more time)"
                : "WARNING: " + bounds + "; this is an error in the solver, please report it";
    }

    /** Without the trees that branch. */
    private static Proof rootOf(Proof proof) {
        List<Proof.Tree> leaves =
                proof.trees().stream().filter(tree -> tree.nodes().size() == 1).toList();
        return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3(), proof.posePrice(), leaves);
    }

    private static Claim claim(Problem problem, Solution solution) {
        List<ClaimedPose> poses;
        try {
            poses = solution.poses().stream()
                    .map(pose -> new ClaimedPose(pose.cost(problem), pose.global(), pose.local()))
                    .toList();
        } catch (RuntimeException e) {
            throw new SelfCheckException("the solution of problem \"" + solution.problemId()
                    + "\" has an impossible pose and is not published: " + e.getMessage() + "; please report this");
        }
        return new Claim(
                solution.problemSha256(),
                solution.status() == Solution.Status.OPTIMAL,
                solution.objective(),
                solution.lowerBound(),
                solution.requestedGap(),
                poses,
                solution.proof());
    }
}
