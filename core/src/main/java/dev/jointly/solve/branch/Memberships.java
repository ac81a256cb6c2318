package dev.jointly.solve.branch;

import dev.jointly.problem.Pin;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.solve.term.Column;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.PrimalPoint;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
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
        point.skeletons().forEach((skeleton, value) -> {
            add(joined, costs.lead(skeleton.detections()), skeleton, value);
            Arrays.stream(skeleton.detections()).forEach(global::set);
        });
        point.locals().forEach((local, value) -> {
            // what hangs on no skeleton is an engine's mistake; its host could never be placed before it
            if (global.get(local.global()) || known.placed(local.global())) {
                add(hosted, local.global(), local, value);
            }
        });
        mostJoined = most(joined);
        mostHosted = most(hosted);
    }

    private static void add(Map<Integer, Map<Integer, Double>> sums, int holder, Column column, double value) {
        Map<Integer, Double> row = sums.computeIfAbsent(holder, key -> new TreeMap<>());
        for (int d : column.used()) {
            row.merge(d, value, Double::sum);
        }
    }

    /** A decision that is not taken yet, and how much of it the point has. */
    private record Open(Decision decision, double value) {
        double fractionality() {
            return PrimalPoint.fractionality(value);
        }
    }

    private Stream<Open> open(Kind kind) {
        return (kind == Kind.JOIN ? joined : hosted)
                .entrySet().stream().flatMap(row -> row.getValue().entrySet().stream()
                        .filter(one -> !known.placed(one.getKey()))
                        .map(one -> new Open(new Decision(kind, row.getKey(), one.getKey()), one.getValue())));
    }

    /** The open decision with the largest fractional value. */
    @Nullable
    Decision largest(Kind kind) {
        return open(kind)
                .filter(one -> one.fractionality() > 0)
                .max(Comparator.comparingDouble(Open::value))
                .map(Open::decision)
                .orElse(null);
    }

    /** Open decisions with a fractional value, those nearest to a half first. */
    List<Decision> fractional(Kind kind) {
        return open(kind)
                .filter(one -> one.fractionality() > 0)
                .sorted(Comparator.comparingDouble(one -> -one.fractionality()))
                .map(Open::decision)
                .toList();
    }

    /** Any open decision. */
    @Nullable
    Decision anyOpen() {
        return Stream.concat(open(Kind.JOIN), open(Kind.LOCAL))
                .findFirst()
                .map(Open::decision)
                .orElse(null);
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
    Optional<Decision> settling(PinConstraints pins) {
        return pins.together().stream()
                .filter(pin -> pose(pin.a()) != pose(pin.b()))
                .flatMap(this::placing)
                .findFirst()
                .or(() -> parting(pins));
    }

    /** The same for pins that keep apart only. */
    Optional<Decision> parting(PinConstraints pins) {
        // a decision on a member implies that its lead leads, which by itself keeps nothing apart
        return pins.apart().stream()
                .filter(pin -> pose(pin.a()) >= 0 && pose(pin.a()) == pose(pin.b()))
                .flatMap(this::placing)
                .min(Comparator.comparing(one -> one.holder() == one.detection()));
    }

    /** What would settle where the detections of a pin are. */
    private Stream<Decision> placing(Pin pin) {
        return Arrays.stream(pin.detections()).mapToObj(this::placing).flatMap(Optional::stream);
    }

    /** The lead whose pose a detection is mostly in, or negative. */
    private int pose(int d) {
        return mostJoined.getOrDefault(mostHosted.getOrDefault(d, d), -1);
    }

    /** What would settle the pose a detection is mostly in; nothing if that is settled, or it is in none. */
    private Optional<Decision> placing(int d) {
        int host = mostHosted.getOrDefault(d, -1);
        int global = host < 0 ? d : host;
        int lead = mostJoined.getOrDefault(global, -1);
        if (lead >= 0 && !known.placed(global)) {
            return Optional.of(new Decision(Kind.JOIN, lead, global));
        }
        return lead < 0 || host < 0 || known.placed(d)
                ? Optional.empty()
                : Optional.of(new Decision(Kind.LOCAL, host, d));
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
}
