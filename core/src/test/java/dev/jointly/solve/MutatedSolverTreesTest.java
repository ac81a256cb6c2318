package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Verdict;
import dev.jointly.certify.WordByWord;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.proof.Nested;
import dev.jointly.proof.Nested.Branch;
import dev.jointly.proof.Nested.Leaf;
import dev.jointly.proof.Proof;
import dev.jointly.proof.Proof.Tree;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Trees of the solver, bent: what they prove then is worked out without the checker, which must say the same. */
class MutatedSolverTreesTest {
    private final Solver solver = new Solver(new HighsEngine());
    private final Map<Mutation, Integer> untrue = new EnumMap<>(Mutation.class);
    private final Map<Mutation, Integer> stillTrue = new EnumMap<>(Mutation.class);

    private enum Mutation {
        LEAF_DROPPED,
        BRANCH_DROPPED,
        ANSWERS_SWAPPED,
        OTHER_QUESTION,
        PRICE_LOWERED,
        PRICE_RAISED,
        SHIFT_CHANGED,
        TREE_TAKEN_AWAY,
        TREE_MOVED,
        BOUND_RAISED
    }

    /** What a proof proves, in micro-units: too little to be of interest where it is none; nothing where nobody can tell. */
    private interface Truth {
        OptionalLong proven(Proof proof);
    }

    /** By the rules word by word. */
    @Test
    void bentTreesOfTinyProblems() {
        for (long seed : Trials.seeds(1, 15, 75)) {
            Problem problem = TinyProblems.gapped(seed, 1 + (int) (seed % 3));
            WordByWord rules = new WordByWord(problem);
            bend(
                    problem,
                    seed,
                    2,
                    proof -> OptionalLong.of(rules.wellFormed(proof) ? rules.lowerBound(proof) : Long.MIN_VALUE));
        }
        report("tiny problems");
        assertThat(untrue.values().stream().mapToInt(n -> n).sum()).isGreaterThan(Trials.count(100, 700));
    }

    /** By the solver's pricing over everything. */
    @Tag("slow")
    @Test
    void bentTreesOfScenes() {
        for (long seed : new long[] {2, 4, 9, 12}) {
            scene(Generator.generate("dense-" + seed, 4, Crowding.DENSE, seed), seed);
        }
        for (long seed : new long[] {1, 2, 3, 4, 5, 8, 12}) {
            scene(Generator.generate("adversarial-" + seed, 4, Crowding.ADVERSARIAL, seed), seed);
        }
        for (long seed : new long[] {2, 12}) {
            scene(Generator.generate("crowded-" + seed, 4, Crowding.CROWDED, seed), seed);
        }
        report("scenes");
        assertThat(untrue.values().stream().mapToInt(n -> n).sum()).isGreaterThan(200);
    }

    private void scene(Problem problem, long seed) {
        bend(
                problem,
                seed,
                4,
                proof -> UnreducedBound.signsHold(problem, proof)
                        ? UnreducedBound.of(problem, proof)
                        : OptionalLong.of(Long.MIN_VALUE));
    }

    private void report(String what) {
        System.out.printf("bent trees of %s: untrue %s, still true %s%n", what, untrue, stillTrue);
        assertThat(untrue.keySet()).as("kinds that made a claim untrue").containsExactlyInAnyOrder(Mutation.values());
    }

    private void bend(Problem problem, long seed, int times, Truth truth) {
        Method method = seed % 2 == 0 ? Method.BCG : Method.PCG;
        // trees that branch; CutBoundTest is about cuts
        SolveOptions uncut = SolveOptions.defaults().with(SolveOption.CUT_ROUNDS, 0);
        Settings settings = Settings.defaults().withMethod(method).withOptions(uncut);
        Claim claim = Claims.of(problem, solver.solve(problem, settings));
        assertThat(claim.proof().trees()).as(problem.id()).isNotEmpty();
        assertThat(Checker.check(problem, claim).kind()).as(problem.id()).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
        assertThat(truth.proven(claim.proof())).as("%s untouched", problem.id()).hasValue(claim.objective());
        Random random = new Random(seed);
        for (Mutation mutation : Mutation.values()) {
            for (int i = 0; i < times; i++) {
                long bound = claim.lowerBound() + (mutation == Mutation.BOUND_RAISED ? random.nextLong(1, 1_000) : 0);
                Proof bent = bent(problem, claim.proof(), mutation, random);
                OptionalLong proven = truth.proven(bent);
                if (proven.isEmpty()) {
                    continue;
                }
                // the objective is the optimum, so whatever was bent, no more can be proven
                assertThat(proven.getAsLong()).as(problem.id()).isLessThanOrEqualTo(claim.objective());
                boolean holds = proven.getAsLong() >= bound;
                assertThat(Checker.check(problem, with(claim, bound, bent)).accepted())
                        .as("%s by %s, %s, try %d", problem.id(), method, mutation, i)
                        .isEqualTo(holds);
                (holds ? stillTrue : untrue).merge(mutation, 1, Integer::sum);
            }
        }
    }

    private static Claim with(Claim claim, long bound, Proof proof) {
        return new Claim(
                claim.problemSha256(),
                claim.claimsOptimal(),
                claim.objective(),
                bound,
                claim.requestedGap(),
                claim.poses(),
                proof);
    }

