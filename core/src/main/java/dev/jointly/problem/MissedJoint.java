package dev.jointly.problem;

import java.util.ArrayList;
import java.util.List;

/**
 * A joint that the detector missed and a person has pointed at. It may stand with whatever its person's lead may stand
 * with, at no cost, and a pin gives it to its person. Its own cost is positive, so that no person has it without a pin; only
 * a major part could then still be worth it, to lead others.
 *
 * @param part its name
 * @param companion a detection of the person whose joint it is
 * @param cost in micro-units
 */
public record MissedJoint(String part, double x, double y, int companion, long cost) {
    /** The largest cost, in micro-units. */
    public static final long MAX_COST = Micro.of(1000);

    public MissedJoint {
        if (cost <= 0 || cost > MAX_COST) {
            throw new IllegalArgumentException("the cost of a missed joint is " + Micro.toString(cost)
                    + " but must be more than 0 and at most 1000");
        }
    }

    /** What gives it to its person, where it is the last detection of a problem. */
    public Pin pin(Problem with) {
        return new Pin.Together(with.size() - 1, companion);
    }

    /**
     * The problem with one more detection, the last.
     *
     * @param lead the lead of the person, or the companion if no person has it
     */
    public Problem addedTo(Problem problem, int lead) {
        if (companion < 0 || companion >= problem.size()) {
            throw new IllegalArgumentException(
                    "found detection " + companion + " but there are only " + problem.size() + " detections");
        }
        int own = problem.anatomy().partNamed(part);
        if (problem.part(companion) == own) {
            throw new IllegalArgumentException("detection " + companion + " is a " + part
                    + " itself; name another joint of the person, or drop that one first");
        }
        int added = problem.size();
        List<Detection> detections = new ArrayList<>(problem.detections());
        detections.add(new Detection(own, x, y, null, cost));
        PairCosts.Builder pairs = new PairCosts.Builder();
        PairCosts before = problem.pairs();
        before.forEach(pairs::add);
        // where absent pairs cost nothing, that is what they should
        for (int d = 0; d < added && before.absentForbidden(); d++) {
            int part = problem.part(d);
            boolean near = d == lead || d == companion || before.cost(d, lead) != PairCosts.FORBIDDEN;
            if (near && part != own && problem.anatomy().mayPair(part, own)) {
                pairs.add(d, added, 0);
            }
        }
        return new Problem(
                problem.id(),
                problem.image(),
                problem.anatomy(),
                problem.poseCost(),
                detections,
                pairs.build(added + 1, before.absentForbidden()),
                problem.pins(),
                problem.maxPoses(),
                problem.personScore());
    }
}
