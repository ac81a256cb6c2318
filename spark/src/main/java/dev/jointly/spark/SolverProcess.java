package dev.jointly.spark;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * The process that may die: reads settings, then records, from standard input, and writes the outcome of each to
 * standard output. It ends when its input does.
 */
final class SolverProcess {
    private SolverProcess() {}

    /** A record and the pass it is in. */
    record Order(RawRecord record, int pass) implements java.io.Serializable {}

    public static void main(String[] args) throws IOException, ClassNotFoundException {
        OutputStream answers = System.out;
        // whatever else is printed must not get between the answers
        System.setOut(System.err);
        try (ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(answers, 1 << 16))) {
            out.flush();
            try (ObjectInputStream in = new ObjectInputStream(new BufferedInputStream(System.in, 1 << 16))) {
                BatchSettings settings = (BatchSettings) in.readObject();
                try (RecordSolver solver = new RecordSolver(settings, Path.of(args[0]))) {
                    // from here on it is the records that are to blame
                    out.writeObject("ready");
                    out.flush();
                    while (true) {
                        Order order = (Order) in.readObject();
                        out.writeObject(solver.group(order.record(), order.pass()));
                        // or it would remember every object it ever wrote
                        out.reset();
                        out.flush();
                    }
                }
            } catch (EOFException e) {
                // nothing more to do
                return;
            }
        }
    }
}
