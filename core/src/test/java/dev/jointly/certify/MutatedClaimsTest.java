package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.MarginClaim.Price;
import dev.jointly.proof.Proof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Claims bent at random: full enumeration says which of them became false, and the checker must say the same. */
class MutatedClaimsTest {
    private static final int FALSE_CLAIMS = Trials.count(2000, 2000);
    /** Never so few that a kind of mutation does not occur. */
    private static final int FALSE_MARGINS = Math.max(40, Trials.count(200, 10_000));

    @Test
    void everyFalseClaimIsRejectedAndEveryTrueOneAccepted() {
        Map<Mutation, Integer> falseOnes = new EnumMap<>(Mutation.class);
        int falseClaims = 0;
        int trueClaims = 0;
        int provenOptimal = 0;
        for (int seed = 0; falseClaims < FALSE_CLAIMS; seed++) {
            Random random = new Random(seed);
            Problem problem = RandomProblems.tiny(random);
            Enumeration truth = new Enumeration(problem);
            Claim honest = honest(random, problem, truth);
            assertThat(Checker.check(problem, honest).kind())
                    .as("seed %d, honest", seed)
                    .isEqualTo(expected(problem, truth, honest));
            assertThat(expected(problem, truth, honest)).isNotEqualTo(Verdict.Kind.REJECTED);
            for (Mutation mutation : Mutation.values()) {
                Claim bent = mutation.apply(random, problem, honest);
                Verdict.Kind expected = expected(problem, truth, bent);
                assertThat(Checker.check(problem, bent).kind())
                        .as("seed %d, %s: %s", seed, mutation, bent)
                        .isEqualTo(expected);
                if (expected == Verdict.Kind.REJECTED) {
                    falseClaims++;
                    falseOnes.merge(mutation, 1, Integer::sum);
                } else {
                    trueClaims++;
                    provenOptimal += expected == Verdict.Kind.PROVEN_OPTIMAL ? 1 : 0;
                }
            }
        }
        System.out.printf(
                "%d false claims rejected %s; %d true ones accepted, %d of them proven optimal%n",
                falseClaims, falseOnes, trueClaims, provenOptimal);
        assertThat(falseOnes.keySet()).containsExactlyInAnyOrder(Mutation.values());
        assertThat(provenOptimal).isPositive().isLessThan(trueClaims);
    }

    /** A margin is false if enumeration finds a solution that keeps the pins and costs less. */
    @Test
    void noFalseMarginIsConfirmed() {
        Map<MarginMutation, Integer> falseOnes = new EnumMap<>(MarginMutation.class);
        int falseMargins = 0;
        int trueMargins = 0;
        for (int seed = 0; falseMargins < FALSE_MARGINS; seed++) {
            Random random = new Random(seed);
            int parts = 1 + random.nextInt(4);
            Problem free = RandomProblems.random(
                    random, parts, 1 + random.nextInt(Math.min(3, parts)), 2 + random.nextInt(6), 20, 0.9, false);
            Problem problem = seed % 2 == 0 ? free : RandomProblems.withPins(random, free);
            Optional<List<ClaimedPose>> optimum = new Enumeration(problem).underPins();
            if (optimum.isEmpty()) {
                continue;
            }
            Claim solved = solved(random, problem, optimum.get());
            Claim honest =
                    solved.withMargins(List.of(margin(random, problem, solved), margin(random, problem, solved)));
            assertThat(Checker.check(problem, honest).reasons())
                    .as("seed %d, honest", seed)
                    .isEmpty();
            assertThat(marginsAreTrue(problem, honest))
                    .as("seed %d, honest", seed)
                    .isTrue();
            for (MarginMutation mutation : MarginMutation.values()) {
                Claim bent = mutation.apply(random, problem, honest);
                boolean accepted = Checker.check(problem, bent).accepted();
                if (marginsAreTrue(problem, bent)) {
                    trueMargins += accepted ? 1 : 0;
                } else {
                    assertThat(accepted)
                            .as("seed %d, %s: %s", seed, mutation, bent)
                            .isFalse();
                    falseMargins++;
                    falseOnes.merge(mutation, 1, Integer::sum);
                }
            }
        }
        System.out.printf(
                "%d false margins rejected %s; %d true ones accepted%n", falseMargins, falseOnes, trueMargins);
        assertThat(falseOnes.keySet()).containsExactlyInAnyOrder(MarginMutation.values());
        assertThat(trueMargins).isGreaterThan(Trials.enough(FALSE_MARGINS, FALSE_MARGINS));
    }

