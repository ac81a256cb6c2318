package dev.jointly.certify;

import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.Proof;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a solution file, none of which is trusted.
 *
 * <p>Lists and maps are not copied; they must not change while the claim is checked.
 *
 * @param claimsOptimal whether its status is "optimal"
 * @param objective in micro-units, as is lowerBound
 * @param requestedGap the relative gap within which "optimal" was asked for; 0 asks for the exact optimum
 * @param flaw why there is no proof, if the file's certificate breaks a rule of an older format that cannot be told from
 *     {@code proof} any more; null where there is no such flaw
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
        @Nullable String flaw,
        List<MarginClaim> margins) {
    /** A claim whose proof is all there is to be judged. */
    public Claim(
            String problemSha256,
            boolean claimsOptimal,
            long objective,
            long lowerBound,
            double requestedGap,
            List<ClaimedPose> poses,
            Proof proof) {
        this(problemSha256, claimsOptimal, objective, lowerBound, requestedGap, poses, proof, null, List.of());
    }

    /** The same with claims of margins. */
    public Claim withMargins(List<MarginClaim> others) {
        return new Claim(problemSha256, claimsOptimal, objective, lowerBound, requestedGap, poses, proof, flaw, others);
    }

    /**
     * One claimed pose.
     *
     * @param global part to detection
     * @param local part to local detections
     */
    public record ClaimedPose(long cost, Map<Integer, Integer> global, Map<Integer, List<Integer>> local) {}
}
