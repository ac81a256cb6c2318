package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.spark.Counters.Counter;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;

/**
 * One task: a piece, from its records to its committed files.
 *
 * @param root of the output
 */
record PieceTask(
        SolveSettings settings,
        String root,
        Counters counters,
        Broadcast<SerializableConfiguration> hadoop,
        Broadcast<List<Piece>> pieces)
        implements Serializable {

    /** Takes the records of a piece, one at a time. */
    private interface Sink {
        void solve(RawRecord record) throws IOException;
    }

    /** Reads the records of a piece. */
    private interface Source {
        void read(Sink sink) throws IOException;
    }

    /** A piece of the first pass: the one whose number the partition has. */
    void solve(Iterator<Row> rows, BatchInput.Kind kind) throws IOException {
        Piece piece = pieces.value().get(TaskContext.getPartitionId());
        work(piece, sink -> {
            PiecePlan.Places places = new PiecePlan.Places();
            while (rows.hasNext()) {
                Row row = rows.next();
                if (BatchInput.isRecord(kind, row)) {
                    long number = places.records();
                    String place = places.next(row);
                    if (piece.has(number)) {
                        sink.solve(RawRecord.of(place, row, settings, conf()));
                    }
                }
            }
            // the partition was read to its end to see that it is the one that was planned
            if (!places.part(piece.part().number()).equals(piece.part())) {
                throw new IOException("the input of " + piece.name()
                        + " is not what was planned: it has changed since the job began; choose another --out");
            }
        });
    }

    /** Pieces of the second pass. */
    void solvePostponed(Iterator<Integer> numbers) throws IOException {
        OutputFolder folder = OutputFolder.of(root, conf());
        while (numbers.hasNext()) {
            Piece piece = pieces.value().get(numbers.next());
            work(piece, sink -> {
                try (BufferedReader lines = new BufferedReader(
                        new InputStreamReader(folder.files().open(folder.putOff(piece.postponedBy())), UTF_8))) {
                    for (long number = 0; number < piece.first() + piece.count(); number++) {
                        String line = lines.readLine();
                        if (line == null) {
                            throw new EOFException(piece.postponedBy() + " has postponed only " + number + " problems");
                        }
                        if (piece.has(number)) {
                            String[] words = line.split("\t", 2);
                            sink.solve(new RawRecord(words[0], words[1]));
                        }
                    }
                }
            });
        }
    }

    private Configuration conf() {
        return hadoop.value().value();
    }

    private void work(Piece piece, Source records) throws IOException {
        OutputFolder folder = OutputFolder.of(root, conf());
        if (Commit.of(piece.name(), folder).isPresent()) {
            return;
        }
        boolean careful = folder.begin(piece.name()) || Worker.isRepeated(TaskContext.get());
        // the task attempt of Spark, and what tells it from that of another driver
        String attempt = "a" + TaskContext.get().taskAttemptId() + "-"
                + UUID.randomUUID().toString().substring(0, 8);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpu = threads.getCurrentThreadCpuTime();
        try (Worker worker = Worker.of(settings, careful);
                PieceOutput out = new PieceOutput(piece, attempt, folder)) {
            long start = System.nanoTime();
            long[] working = new long[2];
            records.read(record -> {
                long begun = System.nanoTime();
                Outcome outcome = worker.group(record);
                long solved = System.nanoTime();
                counters.count(outcome);
                out.add(outcome);
                working[0] += solved - begun;
                working[1] += System.nanoTime() - solved;
            });
            long end = System.nanoTime();
            counters.add(Counter.READING, (end - start - working[0] - working[1]) / 1e9);
            out.commit();
            counters.add(Counter.WRITING, (working[1] + System.nanoTime() - end) / 1e9);
        }
        // and what outcomes say of the threads that solved them
        counters.add(Counter.CPU, (threads.getCurrentThreadCpuTime() - cpu) / 1e9);
    }
}
