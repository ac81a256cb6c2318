package dev.jointly.cli.report;

import dev.jointly.cli.Console;
import dev.jointly.problem.Micro;
import dev.jointly.solve.Ending;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A report for a person: one line for a single solution; for several a line of progress on a terminal, and at the end how
 * many there were. With a log also a line per iteration and per solution.
 */
final class TextReport implements RunReport {
    private final Console console;
    private final Detail detail;
    private final boolean several;
    private final boolean byFile;
    private final ProgressBar progress;
    private final long start;
    private int problems;
    private int proven;
    private double worstGap;
    private double grouping;
    /** On the solution, as long as there is only one. */
    private @Nullable String only;

    /** How much is reported besides errors. */
    enum Detail {
        NOTHING,
        RESULTS,
        ITERATIONS
    }

    /**
     * @param several whether there may be more than one solution
     * @param byFile whether progress is counted in files, not in solutions
     * @param what is counted, such as "images"
     * @param total of them; {@link ProgressBar#UNKNOWN} if that is not known
     */
    TextReport(Console console, Detail detail, boolean several, boolean byFile, String what, int total) {
        this.console = console;
        this.detail = detail;
        this.several = several;
        this.byFile = byFile;
        this.progress = new ProgressBar(console, detail == Detail.RESULTS, what, total);
        start = console.ticker().nanos();
    }

    @Override
    public Consumer<SolveEvent> listener(Consumer<String> lines) {
        Consumer<SolveEvent> gaps = progress.gaps();
        return detail == Detail.ITERATIONS ? new SolveLog(lines).andThen(gaps) : gaps;
    }

    @Override
    public void line(String line) {
        progress.say(line);
    }

    @Override
    public void failed(String file, String message) {
        progress.say(console.paint(Console.Colour.RED, Console.error(message)));
    }

    @Override
    public synchronized void solved(Solution solution, int weak, List<String> wrote) {
        problems++;
        grouping += solution.seconds();
        if (solution.status() == Solution.Status.OPTIMAL) {
            proven++;
        } else {
            worstGap = Math.max(worstGap, solution.gap());
        }
        if (!byFile) {
            progress.step();
        }
        String sentence = sentence(solution, weak, wrote);
        if (detail == Detail.ITERATIONS) {
            progress.say(sentence);
        }
        only = problems == 1 && !several ? sentence : null;
    }

    @Override
    public void fileDone() {
        if (byFile) {
            progress.step();
        }
    }

    @Override
    public synchronized void end(OptionalDouble inference) {
        if (detail == Detail.NOTHING) {
            return;
        }
        if (only != null) {
            if (detail == Detail.RESULTS) {
                progress.say(only);
            }
            inference.ifPresent(seconds -> progress.say(
                    String.format(Locale.ROOT, "inference took %.2f s, grouping %.2f s", seconds, grouping)));
        } else if (problems > 0) {
            progress.say(total(inference));
        }
    }

    private String total(OptionalDouble inference) {
        String open = proven == problems
                ? ""
                : ", " + (problems - proven) + " not proven, worst gap " + PlainWords.percent(worstGap);
        String took = inference.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT, "inference took %.2f s, grouping %.2f s, all ", inference.getAsDouble(), grouping);
        return String.format(
                Locale.ROOT,
                "%s: best grouping proven for %d%s; %s%.2f s",
                PlainWords.count(problems, "problem"),
                proven,
                open,
                took,
                (console.ticker().nanos() - start) / 1e9);
    }

    @Override
    public void close() {
        progress.close();
    }

    /** One line on a solution: first who is there, then how good that is. */
    private String sentence(Solution solution, int weak, List<String> wrote) {
        boolean optimal = solution.status() == Solution.Status.OPTIMAL;
        String quality = PlainWords.quality(optimal, solution.gap());
        String bound = solution.gap() == 0 ? "" : ", lower bound " + Micro.toString(solution.lowerBound());
        boolean searched = !optimal && solution.ending() == Ending.SEARCHED;
        return solution.problemId() + ": " + PlainWords.people(solution.poses().size(), weak, "")
                + (wrote.isEmpty() ? "" : ", wrote " + String.join(", ", wrote)) + "; "
                + console.paint(optimal ? Console.Colour.GREEN : Console.Colour.YELLOW, quality)
                + (solution.check() == Solution.Check.OFF ? " (proof not checked)" : "")
                + "; cost " + Micro.toString(solution.objective()) + bound
                + (searched ? ", more could not be proven " + solution.ending().words() : "")
                + String.format(
                        Locale.ROOT,
                        "; %.2f s, %s",
                        solution.seconds(),
                        solution.method().label());
    }

    /** The solver's events as readable lines: one per iteration, under a header. */
    public static final class SolveLog implements Consumer<SolveEvent> {
        private static final String HEADER = String.format(
                Locale.ROOT,
                "%9s %5s %6s %9s %7s %18s %18s %10s",
                "time",
                "comp",
                "iter",
                "columns",
                "rows",
                "lower bound",
                "objective",
                "gap");

        private final Consumer<String> lines;

        SolveLog(Consumer<String> lines) {
            this.lines = lines;
        }

        @Override
        public void accept(SolveEvent event) {
            if (event instanceof SolveEvent.Started e) {
                lines.accept(String.format(
                        Locale.ROOT,
                        "%s: %s, %d detections of which %d matter, in %s",
                        e.problemId(),
                        e.method().label(),
                        e.detections(),
                        e.kept(),
                        PlainWords.count(e.components(), "independent component")));
                lines.accept(HEADER);
            } else if (event instanceof SolveEvent.Iteration e) {
                lines.accept(String.format(
                        Locale.ROOT,
                        "%8.2fs %5d %6d %9d %7d %18s %18s %10s",
                        e.seconds(),
                        e.component(),
                        e.iteration(),
                        e.columns(),
                        e.rows(),
                        Micro.toString(e.lowerBound()),
                        Micro.toString(e.objective()),
                        PlainWords.percent(Solution.gap(e.objective(), e.lowerBound()))));
            } else if (event instanceof SolveEvent.EngineFailure e) {
                lines.accept("engine trouble: " + e.what());
            }
            // the report has the end
        }
    }
}
