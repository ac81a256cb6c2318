package dev.jointly.solve;

import dev.jointly.proof.Proof;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.term.DualPoint;
import java.util.List;

/** What tests want to know of the trees of a proof. */
final class TreeProblems {
    private TreeProblems() {}

    /** The base prices alone: what the relaxation proves. */
    static Proof without(Proof proof) {
        return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3());
    }

    /** The base prices in the solver's form. */
    static DualPoint dual(Proof proof) {
        return new DualPoint(proof.scaleBits(), proof.lambda1(), proof.lambda3());
    }

    /** A proof with these base prices. */
    static Proof proof(DualPoint dual, List<Proof.Tree> trees) {
        return new Proof(dual.scaleBits(), dual.lambda1(), dual.lambda3(), trees);
    }

    /** Without cuts, and with an integer program over the columns of the root already. */
    static SolveOptions integerProgramFirst() {
        return SolveOptions.defaults().with(SolveOption.CUT_ROUNDS, 0).with(SolveOption.HEURISTIC_NODES, 1);
    }

    /** Leaves of all trees together. */
    static int leaves(Proof proof) {
        return proof.trees().stream()
                .mapToInt(tree -> (tree.nodes().size() + 1) / 2)
                .sum();
    }
}
