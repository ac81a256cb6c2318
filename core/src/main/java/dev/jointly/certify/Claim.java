package dev.jointly.certify;

import dev.jointly.proof.Proof;
import java.util.List;
import java.util.Map;

/**
 * What a solution file says, believed in nothing.
 *
 * @param claimsOptimal whether its status is "optimal"
 * @param objective in micro-units, as is lowerBound
 * @param requestedGap the relative gap within which "optimal" was asked for; 0 asks for the exact optimum
 */
public record Claim(
        String problemSha256,
        boolean claimsOptimal,
        long objective,
        long lowerBound,
        double requestedGap,
        List<ClaimedPose> poses,
        Proof proof) {

    /**
     * One claimed pose.
     *
     * @param global part to detection
     * @param local part to local detections
     */
    public record ClaimedPose(long cost, Map<Integer, Integer> global, Map<Integer, List<Integer>> local) {}
}
