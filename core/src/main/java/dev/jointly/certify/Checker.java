package dev.jointly.certify;

import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.Proof;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the claims of a solution are true, from the problem alone: no solver, no LP, no floating point.
 *
 * <p>The bound is Lagrangean: for ANY lambda1 and lambda3 that are not negative,
 *
 * <pre>
 * LB(lambda) = - sum lambda1
 *              + sum over detections d of major parts  min(0, cheapest skeleton led by d:  Gamma_g + sum_g (lambda1 - lambda3))
 *              + sum over all detections m             min(0, cheapest local assignment of m:  Psi_l + sum_S lambda1 + lambda3_m)
 * </pre>
 *
 * is a lower bound on the cost of every solution (S. Wang, K. Kording, J. Yarkony, arXiv 1709.04411; proof in {@code
 * docs/certificate.md}). {@link ProofBound} computes it, in every leaf of every tree of decisions.
 */
public final class Checker {
    private static final String TOO_LARGE = "numbers too large for exact arithmetic";
    /** The 1e-9 of the gap's denominator, in micro-units. */
    private static final BigDecimal LEAST_DENOMINATOR = new BigDecimal("0.001");

    private Checker() {}

    /**
     * Never throws because of the contents of a claim: whatever is wrong, including null, becomes a reason. The claim
     * must not change while it is checked.
     *
     * @param problem as it was asked: with the limit on the number of poses, if the claim is to be judged under one
     */
    public static Verdict check(Problem problem, Claim claim) {
        return check(problem, claim, CheckLimits.NONE);
    }

    /**
     * The same, within limits. If the limits do not suffice to confirm the claimed bound, the verdict is undecided; the bound of the verdict is valid all
     * the same.
     */
    public static Verdict check(Problem problem, Claim claim, CheckLimits limits) {
        WorkBudget effort = new WorkBudget(limits);
        Reasons reasons = new Reasons();
        Reasons doubts = new Reasons();
        long objective = 0;
        long proven = Long.MIN_VALUE;
        String missing = claim == null ? "the claim is missing" : Form.missing(claim);
        String wrong = missing == null ? otherLimit(problem, claim) : missing;
        if (wrong != null) {
            return new Verdict(Verdict.Kind.REJECTED, 0, Long.MIN_VALUE, List.of(wrong));
        }
        try {
            effort.ask();
            String sha256 = ProblemDigest.sha256(problem);
            if (!sha256.equals(claim.problemSha256())) {
                reasons.add("problemSha256 is " + claim.problemSha256() + " but the problem's is " + sha256);
            }
            effort.ask();
            int before = reasons.size();
            objective = objective(problem, claim, reasons, effort);
            boolean feasible = reasons.size() == before;
            checkClaimAlone(claim, reasons);
            ProvenBound bound = lowerBound(problem, claim.proof(), effort);
            proven = bound.lowerBound();
            checkBound(claim, bound, bound.complete() ? reasons : doubts);
            checkContradiction(feasible, objective, proven, reasons);
            MarginCheck margins = new MarginCheck(problem, claim.proof(), objective);
            for (int i = 0; i < claim.margins().size() && !reasons.full() && !doubts.full(); i++) {
                margins.check(
                        i,
                        claim.margins().get(i),
                        (pinned, proof) -> lowerBound(pinned, proof, effort),
                        reasons,
                        doubts);
            }
        } catch (WorkBudget.Stopped e) {
            doubts.add("the check was stopped before it had a bound");
        } catch (ArithmeticException e) {
            reasons.add("certificate: " + TOO_LARGE);
        } catch (IllegalArgumentException e) {
            reasons.add("certificate: " + e.getMessage());
        }
        if (!reasons.isEmpty()) {
            return new Verdict(Verdict.Kind.REJECTED, objective, proven, reasons.texts());
        }
        if (!doubts.isEmpty()) {
            return new Verdict(Verdict.Kind.UNDECIDED, objective, proven, doubts.texts());
        }
        return new Verdict(
                proven == objective ? Verdict.Kind.PROVEN_OPTIMAL : Verdict.Kind.BOUNDED, objective, proven, List.of());
    }

    /**
     * What is wrong with the limit on the number of poses, or null. The limit belongs to the question: an answer to another
     * question is not looked at any further.
     */
    private static @Nullable String otherLimit(Problem problem, Claim claim) {
        OptionalInt asked = problem.maxPoses();
        if (claim.maxPoses().isEmpty() || claim.maxPoses().equals(asked)) {
            return null;
        }
        int limit = claim.maxPoses().getAsInt();
        return "maxPoses is " + limit + " but "
                + (asked.isPresent() ? "the limit is " + asked.getAsInt() : "the number of poses is not limited")
                + (limit < asked.orElse(Integer.MAX_VALUE)
                        ? "; to check the solution under that limit, ask for it (--max-people " + limit + ")"
                        : "");
    }

