package dev.jointly.spark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.SparkFiles;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.VoidFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** One task: the pieces of a partition, each from its records to its committed files. */
final class PieceTask implements VoidFunction<Iterator<Piece>> {
    /** Below this a process for hard problems is of no use. */
    private static final long LEAST_HEAP = 256L << 20;

    private final BatchSettings settings;
    private final Term term;
    private final OutputFolder folder;
    private final Counters counters;
    private final Broadcast<SerializableConfiguration> hadoop;

    PieceTask(BatchSettings settings, Term term, Counters counters, Broadcast<SerializableConfiguration> hadoop) {
        this.settings = settings;
        this.term = term;
        this.folder = term.folder();
        this.counters = counters;
        this.hadoop = hadoop;
    }

    @Override
    public void call(Iterator<Piece> pieces) throws IOException {
        JavaGate.check(Runtime.version());
        while (pieces.hasNext()) {
            work(pieces.next());
        }
    }

    private void work(Piece piece) throws IOException {
        Configuration conf = hadoop.value().value();
        FileSystem files = folder.files(conf);
        Storage storage = Storage.of(files);
        term.require(storage);
        if (Commit.of(piece.name(), folder, storage).isPresent()) {
            return;
        }
        boolean careful = folder.begin(piece, files) || TaskContext.get().attemptNumber() > 0;
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpu = threads.getCurrentThreadCpuTime();
        try (Worker worker = worker(careful);
                PieceOutput out = new PieceOutput(piece, attempt(), folder, conf);
                Records records = Records.open(piece, conf)) {
            for (long i = 0; i < piece.count(); i++) {
                long start = System.nanoTime();
                RawRecord record = records.next();
                counters.reading().add((System.nanoTime() - start) / 1e9);
                Outcome outcome = worker.group(record, piece.pass());
                counters.count(outcome);
                long write = System.nanoTime();
                out.add(outcome);
                counters.writing().add((System.nanoTime() - write) / 1e9);
            }
            long commit = System.nanoTime();
            out.commit(term);
            counters.writing().add((System.nanoTime() - commit) / 1e9);
        }
        // and what outcomes say of the threads that solved them
        counters.cpu().add((threads.getCurrentThreadCpuTime() - cpu) / 1e9);
    }

    /** The task attempt of Spark, and what tells it from that of another driver. */
    static String attempt() {
        return "a" + TaskContext.get().taskAttemptId() + "-"
                + UUID.randomUUID().toString().substring(0, 8);
    }

    /** @param careful whether this piece may have killed a process before */
    private Worker worker(boolean careful) {
        Path files = Path.of(SparkFiles.getRootDirectory());
        long share = Runtime.getRuntime().maxMemory() / Runtime.getRuntime().availableProcessors();
        long heap = Math.max(LEAST_HEAP, share);
        return careful ? new ChildWorker(settings, files, heap) : new InsideWorker(settings, files, heap);
    }
}
