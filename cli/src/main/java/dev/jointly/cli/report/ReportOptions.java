package dev.jointly.cli.report;

import dev.jointly.cli.Console;
import dev.jointly.cli.Inputs;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.SharedOption;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for what commands that solve report on standard error. */
public final class ReportOptions {

    @Option(
            names = "--log",
            description = "Show one line per iteration and one per solution on standard error, even with --quiet.")
    boolean log;

    @Option(
            names = "--json-log",
            description = "Write what happens to standard error as one JSON object per line, for programs.")
    public boolean json;

    @Mixin
    public SharedOption<Boolean> quiet;

    public ReportOptions() {
        this(SharedOption.quiet());
    }

    /** For a command that has no log. */
    public ReportOptions(SharedOption<Boolean> quiet) {
        this.quiet = quiet;
    }

    /**
     * Opens the report of a run.
     *
     * @param images whether the files are images, and not problems
     */
    public RunReport open(Console console, Inputs inputs, boolean images) {
        return open(console, detail -> new TextReport(console, detail, inputs, images));
    }

    /**
     * Opens the report of a video.
     *
     * @param frames of a single video that are expected; 0 if that is not known
     */
    public RunReport openVideo(Console console, long frames) {
        return open(console, detail -> TextReport.ofVideo(console, detail, frames));
    }

    private RunReport open(Console console, Function<TextReport.Detail, RunReport> words) {
        if (json) {
            Misuse.unless(!log && !quiet.value(), "--json-log cannot be combined with " + (log ? "--log" : "--quiet"));
            return new JsonReport(console);
        }
        TextReport.Detail detail = log
                ? TextReport.Detail.ITERATIONS
                : quiet.value() ? TextReport.Detail.NOTHING : TextReport.Detail.RESULTS;
        return words.apply(detail);
    }
}
