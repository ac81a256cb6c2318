package dev.jointly.cli.solve;

import dev.jointly.cli.Exit;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.SharedOption;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemReader;
import dev.jointly.io.SolutionWriter;
import dev.jointly.margin.BestGroupings;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Ending;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Solution;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jointly best}. */
@Command(
        name = "best",
        description = "Finds the best groupings of a problem in order: the best one, the second best, and so on.",
        footer = {
            "",
            "Gives NDJSON of solutions. Each has the certificate of the best one, so that objective - lowerBound is how much"
                    + " more it costs. Groupings differ in who has which detections.",
            "Exit code 1: fewer were proven to be next.",
            "Example: jointly best street.problem.json --count 5 -o best.ndjson"
        })
public final class BestCommand extends JointlyCommand implements Callable<Integer> {
    private static final int MAX = 10_000;

    @Parameters(paramLabel = "PROBLEM", description = "Problem file, plain or .gz; - is standard input.")
    String problemFile = "";

    @Option(names = "--count", paramLabel = "K", description = "How many. Default: 2.")
    int count = 2;

    @Mixin
    SolverOptions solver = new SolverOptions();

    @Mixin
    Outputs outputs = new Outputs("FILE", "Output file. Default: standard output.");

    @Mixin
    SharedOption<Boolean> quiet = SharedOption.quiet();

    @Override
    public Integer call() {
        Misuse.unless(count >= 1 && count <= MAX, "--count is " + count + " but must be from 1 to " + MAX);
        Problem problem = problem();
        signal().begin();
        try {
            int[] code = {Exit.DONE};
            outputs.write(outputs.place(), console(), out -> code[0] = write(problem, out));
            return code[0];
        } catch (PinsException e) {
            console().say("jointly: " + e.getMessage());
            return Exit.NO;
        } finally {
            signal().end();
        }
    }

    private int write(Problem problem, OutputStream out) throws IOException {
        long start = System.nanoTime();
        Duration limit = solver.timeLimit.value();
        BooleanSupplier over = () -> signal().stopped() || System.nanoTime() - start >= limit.toNanos();
        Session session = solving().session(problem, solver.settings(1));
        BestGroupings groupings = new BestGroupings(session, over);
        Optional<Solution> first = groupings.next();
        Optional<Solution> next = first;
        int found = 0;
        while (next.isPresent()) {
            Solution best = first.orElseThrow();
            Solution grouping = BestGroupings.withBoundOf(best, problem, next.get());
            SolutionWriter.write(grouping, problem, Layout.LINE, out);
            found++;
            if (!quiet.value()) {
                console()
                        .say(problem.id() + ": no. " + found + ", "
                                + PlainWords.people(grouping.poses().size())
                                + ", cost " + Micro.toString(grouping.objective()) + ", "
                                + Micro.toString(grouping.objective() - best.objective())
                                + " above the best");
            }
            next = found < count ? groupings.next() : Optional.empty();
        }

        if (found < count) {
            Ending ending = groupings.ending();
            boolean all = ending == Ending.PROVEN;
            console()
                    .say("jointly: found " + found + " of " + count + " groupings"
                            + (all
                                    ? ", there are no more"
                                    : "; which one is next could not be proven " + ending.words()));
            return all ? Exit.DONE : Exit.NO;
        }
        return Exit.DONE;
    }

    private Problem problem() {
        try (ProblemReader reader = ProblemReader.open(problemFile, console().in())) {
            Problem problem = reader.next();
            if (reader.hasNext()) {
                throw new BadInputException(problemFile + ": found a second problem but expected one only");
            }
            return problem;
        }
    }
}
