package dev.jointly.solve.branch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.certify.WordByWord;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.proof.Nested;
import dev.jointly.proof.Proof;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.reduce.Components;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What answers leave, against the rules of the certificate: solver and checker must agree on every leaf. */
class RestrictionTest {
    /** Beyond this the rules word by word take too long. */
    private static final int MAX_DETECTIONS = 10;

    @Test
    void leavesExactlyWhatTheRulesLeave() {
        int ruledOut = 0;
        int left = 0;
        for (long seed : Trials.seeds(1, 100, 600)) {
            Problem problem = tiny(seed);
            Candidates all = Reduction.none(new Costs(problem, Grid.of(problem, 20)));
            Random random = new Random(seed);
            List<BranchingDecision> path = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                Rules rules = new Rules(problem, path);
                BruteForce everything = BruteForce.of(problem);
                Candidates candidates = new Restriction(all, new PinConstraints(List.of()), path).candidates(7);
                for (BruteForce.Skeleton g : everything.skeletons()) {
                    int[] members = detections(g.members());
                    boolean allowed = rules.allowSkeleton(all.costs().lead(members), members);
                    assertThat(candidates.allow(new Skeleton(members, g.cost())))
                            .as("%s, %s: skeleton %s", problem.id(), path, Arrays.toString(members))
                            .isEqualTo(allowed);
                    left += allowed ? 1 : 0;
                    ruledOut += allowed ? 0 : 1;
                }
                for (BruteForce.LocalAssignment l : everything.localAssignments()) {
                    int[] locals = detections(l.locals());
                    boolean allowed = rules.allowLocals(l.global(), locals);
                    assertThat(candidates.allow(new LocalAssignment(l.global(), locals, l.cost())))
                            .as("%s, %s: %d hosts %s", problem.id(), path, l.global(), Arrays.toString(locals))
                            .isEqualTo(allowed);
                    left += allowed ? 1 : 0;
                    ruledOut += allowed ? 0 : 1;
                }
                for (int d = 0; d < problem.size(); d++) {
                    assertThat(candidates.penalty(d) > 0)
                            .as("%s, %s: only what is required has a penalty, detection %d", problem.id(), path, d)
                            .isEqualTo(rules.required(d));
                }
                Decision question =
                        question(candidates, new Restriction(all, new PinConstraints(List.of()), path), random, true);
                if (question == null) {
                    break;
                }
                path.add(new BranchingDecision(question, random.nextInt(3) > 0));
            }
        }
        System.out.printf("columns under answers: %d left, %d ruled out%n", left, ruledOut);
        assertThat(left).isGreaterThan(Trials.count(5_000, 50_000));
        assertThat(ruledOut).isGreaterThan(Trials.count(5_000, 50_000));
    }

    /**
     * The bound that the solver's pricing gives a leaf, over reduced candidates and with rewards, is the share that the
     * checker's rules give it over everything there is: for any prices, so for those the solver ends with.
     */
    @Test
    void aLeafIsWorthTheSameToSolverAndChecker() {
        int leaves = 0;
        int negative = 0;
        int several = 0;
        for (long seed : Trials.seeds(1, 200, 1_200)) {
            Problem problem = tiny(seed);
            WordByWord rules = new WordByWord(problem);
            RandomProof random = new RandomProof(problem, seed);
            for (int i = 0; i < 2; i++) {
                Proof proof = random.proof();
                List<List<Long>> shares = rules.shares(proof);
                assertThat(rules.wellFormed(proof)).as(problem.id()).isTrue();
                assertThat(shares)
                        .as("%s: leaf by leaf, and nothing for the rest", problem.id())
                        .isEqualTo(random.bounds);
                long sum = 0;
                for (List<Long> tree : random.bounds) {
                    sum += tree.stream().mapToLong(bound -> bound).min().orElseThrow();
                    leaves += tree.size();
                    negative += (int) tree.stream().filter(bound -> bound < 0).count();
                }
                assertThat(Checker.lowerBound(problem, proof))
                        .as("%s: the checker's bound", problem.id())
                        .isEqualTo(random.costs.grid().ceilMicro(sum));
                several += proof.trees().size() > 1 ? 1 : 0;
            }
        }
        System.out.printf(
                "leaves: %d, %d of them worth less than 0; %d proofs of several trees%n", leaves, negative, several);
        assertThat(leaves).isGreaterThan(Trials.count(600, 5_000));
        assertThat(negative).isGreaterThan(Trials.count(200, 2_000));
        assertThat(several).isGreaterThan(Trials.count(2, 20));
    }

    private static Problem tiny(long seed) {
        int majors = 1 + (int) (seed % 3);
        Problem problem = seed % 4 == 0 ? TinyProblems.gapped(seed, majors) : TinyProblems.random(seed, majors);
        return problem.size() <= MAX_DETECTIONS ? problem : tiny(seed + 100_000);
    }

    private static int[] detections(int mask) {
        return IntStream.range(0, Integer.SIZE)
                .filter(d -> (mask >> d & 1) == 1)
                .toArray();
    }

    /**
     * A question that a node may ask: about what it has left and what is not placed yet.
     *
     * @param anyHost whether a host may be asked about whose own skeleton is not known
     */
    private static @Nullable Decision question(Candidates left, Restriction known, Random random, boolean anyHost) {
        List<Decision> open = new ArrayList<>();
        Costs costs = left.costs();
        for (int n : left.leads()) {
            addOpen(open, Kind.JOIN, n, n, known);
            for (int q = 0; q < costs.parts(); q++) {
                for (int slot : left.joins(n, q)) {
                    addOpen(open, Kind.JOIN, n, costs.ofPart(q)[slot], known);
                }
            }
        }
        for (int m : left.hosts()) {
            if (anyHost || known.placed(m)) {
                for (int d : left.locals(m)) {
                    addOpen(open, Kind.LOCAL, m, d, known);
                }
            }
        }
        return open.isEmpty() ? null : open.get(random.nextInt(open.size()));
    }

    private static void addOpen(List<Decision> open, Kind kind, int holder, int d, Restriction known) {
        if (!known.placed(d)) {
            open.add(new Decision(kind, holder, d));
        }
    }

    /** The rules of docs/certificate.md, section 5, without pins. */
    private record Rules(Problem problem, List<BranchingDecision> path) {
        boolean given(boolean in, Kind kind, int holder, int d) {
            return path.contains(new BranchingDecision(new Decision(kind, holder, d), in));
        }

        boolean claimedBy(int n, int e) {
            return path.stream()
                    .anyMatch(a -> a.in()
                            && a.decision().kind() == Kind.JOIN
                            && a.decision().holder() == n
                            && (a.decision().detection() == e || e == n));
        }

        boolean claimed(int e) {
            return all().anyMatch(n -> claimedBy(n, e));
        }

        boolean isLocal(int e) {
            return all().anyMatch(m -> given(true, Kind.LOCAL, m, e));
        }

        boolean hosts(int m) {
            return all().anyMatch(e -> given(true, Kind.LOCAL, m, e));
        }

        boolean required(int e) {
            return claimed(e) || isLocal(e) || hosts(e);
        }

        IntStream all() {
            return IntStream.range(0, problem.size());
        }

        boolean allowSkeleton(int n, int[] skeleton) {
            for (int e : skeleton) {
                if (given(false, Kind.JOIN, n, e)
                        || all().anyMatch(other -> other != n && claimedBy(other, e))
                        || isLocal(e)
                        || all().anyMatch(d ->
                                d != e && problem.part(d) == problem.part(e) && given(true, Kind.JOIN, n, d))) {
                    return false;
                }
            }
            return true;
        }

        boolean allowLocals(int m, int[] locals) {
            for (int e : locals) {
                if (given(false, Kind.LOCAL, m, e)
                        || claimed(e)
                        || hosts(e)
                        || all().anyMatch(other -> other != m && given(true, Kind.LOCAL, other, e))) {
                    return false;
                }
            }
            return !isLocal(m);
        }
    }

    /** A tree of random questions over each component, with random prices in its leaves, as the solver would have them. */
    private static final class RandomProof {
        final Costs costs;
        private final Random random;
        private final Candidates reduced;
        /** By tree, and 0 for the detections in none: what the solver's pricing makes of each leaf, on the grid. */
        List<List<Long>> bounds = List.of();

        RandomProof(Problem problem, long seed) {
            costs = new Costs(problem, Grid.of(problem, 20));
            reduced = Reduction.of(costs);
            random = new Random(seed);
        }

        Proof proof() {
            List<Proof.Tree> trees = new ArrayList<>();
            bounds = new ArrayList<>();
            for (Candidates component : Components.of(reduced, List.of())) {
                List<Long> leaves = new ArrayList<>();
                int[] members = component.members();
                trees.add(Nested.tree(members, node(component, members, List.of(), leaves)));
                bounds.add(leaves);
            }
            bounds.add(List.of(0L));
            DualPoint start = reduced.start();
            return new Proof(start.scaleBits(), start.lambda1(), start.lambda3(), trees);
        }

        private Nested node(Candidates component, int[] members, List<BranchingDecision> path, List<Long> leaves) {
            Restriction known = new Restriction(component, new PinConstraints(List.of()), path);
            Candidates left = known.candidates(costs.grid().fromMicro(random.nextLong(1, 20_000_000)));
            Decision question = random.nextInt(6) < path.size() ? null : question(left, known, random, false);
            if (question == null) {
                return leaf(left, members, leaves);
            }
            Nested in = node(component, members, and(path, new BranchingDecision(question, true)), leaves);
            return new Nested.Branch(
                    question, in, node(component, members, and(path, new BranchingDecision(question, false)), leaves));
        }

        private static List<BranchingDecision> and(List<BranchingDecision> path, BranchingDecision answer) {
            List<BranchingDecision> longer = new ArrayList<>(path);
            longer.add(answer);
            return longer;
        }

        private Nested.Leaf leaf(Candidates left, int[] members, List<Long> leaves) {
            DualPoint dual = left.start();
            long[] lambda1 = new long[members.length];
            long[] lambda3 = new long[members.length];
            for (int i = 0; i < members.length; i++) {
                int d = members[i];
                dual.lambda1()[d] = price(5_000_000) + left.priceFloor(d);
                if (left.locals(d).length > 0 && random.nextBoolean()) {
                    dual.lambda3()[d] = random.nextLong(1 - left.delta(d));
                }
                lambda1[i] = dual.lambda1()[d];
                lambda3[i] = dual.lambda3()[d];
            }
            leaves.add(new Pricer(left).price(dual, 1).bound());
            return new Nested.Leaf(0, lambda1, lambda3);
        }

        private long price(long most) {
            return random.nextInt(3) == 0 ? 0 : random.nextLong(costs.grid().fromMicro(most));
        }
    }
}
