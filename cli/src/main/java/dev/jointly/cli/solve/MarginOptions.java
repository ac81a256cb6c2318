package dev.jointly.cli.solve;

import dev.jointly.cli.Choice;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.SharedOption;
import dev.jointly.margin.MarginFinder.Mode;
import java.util.List;
import picocli.CommandLine.Mixin;

/** Whether solutions get margins, for the commands that make them. */
public final class MarginOptions {
    @Mixin
    SharedOption<Mode> mode = SharedOption.choice(
            "--margins",
            "MODE",
            new Choice<>(() -> List.of(Mode.values()), Mode::label),
            Mode.OFF,
            "How much more the best grouping without each joint, or person, costs: one of ${COMPLETION-CANDIDATES}."
                    + " bound: a lower bound, at once; exact: by solving again, within the time limit. Default: off.");

    /** How much is to be found. */
    public Mode mode() {
        return mode.value();
    }

    /**
     * Refuses margins that would go nowhere.
     *
     * @param used whether something takes them
     * @param needed what would
     */
    public void check(boolean used, String needed) {
        Misuse.unless(mode() == Mode.OFF || used, "--margins " + mode().label() + " needs " + needed);
    }
}
