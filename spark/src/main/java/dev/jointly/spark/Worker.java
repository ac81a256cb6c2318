package dev.jointly.spark;

import java.io.IOException;

/** Solves records: in this process, or in one that can be killed. */
interface Worker extends AutoCloseable {
    Outcome group(RawRecord record, int pass) throws IOException;

    @Override
    void close() throws IOException;
}