    private static boolean marginsAreTrue(Problem problem, Claim claim) {
        // what the poses cost is confirmed, or the claim rejected
        return claim.margins().stream().allMatch(margin -> new Enumeration(with(problem, margin.pins()))
                .underPins()
                .map(poses -> cost(poses) - claim.objective() >= margin.atLeast())
                .orElse(true));
    }

    private static long cost(List<ClaimedPose> poses) {
        return poses.stream().mapToLong(ClaimedPose::cost).sum();
    }

    private static Problem with(Problem problem, List<Pin> more) {
        List<Pin> pins = new ArrayList<>(problem.pins());
        pins.addAll(more);
        return problem.withPins(pins);
    }

    private static Claim solved(Random random, Problem problem, List<ClaimedPose> optimum) {
        List<ClaimedPose> poses = new ArrayList<>(optimum);
        if (problem.pins().isEmpty() && random.nextInt(4) == 0 && !poses.isEmpty()) {
            poses.remove(random.nextInt(poses.size()));
        }
        Proof proof = RandomProblems.climb(random, problem, random.nextInt(4), 200);
        long bound = Checker.lowerBound(problem, proof);
        boolean optimal = bound == cost(poses);
        return new Claim(ProblemDigest.sha256(problem), optimal, cost(poses), bound, 0, poses, proof);
    }

    /** As much as its certificate, its prices or those of the solution prove. */
    private static MarginClaim margin(Random random, Problem problem, Claim solved) {
        List<Pin> pins =
                RandomProblems.withPins(random, problem.withPins(List.of())).pins();
        List<Price> prices = new ArrayList<>();
        Proof own = null;
        switch (random.nextInt(3)) {
            case 0 -> own = proof(random, with(problem, pins));
            case 1 -> prices.add(price(random, problem));
            default -> {}
        }
        MarginClaim claim = new MarginClaim(pins, 0, prices, own);
        long bound = Checker.lowerBound(problem, solved.proof(), claim, CheckLimits.NONE)
                .lowerBound();
        return new MarginClaim(pins, bound - solved.objective(), prices, own);
    }

    private static Proof proof(Random random, Problem pinned) {
        Proof base = RandomProblems.climb(random, pinned, random.nextInt(4), 150);
        Proof trees = RandomTrees.atBasePrices(RandomTrees.proof(random, pinned), base);
        return random.nextBoolean() ? base : RandomTrees.climb(random, pinned, trees, 100);
    }

    private static Price price(Random random, Problem problem) {
        return new Price(random.nextInt(problem.size()), random.nextInt(20), random.nextInt(20));
    }

    enum MarginMutation {
        RAISE_IT,
        JUST_ABOVE_THE_TRUTH,
        DROP_A_PIN,
        SWAP_THE_PINS,
        REVERSE_THE_PINS,
        OTHER_PRICES,
        NEGATIVE_PRICES,
        OTHER_CERTIFICATE,
        BENT_CERTIFICATE;

