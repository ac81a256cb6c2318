package dev.jointly.server;

import dev.jointly.problem.Micro;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/** Both bounds at one moment of a solve, in micro-units. */
record Progress(double seconds, long lowerBound, long objective) {
    static Progress of(SolveEvent.Iteration iteration) {
        return new Progress(iteration.seconds(), iteration.lowerBound(), iteration.objective());
    }

    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("seconds", seconds);
        members.put("lowerBound", new BigDecimal(Micro.toString(lowerBound)));
        members.put("objective", new BigDecimal(Micro.toString(objective)));
        members.put("gap", Solution.gap(objective, lowerBound));
        return members;
    }
}
