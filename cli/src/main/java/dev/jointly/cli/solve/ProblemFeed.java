package dev.jointly.cli.solve;

import dev.jointly.cli.Inputs;
import dev.jointly.io.BadInputException;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Problem;
import java.io.InputStream;
import java.util.function.UnaryOperator;

/** Where problems come from, one after another. */
public interface ProblemFeed {
    /** Hands over the problems in their order, until there are no more or enough. */
    void pour(Taker taker) throws InterruptedException;

    /** Whether a single file may have many problems, none of which is a reason to leave out the others. */
    default boolean independent() {
        return false;
    }

    /** Where they go. */
    public interface Taker {
        /** Whether no further problem is wanted. */
        boolean enough();

        /**
         * Takes a problem of a file, as soon as there is space for it.
         *
         * @param alone whether it is the only one
         * @param changed what to make of the problem with its solution
         */
        void take(Problem problem, String file, boolean alone, UnaryOperator<SolvedProblem> changed)
                throws InterruptedException;

        /**
         * Takes notice that a file cannot be read, or not to its end; or only one problem of it, and those behind it can.
         *
         * @param line of the file that this problem is on; 0 if the file cannot be read
         */
        void failed(String file, long line, BadInputException failure) throws InterruptedException;

        /** The file whose problems were taken, or that failed, is over; not called if there were enough before. */
        void endOfFile() throws InterruptedException;
    }

    /**
     * A share of the problems of files, each of one or of many.
     *
     * @param changed what to make of each problem
     */
    record Files(Inputs inputs, InputStream standardInput, Shard shard, UnaryOperator<Problem> changed)
            implements ProblemFeed {
        @Override
        public boolean independent() {
            return true;
        }

        @Override
        public void pour(Taker taker) throws InterruptedException {
            long position = 0;
            for (String name : inputs.files()) {
                long first = position;
                try (ProblemReader problems = ProblemReader.byLine(name, standardInput)) {
                    for (long read = 1; read > 0; position += read) {
                        if (taker.enough()) {
                            return;
                        }
                        read = next(problems, name, position, position == first, taker);
                    }
                } catch (BadInputException e) {
                    if (name.equals("-")) {
                        throw e;
                    }
                    taker.failed(name, 0, e);
                    position = first + (shard.equals(Shard.WHOLE) ? 0 : records(name));
                }
                taker.endOfFile();
            }
        }

        /** Hands over the next problem, or why it cannot be read, if it is of the shard; returns how many were read. */
        private int next(ProblemReader problems, String name, long position, boolean first, Taker taker)
                throws InterruptedException {
            boolean wanted = shard.deals(position);
            Problem problem;
            try {
                if (!problems.hasNext()) {
                    return 0;
                }
                if (!wanted) {
                    problems.skip();
                    return 1;
                }
                problem = problems.next();
                problems.endLine();
            } catch (BadInputException e) {
                long line = skipLine(problems, e);
                // a writer that goes line by line waits for the answer before the next line
                if (first && !name.equals("-") && !problems.hasNext()) {
                    throw e;
                }
                if (wanted) {
                    taker.failed(name, line, e);
                }
                return 1;
            }
            return first ? takeFirst(problem, problems, name, position, taker) : take(problem, name, false, taker);
        }

        /** Looks whether the first problem of a file is the only one of the run. */
        private int takeFirst(Problem problem, ProblemReader problems, String name, long position, Taker taker)
                throws InterruptedException {
            if (name.equals("-") && problems.onOneLine()) {
                return take(problem, name, false, taker);
            }
            boolean more;
            try {
                more = problems.hasNext();
            } catch (BadInputException e) {
                long line = skipLine(problems, e);
                take(problem, name, false, taker);
                if (shard.deals(position + 1)) {
                    taker.failed(name, line, e);
                }
                return 2;
            }
            return take(problem, name, !more && !inputs.many() && shard.equals(Shard.WHOLE), taker);
        }

        private int take(Problem problem, String name, boolean alone, Taker taker) throws InterruptedException {
            taker.take(changed.apply(problem), name, alone, UnaryOperator.identity());
            return 1;
        }

        private static long skipLine(ProblemReader problems, BadInputException failure) {
            return problems.skipLine().orElseThrow(() -> failure);
        }

        /** How many records of a bad file every shard counts, whichever of them is bad. */
        private static long records(String name) {
            long records = 0;
            try (ProblemReader problems = ProblemReader.open(name, InputStream.nullInputStream())) {
                while (problems.hasNext()) {
                    records++;
                    problems.skip();
                }
            } catch (BadInputException e) {
                // not JSON from there on, for any of them
                return records;
            }
            return records;
        }
    }
}
