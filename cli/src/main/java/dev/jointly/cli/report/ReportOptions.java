package dev.jointly.cli.report;

import dev.jointly.cli.Console;
import dev.jointly.cli.Inputs;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is told on standard error, for the commands that solve. */
public final class ReportOptions {
    @Spec(Spec.Target.MIXEE)
    @Nullable
    CommandSpec spec;

    @Option(names = "--log", description = "Show one line per iteration and one per solution on standard error.")
    boolean log;

    @Option(
            names = "--json-log",
            description = "Write what happens to standard error as one JSON object per line, for programs.")
    public boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print nothing but errors on standard error (and what --log requests).")
    public boolean quiet;

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
            if ((log || quiet) && spec != null) {
                throw new ParameterException(
                        spec.commandLine(), "--json-log cannot be combined with " + (log ? "--log" : "--quiet"));
            }
            return new JsonReport(console);
        }
        TextReport.Detail detail =
                log ? TextReport.Detail.ITERATIONS : quiet ? TextReport.Detail.NOTHING : TextReport.Detail.RESULTS;
        return words.apply(detail);
    }
}
