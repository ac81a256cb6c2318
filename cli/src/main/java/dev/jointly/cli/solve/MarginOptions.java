package dev.jointly.cli.solve;

import dev.jointly.cli.Choice;
import dev.jointly.cli.Misuse;
import dev.jointly.margin.MarginFinder.Mode;
import java.util.List;
import picocli.CommandLine.Option;

/** Whether solutions get margins, for the commands that make them. */
public final class MarginOptions {

    @Option(
            names = "--margins",
            paramLabel = "MODE",
            converter = Modes.class,
            completionCandidates = Modes.class,
            description =
                    "How much more the best grouping without each joint, or person, costs: one of ${COMPLETION-CANDIDATES}."
                            + " bound: a lower bound, at once; exact: by solving again, within the time limit. Default: off.")
    public Mode mode = Mode.OFF;

    /**
     * Refuses margins that would go nowhere.
     *
     * @param used whether something takes them
     * @param needed what would
     */
    public void check(boolean used, String needed) {
        Misuse.unless(mode == Mode.OFF || used, "--margins " + mode.label() + " needs " + needed);
    }

    /** By name. */
    static final class Modes extends Choice<Mode> {
        Modes() {
            super(() -> List.of(Mode.values()), Mode::label);
        }
    }
}