        Claim apply(Random random, Problem problem, Claim c) {
            int at = random.nextInt(c.margins().size());
            MarginClaim margin = c.margins().get(at);
            List<Pin> pins = new ArrayList<>(margin.pins());
            MarginClaim bent =
                    switch (this) {
                        case RAISE_IT -> with(margin, margin.atLeast() + 1 + random.nextInt(5));
                        case JUST_ABOVE_THE_TRUTH ->
                            new Enumeration(MutatedClaimsTest.with(problem, pins))
                                    .underPins()
                                    .map(poses -> with(margin, cost(poses) - c.objective() + 1))
                                    .orElse(margin);
                        case DROP_A_PIN -> {
                            if (!pins.isEmpty()) {
                                pins.remove(random.nextInt(pins.size()));
                            }
                            yield with(margin, pins);
                        }
                        case SWAP_THE_PINS ->
                            with(margin, c.margins().get(1 - at).pins());
                        case REVERSE_THE_PINS ->
                            with(
                                    margin,
                                    pins.stream().map(MarginMutation::reversed).toList());
                        case OTHER_PRICES ->
                            new MarginClaim(
                                    pins, margin.atLeast() + random.nextInt(3), List.of(price(random, problem)), null);
                        case NEGATIVE_PRICES -> {
                            Price price = price(random, problem);
                            Price negative = random.nextBoolean()
                                    ? new Price(price.detection(), -1 - price.lambda1(), price.lambda3())
                                    : new Price(price.detection(), price.lambda1(), -1 - price.lambda3());
                            yield new MarginClaim(pins, margin.atLeast() + random.nextInt(3), List.of(negative), null);
                        }
                        case OTHER_CERTIFICATE -> {
                            Problem other = RandomProblems.withPins(random, problem);
                            yield new MarginClaim(
                                    pins, margin.atLeast() + random.nextInt(3), List.of(), proof(random, other));
                        }
                        case BENT_CERTIFICATE -> {
                            Proof own = margin.proof() == null ? c.proof() : margin.proof();
                            Mutation bend = List.of(
                                            Mutation.LOWER_LAMBDA, Mutation.NEGATIVE_LAMBDA, Mutation.CUT_LAMBDA)
                                    .get(random.nextInt(3));
                            yield new MarginClaim(
                                    pins,
                                    margin.atLeast() + random.nextInt(3),
                                    List.of(),
                                    bend.lambda(random, problem, own));
                        }
                    };
            List<MarginClaim> margins = new ArrayList<>(c.margins());
            margins.set(at, bent);
            return c.withMargins(margins);
        }

        private static Pin reversed(Pin pin) {
            int[] d = pin.detections();
            if (d.length == 2) {
                return pin instanceof Pin.Apart ? new Pin.Together(d[0], d[1]) : new Pin.Apart(d[0], d[1]);
            }
            return pin instanceof Pin.Use ? new Pin.Skip(d[0]) : new Pin.Use(d[0]);
        }

        private static MarginClaim with(MarginClaim margin, long atLeast) {
            return new MarginClaim(margin.pins(), atLeast, margin.prices(), margin.proof());
        }

        private static MarginClaim with(MarginClaim margin, List<Pin> pins) {
            return new MarginClaim(pins, margin.atLeast(), margin.prices(), margin.proof());
        }
    }

    /** What the words of docs/certificate.md make of a claim, by looking things up in full lists. */
    private static Verdict.Kind expected(Problem problem, Enumeration truth, Claim claim) {
        Proof c = claim.proof();
        boolean fits = c.lambda1().length == problem.size()
                && c.lambda3().length == problem.size()
                && Arrays.stream(c.lambda1()).allMatch(v -> v >= 0)
                && Arrays.stream(c.lambda3()).allMatch(v -> v >= 0);
        long cost = claim.poses().stream().mapToLong(ClaimedPose::cost).sum();
        if (!fits
                || !claim.problemSha256().equals(ProblemDigest.sha256(problem))
                || !truth.solution(claim.poses())
                || cost != claim.objective()
                || claim.lowerBound() > claim.objective()
                || !(claim.requestedGap() >= 0)) {
            return Verdict.Kind.REJECTED;
        }
        long proven = truth.lowerBound(c);
        boolean near = near(claim.objective(), claim.lowerBound(), claim.requestedGap());
        if (claim.lowerBound() > proven || (claim.claimsOptimal() && proven != cost && !near)) {
            return Verdict.Kind.REJECTED;
        }
        return proven == cost ? Verdict.Kind.PROVEN_OPTIMAL : Verdict.Kind.BOUNDED;
    }

