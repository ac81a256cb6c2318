package dev.jointly.solve;

import dev.jointly.proof.Proof;

/** What tests want to know of the trees of a proof. */
final class TreeProblems {
    private TreeProblems() {}

    /** The base prices alone: what the relaxation proves. */
    static Proof without(Proof proof) {
        return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda2(), proof.lambda3());
    }

    /** Leaves of all trees together. */
    static int leaves(Proof proof) {
        return proof.trees().stream().mapToInt(tree -> leaves(tree.root())).sum();
    }

    private static int leaves(Proof.Node node) {
        return node instanceof Proof.Branch branch ? leaves(branch.in()) + leaves(branch.out()) : 1;
    }
}
