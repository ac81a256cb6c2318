package dev.jointly.cli.solve;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Whether solutions get margins, for the commands that make them. */
public final class MarginOptions {
    @Spec(Spec.Target.MIXEE)
    @Nullable
    CommandSpec spec;

    @Option(
            names = "--margins",
            paramLabel = "MODE",
            converter = MarginMode.Modes.class,
            completionCandidates = MarginMode.Modes.class,
            description = "How much dearer a grouping without each joint, and without each person, is: one of"
                    + " ${COMPLETION-CANDIDATES}. bound: at least so much, at once; exact: by solving again, within the time"
                    + " limit. Default: off.")
    public MarginMode mode = MarginMode.OFF;

    /**
     * Refuses margins that would go nowhere.
     *
     * @param used whether something takes them
     * @param needed what would
     */
    public void check(boolean used, String needed) {
        if (mode != MarginMode.OFF && !used) {
            String text = "--margins " + mode.label() + " needs " + needed;
            throw spec == null ? new IllegalArgumentException(text) : new ParameterException(spec.commandLine(), text);
        }
    }
}
