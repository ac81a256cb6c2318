package dev.jointly.cli.solve;

import dev.jointly.cli.CannotWriteException;
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
import java.io.IOException;
import java.util.OptionalDouble;

/**
 * Problems from files solved into one place, with a report: what solve, apply and review share.
 *
 * @param selfCheck whether answers are checked before they are published
 */
public record SolveJob(
        Console console, StopSignal signal, SolveFunction solving, Settings settings, Mode margins, boolean selfCheck) {

    /** Opens the place of the solutions. */
    public interface Opening {
        AnswerSink open(String place, Console console);
    }

    /**
     * Solves everything.
     *
     * @param feed the problems of the inputs
     */
    public SolveRun.Outcome run(Inputs inputs, ProblemFeed feed, String place, Opening opening, ReportOptions reports) {
        signal.begin();
        try (AnswerSink sink = opening.open(place, console);
                RunReport report = reports.open(console, inputs, false)) {
            FileTally tally = new FileTally(inputs, report);
            ProblemSolver solver = new ProblemSolver(
                    solving, settings, report, new MarginFinder(margins, solving::session, selfCheck));
            SolveRun.Outcome outcome = new SolveRun(solver, signal, tally).run(feed, sink);
            report.end(OptionalDouble.empty());
            tally.tellIfIncomplete();
            return outcome;
        } catch (IOException e) {
            throw new CannotWriteException(place, e);
        } finally {
            signal.end();
        }
    }
}
