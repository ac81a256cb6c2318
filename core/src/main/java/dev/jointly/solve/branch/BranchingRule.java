package dev.jointly.solve.branch;

import dev.jointly.problem.Pin;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Region;
import dev.jointly.solve.term.StrongBranchingOracle;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which question a point of the relaxation raises. First what would settle a pin that it does not keep. Then whether d
 * is in n's skeleton, where the point says "partly"; when all of these are whole, skeletons are. Then whether d is local
 * to m, likewise. At last, unless only a region is looked at, any that is still open: a whole point that keeps the pins
 * needs none, but an engine's may be not quite what it seems.
 */
public final class BranchingRule {
    /** How many questions a node tries both answers of; what another node has tried is taken from there. */
    private static final int TRIED = 4;
    /** What an answer costs at least, in the LP's unit, so that the other answer still counts. */
    private static final double LEAST_RISE = 1e-4;

    private final Costs costs;
    private final PinConstraints pins;
    private final Restriction known;
    private final Region region;
    /** By lead and member: in how much of the lead's skeletons the member is. */
    private final Map<Integer, Map<Integer, Double>> joined = new TreeMap<>();
    /** By host and local detection, likewise. */
    private final Map<Integer, Map<Integer, Double>> hosted = new TreeMap<>();

    private BranchingRule(Costs costs, PinConstraints pins, Restriction known, Region region, PrimalPoint point) {
        this.costs = costs;
        this.pins = pins;
        this.known = known;
        this.region = region;
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
    }

    private static void add(Map<Integer, Map<Integer, Double>> sums, int holder, int[] members, double value) {
        Map<Integer, Double> row = sums.computeIfAbsent(holder, key -> new TreeMap<>());
        for (int d : members) {
            row.merge(d, value, Double::sum);
        }
    }

    /**
     * The next question, or null where all that matter are answered.
     *
     * @param region only its own detections are asked about
     * @param master to try answers on
     * @param scores what came of tries so far, in any node; new ones are added
     */
    public static @Nullable Decision next(
            Candidates candidates,
            PinConstraints pins,
            Restriction known,
            Region region,
            PrimalPoint point,
            StrongBranchingOracle master,
            Map<Decision, Double> scores) {
        BranchingRule questions = new BranchingRule(candidates.costs(), pins, known, region, point);
        Decision next = questions.ofBrokenPins();
        if (next == null) {
            next = questions.strongBranching(questions.fractional(Kind.JOIN, questions.joined), master, scores);
        }
        if (next == null) {
            List<Decision> local = questions.fractional(Kind.LOCAL, questions.hosted);
            next = local.isEmpty() ? questions.open() : questions.placingHost(local.get(0));
        }
        return next;
    }

    /** Open questions the point answers with "partly", those nearest to a half first. */
    private List<Decision> fractional(Kind kind, Map<Integer, Map<Integer, Double>> sums) {
        record Scored(Decision decision, double fractionality) {}
        List<Scored> found = new ArrayList<>();
        sums.forEach((holder, row) -> row.forEach((d, value) -> {
            double fractionality = PrimalPoint.fractionality(value);
            if (fractionality > 0 && !known.placed(d) && region.owns(d)) {
                found.add(new Scored(new Decision(kind, holder, d), fractionality));
            }
        }));
        found.sort(Comparator.comparingDouble(scored -> -scored.fractionality()));
        return found.stream().map(Scored::decision).toList();
    }

    /** Of the most fractional ones, that whose two answers both cost the most. */
    private @Nullable Decision strongBranching(
            List<Decision> decisions, StrongBranchingOracle master, Map<Decision, Double> scores) {
        if (decisions.size() < 2) {
            return decisions.isEmpty() ? null : decisions.get(0);
        }
        double now = Double.NaN;
        Decision best = null;
        double most = Double.NEGATIVE_INFINITY;
        int tried = 0;
        for (Decision decision : decisions) {
            Double known = scores.get(decision);
            if (known == null && tried < TRIED) {
                if (tried++ == 0) {
                    now = master.objective(g -> false, l -> false);
                }
                known = score(decision, master, now);
                scores.put(decision, known);
            }
            if (known != null && known > most) {
                most = known;
                best = decision;
            }
        }
        return best;
    }

    private double score(Decision decision, StrongBranchingOracle master, double now) {
        int n = decision.holder();
        int d = decision.detection();
        double out = master.objective(g -> costs.lead(g.detections()) == n && has(g.detections(), d), l -> false) - now;
        double in = master.objective(
                        g -> costs.lead(g.detections()) == n
                                ? !has(g.detections(), d)
                                : has(g.detections(), d) || has(g.detections(), n),
                        l -> has(l.locals(), d) || has(l.locals(), n))
                - now;
        return rise(in) * rise(out);
    }

    private static double rise(double rise) {
        return rise > LEAST_RISE ? rise : LEAST_RISE;
    }

    private static boolean has(int[] detections, int d) {
        for (int other : detections) {
            if (other == d) {
                return true;
            }
        }
        return false;
    }

    /**
     * A local detection is decided on only where it is settled whose skeleton the host is in. Otherwise the negative price of
     * the host would count in skeletons that reductions never let it join, and the solver's bound would not be the checker's.
     */
    private Decision placingHost(Decision local) {
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
    private @Nullable Decision ofBrokenPins() {
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
        int host = mostly(hosted, d);
        return mostly(joined, host < 0 ? d : host);
    }

    /** What would settle the pose a detection is mostly in; null if that is settled, or it is in none. */
    private @Nullable Decision placing(int d) {
        int host = mostly(hosted, d);
        int global = host < 0 ? d : host;
        int lead = mostly(joined, global);
        if (lead >= 0 && !known.placed(global)) {
            return new Decision(Kind.JOIN, lead, global);
        }
        return lead < 0 || host < 0 || known.placed(d) ? null : new Decision(Kind.LOCAL, host, d);
    }

    /** The holder that has most of a detection, or -1. */
    private static int mostly(Map<Integer, Map<Integer, Double>> sums, int d) {
        int holder = -1;
        double most = 0;
        for (Map.Entry<Integer, Map<Integer, Double>> row : sums.entrySet()) {
            double value = row.getValue().getOrDefault(d, 0.0);
            if (value > most) {
                most = value;
                holder = row.getKey();
            }
        }
        return holder;
    }

    private @Nullable Decision open() {
        if (!region.coversComponent()) {
            return null;
        }
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
