package dev.jointly.io;

import dev.jointly.track.LinkSettings;
import dev.jointly.track.TrackCheck;
import dev.jointly.track.TrackMargin;
import dev.jointly.track.TrackProblem;
import dev.jointly.track.TrackQuestion;
import dev.jointly.track.TrackSolution;
import dev.jointly.track.TrackVerdict;
import dev.jointly.track.TrackVerdict.Outcome;
import java.util.List;

/**
 * The tracks of a clip, and all that is needed to check them.
 *
 * @param settings where the costs come from; the check does not use them
 * @param stride frame numbers differ by multiples of it
 * @param frames in order of time
 * @param problem the people of the frames, in their order, and the links
 * @param solution the same tracks as in {@code frames}, with their cost and the dual
 * @param bound what is claimed to be proven
 * @param constrained whether it is claimed under pins or a limit, which a check must be given
 * @param margins how near other tracks are
 */
public record TracksDocument(
        LinkSettings settings,
        int stride,
        List<TrackedFrame> frames,
        TrackProblem problem,
        TrackSolution solution,
        Bound bound,
        boolean constrained,
        List<TrackMargin> margins) {
    /**
     * What is claimed.
     *
     * @param optimal whether nothing is cheaper
     * @param lowerBound in micro-units
     */
    public record Bound(boolean optimal, long lowerBound) {}

    /** Copies the list. */
    public TracksDocument {
        frames = List.copyOf(frames);
        margins = List.copyOf(margins);
    }

    /** The number of a frame of the problem. */
    public int number(int frame) {
        return frames.get(0).number() + frame * stride;
    }

    /** Whether margins are checked under this question: what was made under pins or a limit says nothing of all tracks. */
    public boolean judgesMargins(TrackQuestion question) {
        return !constrained || !question.equals(TrackQuestion.ANY);
    }

    /** Checks it without pins and limit. */
    public TrackVerdict verdict() {
        return verdict(TrackQuestion.ANY);
    }

    /**
     * Checks tracks, dual and margins, and whether they bear out what is claimed. What was made under pins or a limit, and is checked
     * without them, is judged as tracks of the clip only.
     */
    public TrackVerdict verdict(TrackQuestion question) {
        boolean other = !judgesMargins(question);
        TrackVerdict verdict = TrackCheck.check(problem, solution, question, other ? List.of() : margins);
        if (other || verdict.outcome() == Outcome.REJECTED) {
            return verdict;
        }
        if (bound.lowerBound() > verdict.bound()) {
            return rejected("the lower bound is claimed to be " + bound.lowerBound()
                    + " micro-units, but the dual proves " + verdict.bound());
        }
        if (bound.optimal() && verdict.outcome() != Outcome.OPTIMAL) {
            return rejected("the tracks are claimed to be optimal, but "
                    + verdict.reasons().get(0));
        }
        return verdict;
    }

    private static TrackVerdict rejected(String reason) {
        return new TrackVerdict(Outcome.REJECTED, 0, 0, List.of(reason));
    }
}
