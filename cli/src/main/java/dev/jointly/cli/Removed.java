package dev.jointly.cli;

import java.util.Map;
import java.util.Optional;

/** Options that earlier versions had, and what the program reports if one is still given. */
final class Removed {
    private static final String ALTERNATIVES =
            " was removed: the best grouping of each frame is used; leave --alternatives and its options out";

    /** By command and option. */
    private static final Map<String, String> SENTENCES = Map.of(
            "track --alternatives", ALTERNATIVES,
            "track --doubt", ALTERNATIVES,
            "track --grouping-weight", ALTERNATIVES,
            "track --frame-limit", ALTERNATIVES,
            "track --time-limit", ALTERNATIVES,
            "track --regrouped", ALTERNATIVES,
            "batch --compact",
                    " was removed: one line of Spark or DuckDB writes the tables as large files (docs/spark.md, Large files); leave it out",
            "fit --loss", " was removed: the logistic loss, which was its default, is the only one; leave it out");

    private Removed() {}

    /** @param word as it was given, such as {@code --loss} or {@code --loss=x} */
    static Optional<String> sentence(String command, String word) {
        String option = word.split("=", 2)[0];
        return Optional.ofNullable(SENTENCES.get(command + " " + option)).map(text -> option + text);
    }
}
