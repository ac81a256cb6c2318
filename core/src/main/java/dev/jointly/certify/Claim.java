package dev.jointly.certify;

import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.Proof;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The contents of a solution file, none of which is trusted.
 *
 * <p>Lists and maps are not copied; they must not change while the claim is checked.
 *
 * @param claimsOptimal whether its status is "optimal"
 * @param objective in micro-units, as is lowerBound
 * @param requestedGap the relative gap within which "optimal" was asked for; 0 asks for the exact optimum
 * @param maxPoses the limit on the number of poses under which it claims all this; empty where it names none. A limit is part
 *     of the question, so it must be that of the problem that the claim is checked against
 * @param margins how much more other solutions cost at least
 */
public record Claim(
        String problemSha256,
        boolean claimsOptimal,
        long objective,
        long lowerBound,
        double requestedGap,
        List<ClaimedPose> poses,
        Proof proof,
        OptionalInt maxPoses,
        List<MarginClaim> margins) {
    /** A claim without margins that names no limit. */
    public Claim(
            String problemSha256,
            boolean claimsOptimal,
            long objective,
            long lowerBound,
            double requestedGap,
            List<ClaimedPose> poses,
            Proof proof) {
        this(
                problemSha256,
                claimsOptimal,
                objective,
                lowerBound,
                requestedGap,
                poses,
                proof,
                OptionalInt.empty(),
                List.of());
    }

    /** The same with claims of margins. */
    public Claim withMargins(List<MarginClaim> others) {
        return new Claim(
                problemSha256, claimsOptimal, objective, lowerBound, requestedGap, poses, proof, maxPoses, others);
    }

    /**
     * One claimed pose.
     *
     * @param global part to detection
     * @param local part to local detections
     */
    public record ClaimedPose(long cost, Map<Integer, Integer> global, Map<Integer, List<Integer>> local) {}
}
