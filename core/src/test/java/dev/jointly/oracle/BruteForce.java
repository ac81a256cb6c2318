package dev.jointly.oracle;

import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Everything there is to a tiny problem: all skeletons, all local assignments, and the optimum of the integer program
 * under the problem's pins, exactly, in micro-units. Sets of detections are bit masks.
 */
public final class BruteForce {
    /** Three to the power of this many steps is what the optimum takes. */
    public static final int MAX_DETECTIONS = 14;

    private static final long NONE = Long.MAX_VALUE;

    /** g and Gamma_g. */
    public record Skeleton(int members, long cost) {
        public boolean has(int detection) {
            return BruteForce.has(members, detection);
        }
    }

    /** l and Psi_l: a non-empty set of local detections attached to a global one of the same part. */
    public record LocalAssignment(int global, int locals, long cost) {
        public boolean hasLocal(int detection) {
            return BruteForce.has(locals, detection);
        }
    }

    private final Problem problem;
    private final List<Skeleton> skeletons = new ArrayList<>();
    private final List<LocalAssignment> localAssignments = new ArrayList<>();

    private BruteForce(Problem problem) {
        this.problem = problem;
        if (problem.size() > MAX_DETECTIONS) {
            throw new IllegalArgumentException("brute force is for at most " + MAX_DETECTIONS
                    + " detections but problem " + problem.id() + " has " + problem.size());
        }
        growSkeletons(0, 0, problem.poseCost());
        for (int m = 0; m < problem.size(); m++) {
            growLocals(m, 0, 0, 0);
        }
    }

    public static BruteForce of(Problem problem) {
        return new BruteForce(problem);
    }

    /** {@link #optimum()} of a problem. */
    public static long optimum(Problem problem) {
        return of(problem).optimum();
    }

    /** {@link #optimumIfFeasible()} of a problem. */
    public static OptionalLong optimumIfFeasible(Problem problem) {
        return of(problem).optimumIfFeasible();
    }

    /** The same problem with only some of its columns. */
    public BruteForce restrictedTo(Predicate<Skeleton> wanted, Predicate<LocalAssignment> wantedLocal) {
        BruteForce some = new BruteForce(problem);
        some.skeletons.removeIf(wanted.negate());
        some.localAssignments.removeIf(wantedLocal.negate());
        return some;
    }

    public Problem problem() {
        return problem;
    }

    /** All of them, whatever the pins: at least one detection of a major part, at most one of any part, no forbidden pair. */
    public List<Skeleton> skeletons() {
        return List.copyOf(skeletons);
    }

    /** All of them, whatever the pins: a global detection, one or more local ones of its part, no forbidden pair. */
    public List<LocalAssignment> localAssignments() {
        return List.copyOf(localAssignments);
    }

    /** Decides detection after detection whether it is in; everything already in is in {@code members}. */
    private void growSkeletons(int detection, int members, long cost) {
        if (detection == problem.size()) {
            if (hasMajor(members)) {
                skeletons.add(new Skeleton(members, cost));
            }
            return;
        }
        growSkeletons(detection + 1, members, cost);
        if (!hasPart(members, problem.part(detection))) {
            long pairs = pairCost(detection, members);
            if (pairs != NONE) {
                growSkeletons(detection + 1, members | 1 << detection, sum(cost, problem.cost(detection), pairs));
            }
        }
    }

    private void growLocals(int m, int detection, int locals, long cost) {
        if (detection == problem.size()) {
            if (locals != 0) {
                localAssignments.add(new LocalAssignment(m, locals, cost));
            }
            return;
        }
        growLocals(m, detection + 1, locals, cost);
        if (detection != m && problem.part(detection) == problem.part(m)) {
            long pairs = pairCost(detection, locals | 1 << m);
            if (pairs != NONE) {
                growLocals(m, detection + 1, locals | 1 << detection, sum(cost, problem.cost(detection), pairs));
            }
        }
    }

    private boolean hasMajor(int members) {
        return problem.anatomy().majors().stream().anyMatch(major -> hasPart(members, major));
    }

    private boolean hasPart(int members, int part) {
        for (int d = 0; d < problem.size(); d++) {
            if (has(members, d) && problem.part(d) == part) {
                return true;
            }
        }
        return false;
    }

    /** The pair costs of a detection with {@code others}, or NONE where a pair is forbidden. */
    private long pairCost(int detection, int others) {
        long cost = 0;
        for (int d = 0; d < problem.size(); d++) {
            if (has(others, d) && problem.anatomy().mayPair(problem.part(d), problem.part(detection))) {
                long phi = problem.pairs().cost(d, detection);
                if (phi == PairCosts.FORBIDDEN) {
                    return NONE;
                }
                cost = Math.addExact(cost, phi);
            }
        }
        return cost;
    }

