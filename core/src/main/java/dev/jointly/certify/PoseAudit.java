package dev.jointly.certify;

import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Whether the claimed poses are a solution at all, and what they cost. */
final class PoseAudit {
    private final Problem problem;
    private final Reasons reasons;
    private final WorkBudget effort;
    /** Detection to the position of the pose it was met in first. */
    private final Map<Integer, Integer> poseOf = new TreeMap<>();

    private PoseAudit(Problem problem, Reasons reasons, WorkBudget effort) {
        this.problem = problem;
        this.reasons = reasons;
        this.effort = effort;
    }

    /** The recomputed objective, or 0 where the poses are not well formed; what is wrong is added to the reasons. */
    static long objective(Problem problem, Claim claim, Reasons reasons, WorkBudget effort) {
        int reasonsBefore = reasons.size();
        PoseAudit audit = new PoseAudit(problem, reasons, effort);
        for (int i = 0; i < claim.poses().size(); i++) {
            audit.checkShape(i, claim.poses().get(i));
        }
        if (reasons.size() > reasonsBefore) {
            return 0;
        }
        long objective = 0;
        for (int i = 0; i < claim.poses().size(); i++) {
            objective = Math.addExact(objective, audit.cost(i, claim.poses().get(i)));
        }
        problem.pins().forEach(audit::checkPin);
        int most = problem.maxPoses().orElse(Integer.MAX_VALUE);
        if (claim.poses().size() > most) {
            reasons.add("there are " + claim.poses().size() + " poses but at most " + most + " are allowed");
        }
        if (objective != claim.objective()) {
            reasons.add("objective is " + Micro.toString(claim.objective()) + " but the poses cost "
                    + Micro.toString(objective));
        }
        return objective;
    }

    private void checkShape(int pose, ClaimedPose claimed) {
        String name = "pose " + pose;
        if (claimed.global().keySet().stream().noneMatch(problem.anatomy()::isMajor)) {
            reasons.add(name + " has no detection of a major part");
        }
        new TreeMap<>(claimed.global()).forEach((part, d) -> checkUse(pose, part, d));
        new TreeMap<>(claimed.local()).forEach((part, locals) -> {
            if (!claimed.global().containsKey(part)) {
                reasons.add(name + " has local detections of part " + part + " but no global one");
            }
            if (locals.isEmpty()) {
                reasons.add(name + " has an empty list of local detections of part " + part);
            }
            locals.forEach(d -> checkUse(pose, part, d));
        });
    }

    private void checkUse(int pose, int part, int d) {
        if (d < 0 || d >= problem.size()) {
            reasons.add("pose " + pose + " has detection " + d + " but there are only " + problem.size());
        } else if (problem.part(d) != part) {
            reasons.add("pose " + pose + " has detection " + d + " as part " + part + " but it is of part "
                    + problem.part(d));
        } else {
            Integer other = poseOf.putIfAbsent(d, pose);
            if (other != null) {
                reasons.add("detection " + d + " is used twice, in pose " + other + " and in pose " + pose);
            }
        }
    }

    /** Omega, then theta of every detection, then phi of the pairs of the skeleton and of each local assignment. */
    private long cost(int pose, ClaimedPose claimed) {
        List<Integer> skeleton = List.copyOf(claimed.global().values());
        long cost = Math.addExact(problem.poseCost(), thetas(skeleton));
        cost = Math.addExact(cost, pairs(pose, skeleton));
        for (Map.Entry<Integer, List<Integer>> entry : claimed.local().entrySet()) {
            List<Integer> group = new ArrayList<>(entry.getValue());
            cost = Math.addExact(cost, thetas(group));
            group.add(claimed.global().get(entry.getKey()));
            cost = Math.addExact(cost, pairs(pose, group));
        }
        if (cost != claimed.cost()) {
            reasons.add("pose " + pose + " has cost " + Micro.toString(claimed.cost()) + " but costs "
                    + Micro.toString(cost));
        }
        return cost;
    }

    private long thetas(List<Integer> group) {
        return group.stream().mapToLong(problem::cost).reduce(0, Math::addExact);
    }

    private long pairs(int pose, List<Integer> group) {
        long cost = 0;
        for (int i = 0; i < group.size(); i++) {
            effort.need(1 + 8L * i);
            for (int j = 0; j < i; j++) {
                int d = group.get(i);
                int e = group.get(j);
                if (problem.anatomy().mayPair(problem.part(d), problem.part(e))) {
                    long phi = problem.pairs().cost(d, e);
                    if (phi == PairCosts.FORBIDDEN) {
                        reasons.add("pose " + pose + " has the forbidden pair of detections " + Math.min(d, e) + " and "
                                + Math.max(d, e));
                    } else {
                        cost = Math.addExact(cost, phi);
                    }
                }
            }
        }
        return cost;
    }

    private void checkPin(Pin pin) {
        int[] d = pin.detections();
        boolean holds =
                switch (pin.kind()) {
                    case TOGETHER -> samePose(d[0], d[1]);
                    case APART -> !samePose(d[0], d[1]);
                    case USE -> poseOf.containsKey(d[0]);
                    case SKIP -> !poseOf.containsKey(d[0]);
                };
        if (!holds) {
            reasons.add("the poses violate the pin " + pin);
        }
    }

    private boolean samePose(int a, int b) {
        return poseOf.containsKey(a) && poseOf.get(a).equals(poseOf.get(b));
    }
}
