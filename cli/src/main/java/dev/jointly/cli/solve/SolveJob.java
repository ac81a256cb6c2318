package dev.jointly.cli.solve;

import dev.jointly.cli.Console;
import dev.jointly.cli.Inputs;
import dev.jointly.cli.SolveFunction;
import dev.jointly.cli.StopSignal;
import dev.jointly.cli.report.FileTally;
import dev.jointly.cli.report.ReportOptions;
import dev.jointly.cli.report.RunReport;
import dev.jointly.margin.MarginFinder;
import dev.jointly.margin.MarginFinder.Mode;
import dev.jointly.solve.Settings;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * Problems from files solved into one place, with a report: what solve, apply, review and pose share.
 *
 * @param selfCheck whether answers are checked before they are published
 */
public record SolveJob(
        Console console, StopSignal signal, SolveFunction solving, Settings settings, Mode margins, boolean selfCheck) {

    /**
     * How a run went.
     *
     * @param answered whether every problem has poses
     * @param proven whether all of them are proven optimal
     */
    public record Outcome(boolean answered, boolean proven) {}

    /**
     * Solves everything.
     *
     * @param feed the problems of the inputs
     * @param place opens the place of the solutions
     */
    public Outcome run(Inputs inputs, ProblemFeed feed, Supplier<AnswerSink> place, ReportOptions reports) {
        signal.begin();
        try (AnswerSink sink = place.get();
                RunReport report = reports.open(console, inputs, false)) {
            return run(inputs, feed, sink, report, OptionalDouble::empty);
        } finally {
            signal.end();
        }
    }

    /**
     * Solves everything into an open place, and reports the end.
     *
     * @param inference seconds that a network took, where there is one
     */
    public Outcome run(
            Inputs inputs, ProblemFeed feed, AnswerSink sink, RunReport report, Supplier<OptionalDouble> inference) {
        FileTally tally = new FileTally(inputs, report);
        Outcome outcome = new SolveRun(this, feed, sink, report, tally).run();
        report.end(inference.get());
        tally.tellIfIncomplete();
        return outcome;
    }

    MarginFinder marginFinder() {
        return new MarginFinder(margins, solving::session, selfCheck);
    }
}
