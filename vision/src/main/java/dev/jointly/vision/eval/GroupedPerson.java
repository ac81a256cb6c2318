package dev.jointly.vision.eval;

import dev.jointly.evidence.Evidence;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Problem;
import java.util.Arrays;

/**
 * Candidates that a method grouped into one person.
 *
 * @param candidate of each part of the evidence, or {@link #NONE}
 * @param score by which people are ranked, the highest first
 */
public record GroupedPerson(int[] candidate, double score) {
    /** No candidate. */
    public static final int NONE = -1;

    /** A pose, ranked by its strength; the problem's detections are the evidence's candidates. */
    public static GroupedPerson of(Pose pose, Problem problem, Evidence evidence) {
        int[] candidate = new int[evidence.parts().size()];
        Arrays.fill(candidate, NONE);
        for (int d : pose.global().values()) {
            candidate[evidence.candidates().get(d).part()] = d;
        }
        return new GroupedPerson(candidate, Strength.of(problem, pose.global().values()));
    }

    /** How many joints it has. */
    public int joints() {
        return (int) Arrays.stream(candidate).filter(d -> d != NONE).count();
    }
}