    /** The exact optimum in micro-units, never above 0 without pins; pins that cannot all hold are an exception. */
    public long optimum() {
        return optimumIfFeasible()
                .orElseThrow(() -> new IllegalStateException("no solution of problem " + problem.id()
                        + " honours its pins " + problem.pins() + "; ask for optimumIfFeasible()"));
    }

    /**
     * The optimum of the integer program, or nothing where no solution honours the pins. A pose is a skeleton with, for
     * each of its detections, at most one local assignment; poses are disjoint. First the cheapest pose on every set of
     * detections, then the cheapest packing of every set with such sets: its lowest detection is left out, if the pins
     * let it, or is in one pose.
     */
    public OptionalLong optimumIfFeasible() {
        long[] pose = cheapestPoses();
        long[] packing;
        if (problem.maxPoses().isEmpty()) {
            packing = packed(pose, null);
        } else {
            int required = required();
            packing = new long[pose.length];
            Arrays.setAll(packing, set -> (set & required) == 0 ? 0 : NONE);
            for (int k = 0; k < Math.min(problem.maxPoses().getAsInt(), problem.size()); k++) {
                packing = packed(pose, packing);
            }
        }
        long best = packing[pose.length - 1];
        return best == NONE ? OptionalLong.empty() : OptionalLong.of(best);
    }

    /** @param fewer the cheapest packings with one pose less; null where their number is not limited */
    private long[] packed(long[] pose, long @Nullable [] fewer) {
        int required = required();
        long[] packing = new long[pose.length];
        long[] others = fewer == null ? packing : fewer;
        for (int set = 1; set < pose.length; set++) {
            int lowest = Integer.lowestOneBit(set);
            int rest = set ^ lowest;
            long best = (required & lowest) == 0 ? packing[rest] : NONE;
            for (int with = rest; ; with = (with - 1) & rest) {
                if (pose[with | lowest] != NONE && others[rest ^ with] != NONE) {
                    best = Math.min(best, Math.addExact(pose[with | lowest], others[rest ^ with]));
                }
                if (with == 0) {
                    break;
                }
            }
            packing[set] = best;
        }
        return packing;
    }

    /** The detections that pins require in some pose. */
    private int required() {
        int required = 0;
        for (Pin pin : problem.pins()) {
            if (pin instanceof Pin.Use use) {
                required |= 1 << use.detection();
            } else if (pin instanceof Pin.Together together) {
                required |= 1 << together.a() | 1 << together.b();
            }
        }
        return required;
    }

    /** Whether a pose on exactly these detections breaks no pin. */
    private boolean mayBePose(int members) {
        for (Pin pin : problem.pins()) {
            int[] d = pin.detections();
            boolean broken =
                    switch (pin.kind()) {
                        case TOGETHER -> has(members, d[0]) != has(members, d[1]);
                        case APART -> has(members, d[0]) && has(members, d[1]);
                        case SKIP -> has(members, d[0]);
                        case USE -> false;
                    };
            if (broken) {
                return false;
            }
        }
        return true;
    }

    private static boolean has(int members, int detection) {
        return (members >> detection & 1) == 1;
    }

    /** Cost of the cheapest single pose that uses exactly the set of detections it is listed under, pins permitting. */
    private long[] cheapestPoses() {
        long[] pose = new long[1 << problem.size()];
        Arrays.fill(pose, NONE);
        List<List<LocalAssignment>> hangingOn = new ArrayList<>();
        for (int m = 0; m < problem.size(); m++) {
            int global = m;
            hangingOn.add(
                    localAssignments.stream().filter(l -> l.global() == global).toList());
        }
        for (Skeleton skeleton : skeletons) {
            hang(pose, hangingOn, skeleton, 0, skeleton.members(), skeleton.cost());
        }
        for (int set = 1; set < pose.length; set++) {
            if (!mayBePose(set)) {
                pose[set] = NONE;
            }
        }
        return pose;
    }

    private void hang(
            long[] pose, List<List<LocalAssignment>> hangingOn, Skeleton skeleton, int detection, int used, long cost) {
        if (detection == problem.size()) {
            pose[used] = Math.min(pose[used], cost);
            return;
        }
        hang(pose, hangingOn, skeleton, detection + 1, used, cost);
        if (skeleton.has(detection)) {
            for (LocalAssignment local : hangingOn.get(detection)) {
                if ((local.locals() & used) == 0) {
                    hang(
                            pose,
                            hangingOn,
                            skeleton,
                            detection + 1,
                            used | local.locals(),
                            Math.addExact(cost, local.cost()));
                }
            }
        }
    }

    private static long sum(long a, long b, long c) {
        return Math.addExact(a, Math.addExact(b, c));
    }
}
