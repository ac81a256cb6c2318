package dev.jointly.cli.report;

import dev.jointly.cli.Console;
import dev.jointly.cli.Inputs;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.SharedOption;
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
     * @param images whether the files are images; otherwise each may have any number of problems
     */
    public RunReport open(Console console, Inputs inputs, boolean images) {
        int files = inputs.files().size();
        return images || files > 1
                ? open(console, inputs.many(), true, images ? "images" : "files", files)
                : open(console, inputs.many(), false, "problems", ProgressBar.UNKNOWN);
    }

    /**
     * Opens the report of a video.
     *
     * @param frames of a single video that are expected; 0 if that is not known
     */
    public RunReport openVideo(Console console, long frames) {
        int total = frames == 0 || frames > Integer.MAX_VALUE ? ProgressBar.UNKNOWN : (int) frames;
        return open(console, true, false, "frames", total);
    }

    private RunReport open(Console console, boolean several, boolean byFile, String what, int total) {
        if (json) {
            Misuse.unless(!log && !quiet.value(), "--json-log cannot be combined with " + (log ? "--log" : "--quiet"));
            return new JsonReport(console);
        }
        TextReport.Detail detail = log
                ? TextReport.Detail.ITERATIONS
                : quiet.value() ? TextReport.Detail.NOTHING : TextReport.Detail.RESULTS;
        return new TextReport(console, detail, several, byFile, what, total);
    }
}
