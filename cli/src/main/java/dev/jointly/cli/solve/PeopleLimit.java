package dev.jointly.cli.solve;

import dev.jointly.problem.Problem;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The most people of an image, for the commands that make problems, solve them or check solutions. */
public final class PeopleLimit {
    @Spec(Spec.Target.MIXEE)
    @Nullable
    CommandSpec spec;

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
        if (people < least || people > Problem.MAX_DETECTIONS) {
            String text = "--max-people is " + people + " but must be from " + least + " to " + Problem.MAX_DETECTIONS;
            throw spec == null ? new IllegalArgumentException(text) : new ParameterException(spec.commandLine(), text);
        }
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
