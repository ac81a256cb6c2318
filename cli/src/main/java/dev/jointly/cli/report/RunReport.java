package dev.jointly.cli.report;

import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** What a run tells on standard error while it works: a person in words, or a program in JSON. Thread-safe. */
public interface RunReport extends FileTally.Listener, AutoCloseable {
    /**
     * Takes the events of one problem and turns those that are wanted into lines.
     *
     * @param lines takes each; the lines of problems solved side by side must not mix
     */
    Consumer<SolveEvent> listener(Consumer<String> lines);

    /**
     * A problem has its solution.
     *
     * @param weak how many of its people are weak
     * @param wrote files that were written for it besides the solution
     */
    void solved(Solution solution, int weak, List<String> wrote);

    /** A file is over, whatever became of it. */
    void fileDone();

    /**
     * The run is over.
     *
     * @param inference seconds that the network took, where there is one
     */
    void end(OptionalDouble inference);

    @Override
    void close();
}
