package dev.jointly.solve.branch;

import dev.jointly.problem.Pin;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How much of each detection a point has in whose skeleton, and local to which host; and which decisions that leaves open. */
final class Memberships {
    private final Restriction known;
    /** By lead and member: in how much of the lead's skeletons the member is. */
    private final Map<Integer, Map<Integer, Double>> joined = new TreeMap<>();
    /** By host and local detection, likewise. */
    private final Map<Integer, Map<Integer, Double>> hosted = new TreeMap<>();
    /** By member: the lead that has most of it. */
    private final Map<Integer, Integer> mostJoined;
    /** By local detection: the host that has most of it. */
    private final Map<Integer, Integer> mostHosted;

    Memberships(Costs costs, Restriction known, PrimalPoint point) {
        this.known = known;
        BitSet global = new BitSet();
        for (int g = 0; g < point.skeletons().size(); g++) {
            int[] members = point.skeletons().get(g).detections();
            add(joined, costs.lead(members), members, point.value(g));
            for (int d : members) {
                global.set(d);
            }
        }
        for (int l = 0; l < point.locals().size(); l++) {
            LocalAssignment local = point.locals().get(l);
            // what hangs on no skeleton is an engine's mistake; its host could never be placed before it
            if (global.get(local.global()) || known.placed(local.global())) {
                add(hosted, local.global(), local.locals(), point.localValue(l));
            }
        }
        mostJoined = most(joined);
        mostHosted = most(hosted);
    }

    private static void add(Map<Integer, Map<Integer, Double>> sums, int holder, int[] members, double value) {
        Map<Integer, Double> row = sums.computeIfAbsent(holder, key -> new TreeMap<>());
        for (int d : members) {
            row.merge(d, value, Double::sum);
        }
    }

    /** The open decision with the largest fractional value. */
    @Nullable
    Decision largest(Kind kind) {
        Decision largest = null;
        double most = 0;
        for (Map.Entry<Integer, Map<Integer, Double>> row : (kind == Kind.JOIN ? joined : hosted).entrySet()) {
            for (Map.Entry<Integer, Double> one : row.getValue().entrySet()) {
                double value = one.getValue();
                int d = one.getKey();
                if (PrimalPoint.fractionality(value) > 0 && value > most && !known.placed(d)) {
                    most = value;
                    largest = new Decision(kind, row.getKey(), d);
                }
            }
        }
        return largest;
    }

    /** Open decisions with a fractional value, those nearest to a half first. */
    List<Decision> fractional(Kind kind) {
        record Scored(Decision decision, double fractionality) {}
        List<Scored> found = new ArrayList<>();
        (kind == Kind.JOIN ? joined : hosted)
                .forEach((holder, row) -> row.forEach((d, value) -> {
                    double fractionality = PrimalPoint.fractionality(value);
                    if (fractionality > 0 && !known.placed(d)) {
                        found.add(new Scored(new Decision(kind, holder, d), fractionality));
                    }
                }));
        found.sort(Comparator.comparingDouble(scored -> -scored.fractionality()));
        return found.stream().map(Scored::decision).toList();
    }

    /**
     * A local detection is decided on only where it is settled whose skeleton the host is in. Otherwise the negative price of
     * the host would count in skeletons that reductions never let it join, and the solver's bound would not be the checker's.
     */
    Decision placingHost(Decision local) {
        int m = local.holder();
        if (!known.placed(m)) {
            for (Map.Entry<Integer, Map<Integer, Double>> row : joined.entrySet()) {
                if (row.getValue().containsKey(m)) {
                    return new Decision(Kind.JOIN, row.getKey(), m);
                }
            }
        }
        return local;
    }

    /** What would settle where the detections of a pin are that the point does not keep. */
    @Nullable
    Decision settling(PinConstraints pins) {
        for (Pin.Together pin : pins.together()) {
            if (pose(pin.a()) != pose(pin.b())) {
                Decision placing = placing(pin.a());
                placing = placing == null ? placing(pin.b()) : placing;
                if (placing != null) {
                    return placing;
                }
            }
        }
        for (Pin.Apart pin : pins.apart()) {
            if (pose(pin.a()) >= 0 && pose(pin.a()) == pose(pin.b())) {
                Decision placing = placing(pin.a());
                placing = placing == null ? placing(pin.b()) : placing;
                if (placing != null) {
                    return placing;
                }
            }
        }
        return null;
    }

    /** The lead whose pose a detection is mostly in, or negative. */
    private int pose(int d) {
        return mostJoined.getOrDefault(mostHosted.getOrDefault(d, d), -1);
    }

    /** What would settle the pose a detection is mostly in; null if that is settled, or it is in none. */
    private @Nullable Decision placing(int d) {
        int host = mostHosted.getOrDefault(d, -1);
        int global = host < 0 ? d : host;
        int lead = mostJoined.getOrDefault(global, -1);
        if (lead >= 0 && !known.placed(global)) {
            return new Decision(Kind.JOIN, lead, global);
        }
        return lead < 0 || host < 0 || known.placed(d) ? null : new Decision(Kind.LOCAL, host, d);
    }

    /** By detection that is used: the first holder that has most of it. */
    private static Map<Integer, Integer> most(Map<Integer, Map<Integer, Double>> sums) {
        Map<Integer, Integer> holders = new HashMap<>();
        Map<Integer, Double> values = new HashMap<>();
        sums.forEach((holder, row) -> row.forEach((d, value) -> {
            if (value > values.getOrDefault(d, 0.0)) {
                values.put(d, value);
                holders.put(d, holder);
            }
        }));
        return holders;
    }

    /** Any decision that is not taken yet. */
    @Nullable
    Decision anyOpen() {
        for (Map.Entry<Integer, Map<Integer, Double>> row : joined.entrySet()) {
            for (int d : row.getValue().keySet()) {
                if (!known.placed(d)) {
                    return new Decision(Kind.JOIN, row.getKey(), d);
                }
            }
        }
        for (Map.Entry<Integer, Map<Integer, Double>> row : hosted.entrySet()) {
            for (int d : row.getValue().keySet()) {
                if (!known.placed(d)) {
                    return new Decision(Kind.LOCAL, row.getKey(), d);
                }
            }
        }
        return null;
    }
}
