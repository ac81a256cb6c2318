package dev.jointly.solve;

import dev.jointly.pose.Pose;
import dev.jointly.problem.Micro;
import dev.jointly.proof.Proof;
import dev.jointly.solve.term.RelativeGap;
import java.util.List;

/**
 * The solution of one problem. Objective and bound are exact, in micro-units; the proof proves the bound.
 *
 * @param requestedGap the relative gap within which a solution is {@link Status#OPTIMAL}
 * @param seconds wall time
 * @param iterations LP solves of all masters together
 * @param skeletons columns of that kind, all components together, like localAssignments and rows
 * @param rows Benders rows
 * @param nodes of the trees, at least one per component
 * @param check the result of the program's own check
 * @param ending what ended the search; not part of a solution file
 */
public record Solution(
        String problemId,
        String problemSha256,
        Method method,
        Status status,
        long objective,
        long lowerBound,
        double requestedGap,
        List<Pose> poses,
        Proof proof,
        double seconds,
        int iterations,
        int skeletons,
        int localAssignments,
        int rows,
        long nodes,
        List<TracePoint> trace,
        Check check,
        Ending ending) {

    /** Whether the two bounds meet. */
    public enum Status {
        /** The best grouping for these costs, proven within the requested gap. */
        OPTIMAL,
        /** Stopped early or with a gap left; both bounds are valid. */
        BOUNDED
    }

    /** Whether the solution was checked against its own proof before it was published. */
    public enum Check {
        /** Not checked. */
        OFF,
        /** The checker confirms all of it. */
        PASSED,
        /** The checker confirms the poses and this bound; the solver's was higher. */
        WEAKER_BOUND
    }

    /** Both bounds at one moment, in micro-units. */
    public record TracePoint(double seconds, long lowerBound, long objective) {}

    public Solution {
        poses = List.copyOf(poses);
        trace = List.copyOf(trace);
        if (lowerBound > objective) {
            throw new IllegalStateException("lower bound " + Micro.toString(lowerBound) + " above objective "
                    + Micro.toString(objective) + " of problem " + problemId + ": a bug, please report it");
        }
    }

    /** The same, known to have passed the check. */
    public Solution confirmed() {
        return with(status, lowerBound, proof, Check.PASSED, ending);
    }

    /** The same with a bound that was confirmed instead of its own, and what that means for its status. */
    public Solution weakened(long confirmedBound) {
        Status honest = RelativeGap.closed(objective, confirmedBound, requestedGap) ? status : Status.BOUNDED;
        return with(honest, confirmedBound, proof, Check.WEAKER_BOUND, honest == status ? ending : Ending.UNCHECKED);
    }

    /** The same with another proof. */
    public Solution withProof(Proof another) {
        return with(status, lowerBound, another, check, ending);
    }

    private Solution with(Status newStatus, long newBound, Proof newProof, Check newCheck, Ending newEnding) {
        return new Solution(
                problemId,
                problemSha256,
                method,
                newStatus,
                objective,
                newBound,
                requestedGap,
                poses,
                newProof,
                seconds,
                iterations,
                skeletons,
                localAssignments,
                rows,
                nodes,
                trace,
                newCheck,
                newEnding);
    }

    /** (objective - lowerBound) / max(|lowerBound|, 1e-9). */
    public double gap() {
        return gap(objective, lowerBound);
    }

    /** The relative gap between two bounds in micro-units. */
    public static double gap(long objective, long lowerBound) {
        return Micro.toDouble(objective - lowerBound) / Math.max(Math.abs(Micro.toDouble(lowerBound)), 1e-9);
    }
}
