package dev.jointly.io.batch;

import java.io.PrintStream;

/** Runs batches. Found with {@link java.util.ServiceLoader}. */
public interface BatchRunner {
    /**
     * Runs a batch to its end.
     *
     * @param err where progress is reported
     * @return whether every frame has a solution
     * @throws dev.jointly.io.BadInputException where the request makes no sense; the message is for the person who made it
     * @throws BatchFailedException where the cluster gave up, or storage failed
     */
    boolean run(BatchRequest request, PrintStream err);
}
