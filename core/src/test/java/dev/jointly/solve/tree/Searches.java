package dev.jointly.solve.tree;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.ColumnPool;
import java.time.Duration;
import java.util.List;

/** Components on their own, without pins and with nobody who listens. */
final class Searches {
    private Searches() {}

    private static final SearchListener NOBODY = new SearchListener() {
        @Override
        public void iteration(int component, int iteration, int columns, int rows, GlobalBounds bounds) {}

        @Override
        public void priced() {}

        @Override
        public void warn(String what) {}
    };

    static Component begin(Candidates candidates, LpEngine engine, SolveOptions options, long slack) {
        Component.Context context = new Component.Context(
                options,
                0,
                engine,
                Deadline.after(Duration.ofMinutes(5)),
                GlobalBounds.of(candidates.costs().grid(), 0),
                NOBODY);
        return Component.begin(
                context,
                1,
                candidates,
                new PinConstraints(List.of()),
                slack,
                new Component.Known(null, new ColumnPool(), null));
    }
}
