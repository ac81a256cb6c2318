package dev.jointly.certify;

import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import java.util.List;

/** What a proof proves by the rules of docs/certificate.md put to every skeleton and local assignment there is. */
public final class WordByWord {
    private final Problem problem;
    private final Enumeration truth;

    /** @param problem a tiny one */
    public WordByWord(Problem problem) {
        this.problem = problem;
        truth = new Enumeration(problem);
    }

    public boolean wellFormed(Proof proof) {
        return new DefinitionalBound(problem, truth, proof).wellFormed();
    }

    /** In micro-units; of a well-formed proof. */
    public long lowerBound(Proof proof) {
        return new DefinitionalBound(problem, truth, proof).lowerBound();
    }

    /** Shares of the leaves of each tree, "in" before "out", and last that of the detections in no tree. */
    public List<List<Long>> shares(Proof proof) {
        return new DefinitionalBound(problem, truth, proof).shares();
    }
}
