package dev.jointly.server;

import dev.jointly.margin.ExactMargins;
import dev.jointly.margin.Margin;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.selfcheck.SelfCheckException;
import dev.jointly.session.PersonIds;
import dev.jointly.session.Session;
import dev.jointly.solve.Solution;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The best grouping in which a joint is not where it is now: in another pose than the lead of its person, or, if it is that
 * lead, in none.
 *
 * @param pose which of the answer's poses has the joint now
 * @param solution null where there is none, or none was found in time
 */
record Alternative(
        Session.Answer now,
        int pose,
        int joint,
        Margin margin,
        @Nullable Solution solution) {

    /**
     * Finds it.
     *
     * @param aside a session of the answer's problem, pins and all, in which nobody minds the numbers of people
     */
    static Alternative of(Session.Answer now, int joint, Session aside, BooleanSupplier late) {
        List<Pose> poses = now.solution().poses();
        int pose = holder(poses, joint);
        if (pose < 0) {
            throw HttpProblem.of(
                    400, "bad-parameter", "found joint " + joint + " but expected a detection that a person has");
        }
        int lead = poses.get(pose).lead(now.problem().anatomy());
        Pin elsewhere = joint == lead ? new Pin.Skip(joint) : new Pin.Apart(lead, joint);
        MarginClaim claim = new MarginClaim(List.of(elsewhere), 0, List.of(), null);
        Margin unknown = new Margin(pose, OptionalInt.of(joint), claim, OptionalLong.empty(), false);
        try {
            ExactMargins.Exact exact = new ExactMargins(aside, List.of(), now.solution()).of(unknown, late);
            return new Alternative(now, pose, joint, exact.margin(), exact.alternative());
        } catch (SelfCheckException e) {
            if (late.getAsBoolean()) {
                return new Alternative(now, pose, joint, unknown, null);
            }
            throw e;
        }
    }

    private static int holder(List<Pose> poses, int joint) {
        for (int i = 0; i < poses.size(); i++) {
            if (poses.get(i).detections().contains(joint)) {
                return i;
            }
        }
        return -1;
    }

    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("joint", joint);
        members.put("person", now.people().get(pose));
        members.put("fixed", margin.fixed());
        if (solution != null) {
            List<Integer> people = new PersonIds(now.solution().poses(), now.people()).follow(solution.poses());
            int owner = holder(solution.poses(), joint);
            if (owner >= 0) {
                members.put("owner", people.get(owner));
            }
            members.put("atLeast", new BigDecimal(Micro.toString(margin.atLeast())));
            margin.atMost().ifPresent(most -> members.put("atMost", new BigDecimal(Micro.toString(most))));
            members.put("pins", margin.claim().pins().stream().map(PinJson::of).toList());
            members.put("people", people);
            members.put("solution", new Json.Raw(Answers.json(problem(), solution)));
        }
        return members;
    }

    private Problem problem() {
        return now.problem()
                .withPins(Stream.concat(now.problem().pins().stream(), margin.claim().pins().stream())
                        .toList());
    }
}
