package dev.jointly.cli.solve;

import dev.jointly.cli.Misuse;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.problem.PersonScore;
import dev.jointly.problem.Problem;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Below which score people are weak, for the commands that show them. */
public final class LeastScore {
    private @Nullable Double least;

    @Option(
            names = "--min-score",
            paramLabel = "S",
            description =
                    "People of a lower score, from 0 to 1, are weak: drawings show them faint, formats of other tools leave"
                            + " them out. 0 shows all. Default: as calibrated for the network, else 0.")
    void least(double score) {
        Misuse.unless(score >= 0 && score <= 1, "--min-score is " + score + " but must be from 0 to 1");
        least = score;
    }

    /** The problem with this threshold instead of its own. */
    public Problem of(Problem problem) {
        PersonScore score = problem.personScore();
        if (least == null || (least == 0 && score == null)) {
            return problem;
        }
        if (score == null) {
            throw new BadInputException("--min-score: the people of problem " + Excerpt.quoted(problem.id())
                    + " have no score; only networks with a calibration have one");
        }
        return problem.withPersonScore(score.withWeakBelow(least));
    }
}
