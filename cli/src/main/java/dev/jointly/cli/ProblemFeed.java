package dev.jointly.cli;

import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Problem;
import java.io.InputStream;
import java.util.List;

/** Where problems come from, one after another. */
interface ProblemFeed {
    /** Hands over the problems in their order, until there are no more or enough. */
    void pour(Taker taker) throws InterruptedException;

    /** Where they go. */
    interface Taker {
        /** Whether no further problem is wanted. */
        boolean enough();

        /** Takes a problem, as soon as there is space for it; {@code alone} if it is the only one. */
        void take(Problem problem, boolean alone) throws InterruptedException;
    }

    /** A share of the problems of files, each of one or of many. */
    record Files(List<String> names, InputStream standardInput, Shard shard) implements ProblemFeed {
        @Override
        public void pour(Taker taker) throws InterruptedException {
            boolean mayBeAlone = names.size() == 1 && shard.equals(Shard.WHOLE);
            long position = 0;
            for (String name : names) {
                try (ProblemReader problems = ProblemReader.open(name, standardInput)) {
                    while (problems.hasNext() && !taker.enough()) {
                        if (!shard.deals(position++)) {
                            problems.skip();
                            continue;
                        }
                        Problem problem = problems.next();
                        boolean alone = mayBeAlone && !problems.hasNext();
                        mayBeAlone = false;
                        taker.take(problem, alone);
                    }
                }
            }
        }
    }
}