    /** Gaps here are whole sixteenths, which whole numbers can compare; at a bound of 0 they are all too small. */
    private static boolean near(long objective, long bound, double gap) {
        long sixteenths = (long) (16 * gap);
        return 16 * (objective - bound) <= sixteenths * Math.abs(bound);
    }

    private static Claim honest(Random random, Problem problem, Enumeration truth) {
        List<ClaimedPose> poses = new ArrayList<>(truth.optimum());
        if (random.nextInt(4) == 0 && !poses.isEmpty()) {
            poses.remove(random.nextInt(poses.size()));
        }
        long objective = poses.stream().mapToLong(ClaimedPose::cost).sum();
        Proof proof = RandomProblems.climb(random, problem, random.nextInt(4), random.nextInt(600));
        long bound = truth.lowerBound(proof) - (random.nextInt(4) == 0 ? random.nextInt(5) : 0);
        double gap = random.nextInt(3) / 16.0;
        boolean optimal = bound == objective || near(objective, bound, gap) || truth.lowerBound(proof) == objective;
        return new Claim(ProblemDigest.sha256(problem), optimal, objective, bound, gap, List.copyOf(poses), proof);
    }

    enum Mutation {
        SWAP_A_DETECTION,
        USE_A_DETECTION_AGAIN,
        DROP_A_DETECTION,
        DROP_A_POSE,
        REPEAT_A_POSE,
        MISPLACE_A_DETECTION,
        FLATTER_A_POSE,
        FLATTER_THE_OBJECTIVE,
        RAISE_THE_BOUND,
        CLOSE_THE_GAP,
        LOWER_LAMBDA,
        RANDOM_LAMBDA,
        NEGATIVE_LAMBDA,
        CUT_LAMBDA,
        CLAIM_OPTIMAL,
        OTHER_PROBLEM,
        OTHER_PROBLEMS_CERTIFICATE;

        Claim apply(Random random, Problem problem, Claim c) {
            List<ClaimedPose> poses = new ArrayList<>(c.poses());
            int any = random.nextInt(problem.size() + 1);
            long little = random.nextLong(1, 11);
            switch (this) {
                case SWAP_A_DETECTION ->
                    bend(random, poses, (global, local) -> {
                        if (local.isEmpty() || random.nextBoolean()) {
                            global.put(anyOf(random, global.keySet()), any);
                        } else {
                            List<Integer> list = anyOf(random, local.values());
                            list.set(random.nextInt(list.size()), any);
                        }
                    });
                case USE_A_DETECTION_AGAIN ->
                    bend(random, poses, (global, local) -> {
                        int part = anyOf(random, global.keySet());
                        local.computeIfAbsent(part, p -> new ArrayList<>())
                                .add(random.nextBoolean() ? anyOf(random, global.values()) : any);
                    });
                case DROP_A_DETECTION ->
                    bend(random, poses, (global, local) -> {
                        if (local.isEmpty() || random.nextBoolean()) {
                            global.remove(anyOf(random, global.keySet()));
                        } else {
                            List<Integer> list = anyOf(random, local.values());
                            list.remove(random.nextInt(list.size()));
                        }
                    });
                case MISPLACE_A_DETECTION ->
                    bend(random, poses, (global, local) -> {
                        Integer d = global.remove(anyOf(random, global.keySet()));
                        global.put(random.nextInt(problem.anatomy().size()), d);
                    });
                case DROP_A_POSE -> {
                    if (!poses.isEmpty()) {
                        poses.remove(random.nextInt(poses.size()));
                    }
                }
                case REPEAT_A_POSE -> {
                    if (!poses.isEmpty()) {
                        ClaimedPose again = poses.get(random.nextInt(poses.size()));
                        poses.add(again);
                        return with(c, poses, c.objective() + again.cost(), c.lowerBound());
                    }
                }
                case FLATTER_A_POSE -> {
                    if (!poses.isEmpty()) {
                        ClaimedPose pose = poses.remove(random.nextInt(poses.size()));
                        poses.add(new ClaimedPose(pose.cost() - little, pose.global(), pose.local()));
                        return with(c, poses, c.objective() - little, c.lowerBound() - little);
                    }
                }
                case FLATTER_THE_OBJECTIVE -> {
                    return with(c, poses, c.objective() - little, c.lowerBound() - little);
                }
                case RAISE_THE_BOUND -> {
                    return with(c, poses, c.objective(), c.lowerBound() + little);
                }
                case CLOSE_THE_GAP -> {
                    return with(c, poses, c.objective(), c.objective());
                }
                case CLAIM_OPTIMAL -> {
                    return new Claim(c.problemSha256(), true, c.objective(), c.lowerBound(), 0, poses, c.proof());
                }
                case OTHER_PROBLEM -> {
                    String sha256 = ProblemDigest.sha256(RandomProblems.tiny(random));
                    return new Claim(sha256, c.claimsOptimal(), c.objective(), c.lowerBound(), 0, poses, c.proof());
                }
                default -> {
                    return with(c, lambda(random, problem, c.proof()));
                }
            }
            return with(c, poses, c.objective(), c.lowerBound());
        }

