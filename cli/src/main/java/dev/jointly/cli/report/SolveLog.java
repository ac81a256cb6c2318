package dev.jointly.cli.report;

import dev.jointly.problem.Micro;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.util.Locale;
import java.util.function.Consumer;

/** The solver's events as readable lines: one per iteration, under a header. */
public final class SolveLog implements Consumer<SolveEvent> {
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
                    "%s: %s, %d detections of which %d matter, in %d independent %s",
                    e.problemId(),
                    e.method().label(),
                    e.detections(),
                    e.kept(),
                    e.components(),
                    e.components() == 1 ? "component" : "components"));
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
                    percent(Solution.gap(e.objective(), e.lowerBound()))));
        } else if (event instanceof SolveEvent.EngineTrouble e) {
            lines.accept("engine trouble: " + e.what());
        }
        // the end is told by the report
    }

    /** A gap for people; where nothing is known yet it is huge and says so. */
    public static String percent(double gap) {
        if (gap == 0) {
            return "0 %";
        }
        return gap > 100 ? "> 10000 %" : String.format(Locale.ROOT, "%.4f %%", 100 * gap);
    }
}
