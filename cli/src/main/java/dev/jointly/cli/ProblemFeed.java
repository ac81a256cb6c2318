package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Problem;
import java.io.InputStream;
import java.util.function.UnaryOperator;

/** Where problems come from, one after another. */
interface ProblemFeed {
    /** Hands over the problems in their order, until there are no more or enough. */
    void pour(Taker taker) throws InterruptedException;

    /** Where they go. */
    interface Taker {
        /** Whether no further problem is wanted. */
        boolean enough();

        /** Takes a problem of a file, as soon as there is space for it; {@code alone} if it is the only one. */
        void take(Problem problem, String file, boolean alone) throws InterruptedException;

        /**
         * Takes notice that a file cannot be read, or not to its end.
         *
         * @throws BadInputException the same, if it is the only file
         */
        void failed(String file, BadInputException failure) throws InterruptedException;

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
        public void pour(Taker taker) throws InterruptedException {
            boolean mayBeAlone = !inputs.many() && shard.equals(Shard.WHOLE);
            long position = 0;
            for (String name : inputs.files()) {
                long first = position;
                try (ProblemReader problems = ProblemReader.open(name, standardInput)) {
                    while (problems.hasNext()) {
                        if (taker.enough()) {
                            return;
                        }
                        if (!shard.deals(position++)) {
                            problems.skip();
                            continue;
                        }
                        Problem problem = problems.next();
                        // at the end of a file with one problem shows whether all of it was sound
                        boolean last = position == first + 1 && !name.equals("-") && !problems.hasNext();
                        // whoever writes line by line may wait for the answer before the next line
                        boolean line = name.equals("-") && problems.onOneLine();
                        boolean alone = mayBeAlone && !line && (last || !problems.hasNext());
                        mayBeAlone = false;
                        taker.take(changed.apply(problem), name, alone);
                    }
                } catch (BadInputException e) {
                    if (name.equals("-")) {
                        throw e;
                    }
                    taker.failed(name, e);
                    position = first + (shard.equals(Shard.WHOLE) ? 0 : records(name));
                }
                taker.endOfFile();
            }
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
