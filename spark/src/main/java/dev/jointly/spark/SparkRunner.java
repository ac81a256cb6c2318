package dev.jointly.spark;

import dev.jointly.io.batch.BatchRequest;
import dev.jointly.io.batch.BatchRunner;
import java.io.PrintStream;

/** How the program finds this module. */
public final class SparkRunner implements BatchRunner {
    @Override
    public boolean run(BatchRequest request, PrintStream err) {
        return Batch.run(request, err);
    }
}
