package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Real answers of the solver, tampered with. Each mutation here makes the claim false by construction or by a test of
 * its own that shares nothing with the verdict: costs by {@code Pose.cost}'s arithmetic, bounds by the solver's.
 */
class MutatedSolutionsTest {
    private static final int WANTED = 2_000;

    private static final List<Crowding> LEVELS = List.copyOf(EnumSet.allOf(Crowding.class));
    private static final List<Mutation> KINDS = List.copyOf(EnumSet.allOf(Mutation.class));

    private enum Mutation {
        SWAPPED_DETECTION,
        BETTER_LOOKING_POSE_COST,
        BETTER_LOOKING_OBJECTIVE,
        LOWERED_DUAL,
        RAISED_BOUND,
        ANOTHER_PROBLEMS_CERTIFICATE,
        ANOTHER_PROBLEMS_POSES
    }

    @Test
    void everyFalseClaimIsRejected() {
        Solver solver = new Solver(new HighsEngine());
        Random random = new Random(20_260_901);
        List<Problem> problems = new ArrayList<>();
        List<Claim> claims = new ArrayList<>();
        for (long seed = 1; seed <= 24; seed++) {
            Crowding crowding = LEVELS.get((int) (seed % 4));
            Problem problem = Generator.generate("p" + seed, 3, crowding, seed);
            Method method = seed % 2 == 0 ? Method.BCG : Method.PCG;
            Solution solution = solver.solve(problem, Settings.defaults().withMethod(method));
            Claim claim = Claims.of(problem, solution);
            assertThat(Checker.check(problem, claim).reasons())
                    .as("seed %d untouched", seed)
                    .isEmpty();
            if (!solution.poses().isEmpty()) {
                problems.add(problem);
                claims.add(claim);
            }
        }
        Map<Mutation, Integer> tried = new EnumMap<>(Mutation.class);
        int falseClaims = 0;
        while (falseClaims < WANTED) {
            int k = random.nextInt(problems.size());
            Mutation mutation = KINDS.get(random.nextInt(KINDS.size()));
            Claim mutated =
                    mutate(problems.get(k), claims.get(k), mutation, claims.get((k + 1) % claims.size()), random);
            if (mutated != null) {
                falseClaims++;
                tried.merge(mutation, 1, Integer::sum);
                assertThat(Checker.check(problems.get(k), mutated).accepted())
                        .as("%s of %s, try %d", mutation, problems.get(k).id(), falseClaims)
                        .isFalse();
            }
        }
        assertThat(tried).as("every kind was among the %d false claims", WANTED).hasSize(KINDS.size());
        System.out.println("false claims rejected: " + tried);
    }

    /** The mutated claim, or null where the mutation happened not to make it false. */
    private static @Nullable Claim mutate(Problem problem, Claim claim, Mutation mutation, Claim other, Random random) {
        long step = random.nextLong(1, 1_000_000);
        int victim = random.nextInt(claim.poses().size());
        return switch (mutation) {
            case SWAPPED_DETECTION -> swapped(problem, claim, victim, random);
            case BETTER_LOOKING_POSE_COST -> {
                List<ClaimedPose> poses = new ArrayList<>(claim.poses());
                ClaimedPose pose = poses.get(victim);
                poses.set(victim, new ClaimedPose(pose.cost() - step, pose.global(), pose.local()));
                yield with(claim, claim.objective() - step, claim.lowerBound() - step, poses, claim.proof());
            }
            case BETTER_LOOKING_OBJECTIVE ->
                with(claim, claim.objective() - step, claim.lowerBound() - step, claim.poses(), claim.proof());
            case RAISED_BOUND -> with(claim, claim.objective(), claim.objective() + step, claim.poses(), claim.proof());
            case LOWERED_DUAL -> ifUnproven(problem, claim, lowered(claim.proof(), random));
            case ANOTHER_PROBLEMS_CERTIFICATE -> ifUnproven(problem, claim, TreeProblems.without(other.proof()));
            case ANOTHER_PROBLEMS_POSES ->
                with(other, other.objective(), other.lowerBound(), other.poses(), claim.proof());
        };
    }

    /** Prices without a tree; trees are bent elsewhere. */
    private static @Nullable Claim ifUnproven(Problem problem, Claim claim, Proof proof) {
        return proves(problem, proof, claim.lowerBound())
                ? null
                : with(claim, claim.objective(), claim.lowerBound(), claim.poses(), proof);
    }

    private static @Nullable Claim swapped(Problem problem, Claim claim, int victim, Random random) {
        ClaimedPose pose = claim.poses().get(victim);
        List<Integer> parts = new ArrayList<>(pose.global().keySet());
        int part = parts.get(random.nextInt(parts.size()));
        int instead = random.nextInt(problem.size());
        if (Objects.equals(pose.global().get(part), instead)) {
            return null;
        }
        Map<Integer, Integer> global = new TreeMap<>(pose.global());
        global.put(part, instead);
        long cost;
        try {
            cost = new Pose(new TreeMap<>(global), new TreeMap<>(pose.local())).cost(problem);
        } catch (RuntimeException forbidden) {
            cost = pose.cost() - 1;
        }
        boolean usedElsewhere = claim.poses().stream()
                .anyMatch(p -> p.global().containsValue(instead)
                        || p.local().values().stream().anyMatch(list -> list.contains(instead)));
        if (!usedElsewhere && problem.part(instead) == part && cost == pose.cost()) {
            return null; // an equally good pose is no false claim
        }
        List<ClaimedPose> poses = new ArrayList<>(claim.poses());
        poses.set(victim, new ClaimedPose(pose.cost(), global, pose.local()));
        return with(claim, claim.objective(), claim.lowerBound(), poses, claim.proof());
    }

    /** The bound of a dual point by the solver's own pricing over everything the format allows, not by the checker. */
    private static boolean proves(Problem problem, Proof proof, long bound) {
        if (proof.lambda1().length != problem.size()) {
            return false;
        }
        Grid grid = Grid.of(problem, proof.scaleBits());
        assertThat(grid.bits()).isEqualTo(proof.scaleBits());
        DualPoint dual = TreeProblems.dual(proof);
        Candidates all = Reduction.none(new Costs(problem, grid));
        return grid.ceilMicro(new Pricer(all).price(dual, 1).bound()) >= bound;
    }

    private static Proof lowered(Proof proof, Random random) {
        long[] lambda1 = proof.lambda1().clone();
        long[] lambda3 = proof.lambda3().clone();
        long[] which = random.nextBoolean() ? lambda1 : lambda3;
        int d = random.nextInt(which.length);
        which[d] = random.nextBoolean() ? 0 : which[d] / 2;
        return new Proof(proof.scaleBits(), lambda1, lambda3);
    }

    private static Claim with(Claim claim, long objective, long lowerBound, List<ClaimedPose> poses, Proof proof) {
        return new Claim(
                claim.problemSha256(),
                claim.claimsOptimal(),
                objective,
                lowerBound,
                claim.requestedGap(),
                poses,
                proof);
    }
}
