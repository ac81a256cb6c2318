package dev.jointly.cli.solve;

import dev.jointly.cli.Misuse;
import dev.jointly.problem.Problem;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** The most people of an image, for the commands that make problems, solve them or check solutions. */
public final class PeopleLimit {
    private final int least;
    private OptionalInt most = OptionalInt.empty();

    /** From one person on. */
    public PeopleLimit() {
        this(1);
    }

    /** @param least the smallest limit */
    public PeopleLimit(int least) {
        this.least = least;
    }

    @Option(
            names = "--max-people",
            paramLabel = "N",
            description =
                    "The best grouping with at most N people in an image. Default: the problem's own limit (maxPoses), if"
                            + " any.")
    void most(int people) {
        Misuse.unless(
                people >= least && people <= Problem.MAX_DETECTIONS,
                "--max-people is " + people + " but must be from " + least + " to " + Problem.MAX_DETECTIONS);
        most = OptionalInt.of(people);
    }

    /** The same for a number from elsewhere, where the command line has none. */
    public void orElse(OptionalInt people) {
        most = most.isPresent() ? most : people;
    }

    /** The problem with this limit, or with its own if that is lower. */
    public Problem of(Problem problem) {
        return most.isPresent() ? problem.withAtMost(most.getAsInt()) : problem;
    }
}
