package dev.jointly.cli;

import dev.jointly.certify.Claim;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.track.choose.GroupedFrame;
import dev.jointly.track.choose.GroupedFrame.Poses;
import java.util.List;
import java.util.TreeMap;

/** Gives the groupings of a frame that its tracks may choose from, the one of its solution first. */
@FunctionalInterface
interface FrameGrouper {
    /** The grouping of the solution, and no other. */
    FrameGrouper ONE = (problem, claim) -> GroupedFrame.of(List.of(new Poses(poses(claim), 0)), 0);

    GroupedFrame groupings(Problem problem, Claim claim);

    /** The poses of a solution whose detections are known to exist. */
    static List<Pose> poses(Claim claim) {
        return claim.poses().stream()
                .map(pose -> new Pose(new TreeMap<>(pose.global()), new TreeMap<>(pose.local())))
                .toList();
    }
}