    private static long objective(Problem problem, Claim claim, Reasons reasons, WorkBudget effort) {
        try {
            return PoseAudit.objective(problem, claim, reasons, effort);
        } catch (ArithmeticException e) {
            reasons.add("poses: " + TOO_LARGE);
            return 0;
        }
    }

    /** Weak duality forbids it, so one of the two numbers is wrong and neither may be believed. */
    static void checkContradiction(boolean feasible, long objective, long proven, Reasons reasons) {
        if (feasible && proven > objective) {
            reasons.add("internal contradiction: the certificate proves more than the poses cost, "
                    + Micro.toString(proven) + " above " + Micro.toString(objective)
                    + "; this is an error in the checker, please report it");
        }
    }

    /**
     * The lower bound that a proof proves, in micro-units, rounded up because every solution costs a whole number of them.
     *
     * @throws IllegalArgumentException if the proof does not fit the problem, something in it is null, or a price is
     *     negative that must not be
     * @throws ArithmeticException if a sum leaves the range of {@code long}
     */
    public static long lowerBound(Problem problem, Proof proof) {
        return lowerBound(problem, proof, CheckLimits.NONE).lowerBound();
    }

    /** The same, within limits; for a proof that does not fit the problem it throws the same exceptions. */
    public static ProvenBound lowerBound(Problem problem, Proof proof, CheckLimits limits) {
        WorkBudget effort = new WorkBudget(limits);
        try {
            effort.ask();
            return lowerBound(problem, proof, effort);
        } catch (WorkBudget.Stopped e) {
            return new ProvenBound(Long.MIN_VALUE, false);
        }
    }

    /**
     * The lower bound that a claim of a margin proves on the cost of all solutions that keep its pins.
     *
     * @param proof of the solution that the margin is one of
     * @throws IllegalArgumentException if the claim does not fit the problem or the proof
     */
    public static ProvenBound lowerBound(Problem problem, Proof proof, MarginClaim claim, CheckLimits limits) {
        return new MarginCheck(problem, proof, 0)
                .bound(claim, (pinned, changed) -> lowerBound(pinned, changed, limits));
    }

    private static ProvenBound lowerBound(Problem problem, Proof proof, WorkBudget effort) {
        Form.require(proof);
        int bits = proof.scaleBits();
        if (bits < 0 || bits > Proof.MAX_SCALE_BITS) {
            throw new IllegalArgumentException("scaleBits " + bits + " must be 0 to " + Proof.MAX_SCALE_BITS);
        }
        long bound = new ProofBound(problem, proof, effort).total();
        // a right shift rounds down, so this rounds up
        return new ProvenBound(-(Math.negateExact(bound) >> bits), !effort.wasCutShort());
    }

    /** The checks that need the claim only. */
    private static void checkClaimAlone(Claim claim, Reasons reasons) {
        if (claim.lowerBound() > claim.objective()) {
            reasons.add("lowerBound " + Micro.toString(claim.lowerBound()) + " is above the objective "
                    + Micro.toString(claim.objective()));
        }
        double gap = claim.requestedGap();
        if (!(gap >= 0 && gap <= Double.MAX_VALUE)) {
            reasons.add("requestedGap " + gap + " must be a finite number that is not negative");
        }
    }

    /** @param reasons receives what the bound does not suffice for */
    private static void checkBound(Claim claim, ProvenBound bound, Reasons reasons) {
        long proven = bound.lowerBound();
        if (claim.lowerBound() > proven) {
            reasons.add("lowerBound is " + Micro.toString(claim.lowerBound()) + " but "
                    + (bound.complete()
                            ? "the certificate proves only "
                            : "within the limits of the check the certificate proves only ")
                    + Micro.toString(proven));
        }
        double gap = claim.requestedGap();
        if (gap >= 0
                && gap <= Double.MAX_VALUE
                && claim.claimsOptimal()
                && proven != claim.objective()
                && !withinGap(claim)) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "status is optimal but objective %s is not within the requested gap %s of the lowerBound %s",
                    Micro.toString(claim.objective()),
                    gap,
                    Micro.toString(claim.lowerBound())));
        }
    }

    private static boolean withinGap(Claim claim) {
        BigDecimal bound = BigDecimal.valueOf(claim.lowerBound());
        BigDecimal distance = BigDecimal.valueOf(claim.objective()).subtract(bound);
        BigDecimal allowed =
                new BigDecimal(claim.requestedGap()).multiply(bound.abs().max(LEAST_DENOMINATOR));
        return distance.compareTo(allowed) <= 0;
    }
}
