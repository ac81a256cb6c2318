package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.proof.Nested;
import dev.jointly.proof.Proof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Lists of nodes that are no tree. */
class TreeFormTest {
    private static final Decision LEADS = new Decision(Kind.JOIN, 0, 0);
    private static final Proof.Leaf END = new Proof.Leaf(0, new long[1], new long[1]);

    /** One neck of -1. */
    private static Problem neck() {
        Anatomy anatomy = new Anatomy("one part", List.of("neck"), List.of(0), List.of());
        return new Problem(
                "one",
                null,
                anatomy,
                0,
                List.of(new Detection(0, null, null, null, -1)),
                new PairCosts.Builder().build(1, true),
                List.of());
    }

    private static Proof.Branch to(int in, int out) {
        return new Proof.Branch(LEADS, in, out);
    }

    private static Verdict check(Proof.Node... nodes) {
        Proof.Tree tree = new Proof.Tree(new int[] {0}, Arrays.asList(nodes));
        Proof proof = new Proof(0, new long[1], new long[1], List.of(tree));
        return Checker.check(neck(), new Claim(ProblemDigest.sha256(neck()), false, 0, -1, 0, List.of(), proof));
    }

    /** Every order in which children come after their parents, and "in" and "out" either way round. */
    @Test
    void orderDoesNotMatter() {
        List<Proof.Node[]> orders = List.of(
                new Proof.Node[] {END},
                new Proof.Node[] {to(1, 2), END, END},
                new Proof.Node[] {to(2, 1), END, END},
                new Proof.Node[] {to(1, 2), to(3, 4), END, END, END},
                new Proof.Node[] {to(1, 4), to(2, 3), END, END, END},
                new Proof.Node[] {to(4, 1), to(3, 2), END, END, END},
                new Proof.Node[] {to(1, 2), END, to(3, 4), END, END});
        for (Proof.Node[] nodes : orders) {
            Verdict verdict = check(nodes);
            assertThat(verdict.reasons()).as(Arrays.toString(nodes)).isEmpty();
            assertThat(verdict.lowerBound()).as(Arrays.toString(nodes)).isEqualTo(-1);
        }
    }

    static Stream<Arguments> malformed() {
        return Stream.of(
                arguments("no nodes", "tree 0 has no nodes", nodes()),
                arguments("a missing child", after(0, "in", 1, 0), nodes(to(1, 2))),
                arguments("one child missing", after(0, "out", 2, 1), nodes(to(1, 2), END)),
                arguments("an index out of range", after(0, "out", 7, 2), nodes(to(1, 7), END, END)),
                arguments("a negative index", after(0, "in", -1, 2), nodes(to(-1, 1), END, END)),
                arguments(
                        "the largest index",
                        after(0, "in", Integer.MAX_VALUE, 2),
                        nodes(to(Integer.MAX_VALUE, 1), END, END)),
                arguments("a node that is its own child", after(0, "in", 0, 2), nodes(to(0, 1), END, END)),
                arguments("a cycle through the root", after(1, "out", 0, 3), nodes(to(1, 2), to(3, 0), END, END)),
                arguments(
                        "a cycle beside the root",
                        "tree 0, node 1 is not the child of a node before it",
                        nodes(END, to(2, 3), to(1, 4), END, END)),
                arguments(
                        "a child before its parent",
                        "tree 0, node 1 is not the child of a node before it",
                        nodes(to(2, 3), END, to(1, 4), END, END)),
                arguments(
                        "a child of both answers",
                        "tree 0, node 0: \"out\" is 1, which is already a child of node 0",
                        nodes(to(1, 1), END)),
                arguments(
                        "a child of two nodes",
                        "tree 0, node 2: \"in\" is 3, which is already a child of node 1",
                        nodes(to(1, 2), to(3, 4), to(3, 5), END, END, END)),
                arguments(
                        "an unreachable leaf",
                        "tree 0, node 3 is not the child of a node before it",
                        nodes(to(1, 2), END, END, END)),
                arguments(
                        "an unreachable tree",
                        "tree 0, node 1 is not the child of a node before it",
                        nodes(END, to(2, 3), END, END)));
    }

    private static String after(int node, String answer, int child, int last) {
        return "tree 0, node " + node + ": \"" + answer + "\" is " + child
                + " but must be a node after this one, of which the last is " + last;
    }

    private static Proof.Node[] nodes(Proof.Node... nodes) {
        return nodes;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void isRejectedByPlace(String what, String reason, Proof.Node[] nodes) {
        Verdict verdict = check(nodes);
        assertThat(verdict.kind()).as(what).isEqualTo(Verdict.Kind.REJECTED);
        assertThat(verdict.reasons()).as(what).containsExactly("certificate: " + reason);
    }

    /** Whatever the list, the answer is a verdict, and only trees are accepted: those that can be followed to their ends. */
    @Test
    void randomListsAreAcceptedOnlyIfTheyAreTrees() {
        int trees = 0;
        for (int seed = 0; seed < Trials.count(20_000, 20_000); seed++) {
            Random random = new Random(seed);
            List<Proof.Node> nodes = new ArrayList<>(Collections.nCopies(1 + random.nextInt(5), END));
            for (int i = 0; i < nodes.size(); i++) {
                if (random.nextInt(3) == 0) {
                    nodes.set(i, to(random.nextInt(nodes.size() + 1), 1 + random.nextInt(nodes.size())));
                }
            }
            boolean tree = ordered(nodes) && eachMetOnce(nodes);
            trees += tree ? 1 : 0;
            assertThat(check(nodes.toArray(Proof.Node[]::new)).accepted())
                    .as("seed %d: %s", seed, nodes)
                    .isEqualTo(tree);
        }
        assertThat(trees).isGreaterThan(Trials.enough(2_000, 2_000));
    }

    private static boolean ordered(List<Proof.Node> nodes) {
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i) instanceof Proof.Branch b && (b.in() <= i || b.out() <= i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean eachMetOnce(List<Proof.Node> nodes) {
        List<Integer> met = new ArrayList<>();
        follow(nodes, 0, met);
        Collections.sort(met);
        return met.equals(IntStream.range(0, nodes.size()).boxed().toList());
    }

    /** Notes all nodes that are met on the ways from here, also twice, and also where there is none. */
    private static void follow(List<Proof.Node> nodes, int at, List<Integer> met) {
        met.add(at);
        if (at < nodes.size() && nodes.get(at) instanceof Proof.Branch b) {
            follow(nodes, b.in(), met);
            follow(nodes, b.out(), met);
        }
    }

    /** What {@link Nested} makes of a tree and back is that tree, in whatever order. */
    @Test
    void nestedTreesAndListsSayTheSame() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Nested root = Nested.Leaf.of(1);
            for (int i = 0; i < seed; i++) {
                Nested leaf = Nested.Leaf.of(i + 2);
                root = random.nextBoolean()
                        ? new Nested.Branch(LEADS, root, leaf)
                        : new Nested.Branch(LEADS, leaf, root);
            }
            Nested again = Nested.of(Nested.tree(new int[] {0}, root, random));
            assertThat(again).as("seed %d", seed).usingRecursiveComparison().isEqualTo(root);
        }
    }
}
