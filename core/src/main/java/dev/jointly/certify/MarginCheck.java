package dev.jointly.certify;

import dev.jointly.problem.Micro;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.Proof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Checks claims of margins. Nothing new has to be believed: with its pins added, a claim is about a problem like any other, and
 * its proof is a proof like any other.
 */
final class MarginCheck {
    private final Problem problem;
    private final Proof proof;
    private final long objective;

    /**
     * @param proof of the solution
     * @param objective of the solution, confirmed
     */
    MarginCheck(Problem problem, Proof proof, long objective) {
        this.problem = problem;
        this.proof = proof;
        this.objective = objective;
    }

    /**
     * Adds what is wrong with a claim to the reasons, or to the doubts if the limits of the check do not suffice.
     *
     * @param number of the claim in its list
     * @param bounds what a proof proves of a problem
     */
    void check(
            int number,
            MarginClaim claim,
            BiFunction<Problem, Proof, ProvenBound> bounds,
            Reasons reasons,
            Reasons doubts) {
        String name = "margin " + number;
        try {
            ProvenBound bound = bound(claim, bounds);
            // the objective is no less than the least cost, so this is no more than the margin
            long margin = Math.subtractExact(bound.lowerBound(), objective);
            if (claim.atLeast() > margin) {
                (bound.complete() ? reasons : doubts)
                        .add(name + " is said to be at least " + Micro.toString(claim.atLeast()) + " but only "
                                + Micro.toString(margin) + " is proven"
                                + (bound.complete() ? "" : " within the limits of the check"));
            }
        } catch (WorkBudget.Stopped e) {
            doubts.add(name + ": the check was stopped before it had a bound");
        } catch (ArithmeticException e) {
            reasons.add(name + ": numbers too large for exact arithmetic");
        } catch (IllegalArgumentException e) {
            reasons.add(name + ": " + e.getMessage());
        }
    }

    /** What a claim proves: no solution that keeps its pins costs less. */
    ProvenBound bound(MarginClaim claim, BiFunction<Problem, Proof, ProvenBound> bounds) {
        Form.require(claim, "the claim");
        Form.require(claim.pins(), "the list of pins");
        Form.require(claim.prices(), "the list of prices");
        claim.pins().forEach(pin -> Form.require(pin, "a pin"));
        List<Pin> pins = new ArrayList<>(problem.pins());
        pins.addAll(claim.pins());
        return bounds.apply(problem.withPins(pins), proofOf(claim));
    }

    /** Its own, or the solution's with other base prices and without the trees that these concern. */
    private Proof proofOf(MarginClaim claim) {
        Proof own = claim.proof();
        if (own != null) {
            if (!claim.prices().isEmpty()) {
                throw new IllegalArgumentException("prices and a certificate of its own exclude each other");
            }
            return own;
        }
        if (claim.prices().isEmpty()) {
            return proof;
        }
        long[] lambda1 = proof.lambda1().clone();
        long[] lambda3 = proof.lambda3().clone();
        BitSet changed = new BitSet();
        for (MarginClaim.Price price : claim.prices()) {
            Form.require(price, "a price");
            int d = price.detection();
            if (d < 0 || d >= Math.min(lambda1.length, lambda3.length)) {
                throw new IllegalArgumentException(
                        "a price is of detection " + d + ", which is not one of the problem's " + problem.size());
            }
            if (changed.get(d)) {
                throw new IllegalArgumentException("detection " + d + " has two prices");
            }
            changed.set(d);
            lambda1[d] = price.lambda1();
            lambda3[d] = price.lambda3();
        }
        List<Proof.Tree> trees = proof.trees().stream()
                .filter(tree -> Arrays.stream(tree.detections()).noneMatch(changed::get))
                .toList();
        return new Proof(proof.scaleBits(), lambda1, lambda3, proof.posePrice(), trees);
    }
}