        private Proof lambda(Random random, Problem problem, Proof c) {
            long[][] lambda = {c.lambda1().clone(), c.lambda3().clone()};
            int row = random.nextInt(2);
            int d = random.nextInt(Math.max(1, problem.size()));
            switch (this) {
                case LOWER_LAMBDA -> Arrays.setAll(lambda[row], i -> lambda[row][i] / 2);
                case RANDOM_LAMBDA -> {
                    return RandomProblems.lambda(random, problem, c.scaleBits());
                }
                case NEGATIVE_LAMBDA -> {
                    if (d < problem.size()) {
                        lambda[row][d] = -1 - lambda[row][d];
                    }
                }
                case CUT_LAMBDA -> lambda[row] = Arrays.copyOf(lambda[row], d);
                default -> {
                    Problem other = RandomProblems.tiny(random);
                    return RandomProblems.climb(random, other, c.scaleBits(), 50);
                }
            }
            return new Proof(c.scaleBits(), lambda[0], lambda[1]);
        }

        private static Claim with(Claim c, List<ClaimedPose> poses, long objective, long lowerBound) {
            return new Claim(
                    c.problemSha256(), c.claimsOptimal(), objective, lowerBound, c.requestedGap(), poses, c.proof());
        }

        private static Claim with(Claim c, Proof proof) {
            return new Claim(
                    c.problemSha256(),
                    c.claimsOptimal(),
                    c.objective(),
                    c.lowerBound(),
                    c.requestedGap(),
                    c.poses(),
                    proof);
        }

        private interface Bender {
            void bend(Map<Integer, Integer> global, Map<Integer, List<Integer>> local);
        }

        private static void bend(Random random, List<ClaimedPose> poses, Bender bender) {
            if (!poses.isEmpty()) {
                int at = random.nextInt(poses.size());
                ClaimedPose pose = poses.get(at);
                Map<Integer, Integer> global = new TreeMap<>(pose.global());
                Map<Integer, List<Integer>> local = new TreeMap<>();
                pose.local().forEach((part, list) -> local.put(part, new ArrayList<>(list)));
                bender.bend(global, local);
                poses.set(at, new ClaimedPose(pose.cost(), global, local));
            }
        }

        private static <T> T anyOf(Random random, Collection<T> values) {
            return List.copyOf(values).get(random.nextInt(values.size()));
        }
    }
}