    private static Proof bent(Problem problem, Proof proof, Mutation mutation, Random random) {
        int j = random.nextInt(proof.trees().size());
        Tree tree = proof.trees().get(j);
        List<Tree> trees = new ArrayList<>(proof.trees());
        switch (mutation) {
            case BOUND_RAISED -> {}
            case TREE_TAKEN_AWAY -> trees.remove(j);
            case TREE_MOVED -> trees.set(j, moved(problem, proof, tree, random));
            default -> trees.set(j, Nested.tree(tree.detections(), bent(problem, tree, mutation, random), random));
        }
        return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3(), trees);
    }

    private static Nested bent(Problem problem, Tree tree, Mutation mutation, Random random) {
        Nested root = Nested.of(tree);
        List<Branch> branches = new ArrayList<>();
        List<Leaf> leaves = new ArrayList<>();
        collect(root, branches, leaves);
        Leaf leaf = leaves.get(random.nextInt(leaves.size()));
        Branch branch = branches.get(random.nextInt(branches.size()));
        boolean side = random.nextBoolean();
        return switch (mutation) {
            case LEAF_DROPPED -> {
                List<Branch> last = branches.stream()
                        .filter(b -> b.in() instanceof Leaf || b.out() instanceof Leaf)
                        .toList();
                Branch parent = last.get(random.nextInt(last.size()));
                boolean dropIn = parent.in() instanceof Leaf && (side || !(parent.out() instanceof Leaf));
                yield replaced(root, parent, dropIn ? parent.out() : parent.in());
            }
            case BRANCH_DROPPED -> replaced(root, branch, side ? branch.in() : branch.out());
            case ANSWERS_SWAPPED -> replaced(root, branch, new Branch(branch.decision(), branch.out(), branch.in()));
            case OTHER_QUESTION ->
                replaced(
                        root,
                        branch,
                        new Branch(otherQuestion(problem, tree, branch.decision(), random), branch.in(), branch.out()));
            default -> replaced(root, leaf, bent(leaf, mutation, random));
        };
    }

    private static void collect(Nested node, List<Branch> branches, List<Leaf> leaves) {
        if (node instanceof Branch branch) {
            branches.add(branch);
            collect(branch.in(), branches, leaves);
            collect(branch.out(), branches, leaves);
        } else if (node instanceof Leaf leaf) {
            leaves.add(leaf);
        }
    }

    /** The same tree with one node, known by identity, in place of another. */
    private static Nested replaced(Nested root, Nested old, Nested instead) {
        if (root == old) {
            return instead;
        }
        return root instanceof Branch b
                ? new Branch(b.decision(), replaced(b.in(), old, instead), replaced(b.out(), old, instead))
                : root;
    }

    private static Nested edit(Nested node, UnaryOperator<Nested> change) {
        return change.apply(
                node instanceof Branch b
                        ? new Branch(b.decision(), edit(b.in(), change), edit(b.out(), change))
                        : node);
    }

    private static Decision otherQuestion(Problem problem, Tree tree, Decision decision, Random random) {
        List<Decision> others = new ArrayList<>();
        for (int holder : tree.detections()) {
            for (int d : tree.detections()) {
                if (problem.anatomy().isMajor(problem.part(holder))) {
                    others.add(new Decision(Kind.JOIN, holder, d));
                }
                if (holder != d && problem.part(holder) == problem.part(d)) {
                    others.add(new Decision(Kind.LOCAL, holder, d));
                }
            }
        }
        others.remove(decision);
        return others.get(random.nextInt(others.size()));
    }

    private static Leaf bent(Leaf leaf, Mutation mutation, Random random) {
        long[] lambda1 = leaf.lambda1().clone();
        long[] lambda3 = leaf.lambda3().clone();
        int shift = leaf.shift();
        long[] row = random.nextBoolean() ? lambda1 : lambda3;
        int at = random.nextInt(row.length);
        long little = random.nextLong(1, 1_000_000);
        switch (mutation) {
            case PRICE_LOWERED -> row[at] -= random.nextBoolean() ? little : row[at];
            case PRICE_RAISED -> row[at] += little;
            default -> shift = shift == 0 ? 1 : shift + (random.nextBoolean() ? 1 : -1);
        }
        return new Leaf(shift, lambda1, lambda3);
    }

    /** Two detections of one part change places in all the tree says; one of them may be in no tree. */
    private static Tree moved(Problem problem, Proof proof, Tree tree, Random random) {
        List<int[]> pairs = new ArrayList<>();
        for (int a : tree.detections()) {
            for (int b = 0; b < problem.size(); b++) {
                int other = b;
                boolean free = proof.trees().stream()
                        .allMatch(t -> t.equals(tree) || Arrays.binarySearch(t.detections(), other) < 0);
                if (a != b && free && problem.part(a) == problem.part(b)) {
                    pairs.add(new int[] {a, b});
                }
            }
        }
        if (pairs.isEmpty()) {
            return tree;
        }
        int[] pair = pairs.get(random.nextInt(pairs.size()));
        int[] renamed =
                Arrays.stream(tree.detections()).map(d -> other(d, pair)).toArray();
        int[] sorted = renamed.clone();
        Arrays.sort(sorted);
        return Nested.tree(sorted, edit(Nested.of(tree), node -> {
            if (node instanceof Branch b) {
                Decision old = b.decision();
                Decision decision = new Decision(old.kind(), other(old.holder(), pair), other(old.detection(), pair));
                return new Branch(decision, b.in(), b.out());
            }
            Leaf leaf = (Leaf) node;
            return new Leaf(
                    leaf.shift(),
                    reordered(leaf.lambda1(), renamed, sorted),
                    reordered(leaf.lambda3(), renamed, sorted));
        }));
    }

    private static int other(int d, int[] pair) {
        if (d == pair[0]) {
            return pair[1];
        }
        return d == pair[1] ? pair[0] : d;
    }

    private static long[] reordered(long[] prices, int[] from, int[] to) {
        long[] some = new long[prices.length];
        for (int i = 0; i < from.length; i++) {
            some[Arrays.binarySearch(to, from[i])] = prices[i];
        }
        return some;
    }
}
