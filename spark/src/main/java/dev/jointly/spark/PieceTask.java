package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;

/** One task: a piece, from its records to its committed files. */
record PieceTask(
        SolveSettings settings,
        OutputFolder folder,
        Counters counters,
        Broadcast<SerializableConfiguration> hadoop,
        Broadcast<List<Piece>> pieces)
        implements Serializable {

    /** A piece of the first pass: the one whose number the partition has. */
    void solve(Iterator<Row> rows, BatchInput.Kind kind) throws IOException {
        Piece piece = pieces.value().get(TaskContext.getPartitionId());
        work(piece, new PieceRecords(piece, rows, kind, settings, conf()));
    }

    /** Pieces of the second pass. */
    void solvePostponed(Iterator<Integer> numbers) throws IOException {
        while (numbers.hasNext()) {
            Piece piece = pieces.value().get(numbers.next());
            Path file = new Path(piece.part().file());
            try (BufferedReader lines = new BufferedReader(
                    new InputStreamReader(file.getFileSystem(conf()).open(file), UTF_8))) {
                Stream<RawRecord> records = lines.lines()
                        .skip(piece.first())
                        .limit(piece.count())
                        .map(line -> line.split("\t", 2))
                        .map(words -> new RawRecord(words[0], words[1]));
                work(piece, records.iterator());
            }
        }
    }

    private Configuration conf() {
        return hadoop.value().value();
    }

    private void work(Piece piece, Iterator<RawRecord> records) throws IOException {
        FileSystem files = folder.files(conf());
        if (Commit.of(piece.name(), folder, Storage.of(files)).isPresent()) {
            return;
        }
        boolean careful = folder.begin(piece.name(), files) || SolveFrames.careful(TaskContext.get());
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpu = threads.getCurrentThreadCpuTime();
        try (Worker worker = Worker.of(settings, careful);
                PieceOutput out = new PieceOutput(piece, attempt(), folder, conf())) {
            long start = System.nanoTime();
            while (records.hasNext()) {
                RawRecord record = records.next();
                counters.reading().add((System.nanoTime() - start) / 1e9);
                Outcome outcome = worker.group(record);
                counters.count(outcome);
                long write = System.nanoTime();
                out.add(outcome);
                start = System.nanoTime();
                counters.writing().add((start - write) / 1e9);
            }
            long commit = System.nanoTime();
            out.commit();
            counters.writing().add((System.nanoTime() - commit) / 1e9);
        }
        // and what outcomes say of the threads that solved them
        counters.cpu().add((threads.getCurrentThreadCpuTime() - cpu) / 1e9);
    }

    /** The task attempt of Spark, and what tells it from that of another driver. */
    private static String attempt() {
        return "a" + TaskContext.get().taskAttemptId() + "-"
                + UUID.randomUUID().toString().substring(0, 8);
    }

    /** The records of a piece among those of its partition, which is read to its end to see that it is the one that was planned. */
    private static final class PieceRecords implements Iterator<RawRecord> {
        private final Piece piece;
        private final Iterator<Row> rows;
        private final BatchInput.Kind kind;
        private final SolveSettings settings;
        private final Configuration conf;
        private final PiecePlan.Places places = new PiecePlan.Places();
        private @org.jspecify.annotations.Nullable RawRecord next;

        PieceRecords(
                Piece piece, Iterator<Row> rows, BatchInput.Kind kind, SolveSettings settings, Configuration conf) {
            this.piece = piece;
            this.rows = rows;
            this.kind = kind;
            this.settings = settings;
            this.conf = conf;
        }

        @Override
        public boolean hasNext() {
            while (next == null && rows.hasNext()) {
                Row row = rows.next();
                if (BatchInput.isRecord(kind, row)) {
                    long number = places.records();
                    String place = places.next(row);
                    next = piece.has(number) ? record(place, row) : null;
                }
            }
            if (next == null && !places.part(piece.part().number()).equals(piece.part())) {
                throw new UncheckedIOException(new IOException("the input of " + piece.name()
                        + " is not what was planned: it has changed since the job began; choose another --out"));
            }
            return next != null;
        }

        private RawRecord record(String place, Row row) {
            try {
                return SolveFrames.record(place, row, settings, conf);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public RawRecord next() {
            if (!hasNext() || next == null) {
                throw new NoSuchElementException();
            }
            RawRecord record = next;
            next = null;
            return record;
        }
    }
}
