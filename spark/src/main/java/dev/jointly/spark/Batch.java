package dev.jointly.spark;

import dev.jointly.io.BadInputException;
import dev.jointly.io.batch.BatchFailedException;
import dev.jointly.io.batch.BatchRequest;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.Success$;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.util.SerializableConfiguration;

/**
 * A batch from its request to its summary, as the driver sees it: cut the input, do the pieces that are not done, then
 * the problems that were postponed, then report. All jobs are map-only, so a process that dies costs its pieces in
 * progress and nothing else.
 */
public final class Batch {
    /** How many processors a shard is taken to have. */
    private static final int SHARD_PROCESSORS = 8;

    /** How long a driver may give no sign of life before another takes over its shard. */
    private static final String LEASE = "spark.jointly.lease";

    private final BatchRequest request;
    private final PrintStream err;
    private final JavaSparkContext spark;
    private final Configuration conf;
    private final Broadcast<SerializableConfiguration> hadoop;
    private final OutputFolder folder;
    private final FileSystem files;
    private final Storage storage;
    private final Counters counters;

    private Batch(BatchRequest request, PrintStream err, JavaSparkContext spark) throws IOException {
        this.request = request;
        this.err = err;
        this.spark = spark;
        this.conf = spark.hadoopConfiguration();
        this.hadoop = spark.broadcast(new SerializableConfiguration(conf));
        Path out = new Path(request.out());
        this.folder =
                new OutputFolder(out.getFileSystem(conf).makeQualified(out).toString());
        this.files = folder.files(conf);
        this.storage = Storage.of(files);
        this.counters = Counters.of(spark.sc());
    }

    /**
     * Runs a batch to its end.
     *
     * @param err where progress is reported
     * @return whether every frame has a solution
     * @throws BadInputException where the request makes no sense; the message is for the person who made it
     * @throws BatchFailedException where Spark gave up, or storage failed
     */
    public static boolean run(BatchRequest request, PrintStream err) {
        JavaGate.check(Runtime.version());
        SparkConf settings = new SparkConf().setAppName("jointly batch");
        if (request.run().master() != null) {
            settings.setMaster(request.run().master());
        }
        if (!settings.contains("spark.master")) {
            settings.setMaster("local[*]");
        }
        settings.set("spark.ui.showConsoleProgress", "false");
        request.run().settings().forEach(settings::set);
        try (JavaSparkContext spark = new JavaSparkContext(settings)) {
            return new Batch(request, err, spark).run();
        } catch (BadInputException | BatchFailedException e) {
            throw e;
        } catch (SupersededException e) {
            throw new StoppedBatchException(e);
        } catch (Exception e) {
            // Scala throws what it does not declare
            throw new StoppedBatchException(e);
        }
    }

    private boolean run() throws Exception {
        Input input = Input.of(request.inputs(), conf);
        BatchSettings settings = settings(input.kind());
        JobFile job = new JobFile(folder, files);
        job.agree(asked(input, settings));
        Duration patience = Duration.ofMillis(spark.getConf().getTimeAsMs(LEASE, "20s"));
        try (Lease lease = Lease.take(folder, request.share().name(), storage, patience, new Driver())) {
            try {
                return run(input, settings, job, lease.term());
            } catch (Exception e) {
                // whatever it was, this would be the reason
                lease.term().require(storage);
                throw e;
            }
        }
    }

    /** Tells what its lease says, and gives up where another driver has taken over. */
    private final class Driver implements Lease.Events {
        @Override
        public void waits(String sentence) {
            tell(sentence);
        }

        @Override
        public void failed(Exception reason) {
            if (reason instanceof SupersededException) {
                spark.sc().cancelAllJobs();
            } else {
                tell("cannot give a sign of life: " + reason.getMessage());
            }
        }

        private void tell(String sentence) {
            if (request.run().told() != BatchRequest.Told.NOTHING) {
                err.println(sentence);
            }
        }
    }

    private boolean run(Input input, BatchSettings settings, JobFile job, Term term) throws IOException {
        long start = System.nanoTime();
        Input listed = input.kind() == InputKind.IMAGES ? ImageInputs.listed(input, folder, conf) : input;
        int shards = request.share().shards();
        // shards cut alike without asking each other, however many processors each of them has
        int processors = shards > 1 ? SHARD_PROCESSORS * shards : spark.defaultParallelism();
        List<Piece> plan = dealt(job.plan(() -> PiecePlan.of(listed, processors, spark, hadoop)));
        int left = perform("first pass", plan, settings, term);
        Commits first = Commits.of(plan, folder, spark, hadoop);
        List<Piece> hard = PiecePlan.putOff(first.putOff(folder), spark, hadoop);
        left += perform("second pass", hard, settings, term);
        Commits second = Commits.of(hard, folder, spark, hadoop);
        String ending = request.share().ending();
        Path success = folder.top("_SUCCESS" + ending);
        Tally tally = Tally.of(expected(plan, first, hard, second), folder, spark, hadoop);
        // whatever is done from here on is true also if a later driver does it, but need not be done twice
        term.require(storage);
        if (!tally.wrong().isEmpty()) {
            // that of an earlier run says what is no longer true
            files.delete(success, false);
            throw new StoppedBatchException(tally.wrong(), request.out());
        }
        Commits all = first.and(second);
        for (Path table : List.of(folder.frames(), folder.people(), folder.putOff())) {
            all.sweep(plan, table, folder, storage);
        }
        List<Commit> commits = List.copyOf(all.byPiece().values());
        Summary summary = new Summary(
                request, tally, counters, plan.size() + hard.size(), left, (System.nanoTime() - start) / 1e9);
        job.write(folder.top("summary" + ending + ".html"), List.of(summary.page()));
        job.write(folder.top("summary" + ending + ".json"), List.of(summary.json()));
        if (request.extras().coco() != null) {
            CocoFile.write(request.extras().coco(), commits, folder, conf);
        }
        term.require(storage);
        job.write(folder.top("_manifest" + ending), manifest(commits));
        job.write(success, List.of());
        if (request.run().told() != BatchRequest.Told.NOTHING) {
            err.println(summary.line());
        }
        new Compaction(request, term, spark, hadoop).run(commits, left > 0, err);
        return tally.failed() == 0;
    }

    private BatchSettings settings(InputKind kind) {
        boolean images = kind == InputKind.IMAGES;
        if (images) {
            ImageInputs.shipped(request.network().model()).forEach(spark::addFile);
            if (request.network().costs() != null) {
                spark.addFile(request.network().costs());
            }
        }
        String card = new Path(request.network().model()).getName();
        return new BatchSettings(
                request.solve().method(),
                request.solve().timeLimit(),
                request.solve().firstPass(),
                request.solve().gap(),
                request.solve().certificates(),
                images ? card : null,
                images && request.network().costs() != null
                        ? new Path(request.network().costs()).getName()
                        : null,
                Faults.engine(),
                Faults.patience());
    }

    private List<String> asked(Input input, BatchSettings settings) {
        List<String> asked = new ArrayList<>(List.of(
                "format jointly/batch@2",
                "method " + settings.method().label(),
                "time limit " + settings.timeLimit().toMillis() + " ms",
                "first pass " + settings.firstPass().toMillis() + " ms",
                "gap " + settings.gap(),
                "certificates " + settings.certificates(),
                "model " + settings.model(),
                "costs " + settings.costs()));
        // the images of a folder are listed once, so that those which come later are another batch
        input.files()
                .forEach(file -> asked.add(String.format(
                        Locale.ROOT, "input %s%s", file.path(), file.size() < 0 ? "" : ", " + file.size() + " bytes")));
        return asked;
    }

    private List<Piece> dealt(List<Piece> plan) {
        BatchRequest.Share share = request.share();
        List<Piece> own = new ArrayList<>();
        for (int i = share.shard(); i < plan.size(); i += share.shards()) {
            own.add(plan.get(i));
        }
        return own;
    }

    /** Does the pieces that are not done, one per task; returns their number. */
    private int perform(String what, List<Piece> pieces, BatchSettings settings, Term term) {
        Commits done = Commits.of(pieces, folder, spark, hadoop);
        List<Piece> left = PiecePlan.hardFirst(
                pieces.stream().filter(piece -> !done.has(piece)).toList());
        if (left.isEmpty()) {
            return 0;
        }
        try (StageProgress progress =
                new StageProgress(request.run().told(), err, counters, what, left.size(), pieces.size())) {
            spark.sc().addSparkListener(progress);
            spark.parallelize(left, left.size()).foreachPartition(new PieceTask(settings, term, counters, hadoop));
            spark.sc().removeSparkListener(progress);
        }
        return left.size();
    }

    /** Each record has its row, in the piece it was planned for or in the one it was postponed to. */
    private static List<Tally.Expected> expected(List<Piece> plan, Commits first, List<Piece> hard, Commits second)
            throws IOException {
        Map<String, Long> putOff = new HashMap<>();
        hard.forEach(piece -> putOff.merge(PiecePlan.origin(piece), piece.count(), Long::sum));
        List<Tally.Expected> expected = new ArrayList<>();
        for (Piece piece : plan) {
            expected.add(new Tally.Expected(first.of(piece), piece.count() - putOff.getOrDefault(piece.name(), 0L)));
        }
        for (Piece piece : hard) {
            expected.add(new Tally.Expected(second.of(piece), piece.count()));
        }
        return expected;
    }

    /** The data files that count, for readers who do not trust a listing. */
    private static List<String> manifest(List<Commit> commits) {
        List<String> lines = new ArrayList<>();
        for (Commit commit : commits) {
            String name = commit.piece() + "." + commit.attempt() + OutputFolder.ENDING;
            lines.add("frames/" + name + "\t" + commit.frames());
            lines.add("people/" + name + "\t" + commit.people());
        }
        return lines;
    }

    /** Reports the progress of a pass: a line that changes in place on a terminal, a new line now and then elsewhere. */
    static final class StageProgress extends SparkListener implements AutoCloseable {
        private static final long TICK_MILLIS = 500;
        private static final long LINE_MILLIS = 10_000;
        private static final int WIDTH = 30;

        private final BatchRequest.Told told;
        private final PrintStream err;
        private final Counters counters;
        private final String what;
        private final int left;
        private final int before;
        private final AtomicInteger ended = new AtomicInteger();
        private final AtomicInteger again = new AtomicInteger();
        private final long start = System.nanoTime();
        private final Timer ticker = new Timer("batch-progress", true);

        /** @param left pieces to do now, of {@code all} */
        StageProgress(BatchRequest.Told told, PrintStream err, Counters counters, String what, int left, int all) {
            this.told = told;
            this.err = err;
            this.counters = counters;
            this.what = what;
            this.left = left;
            this.before = all - left;
            if (told != BatchRequest.Told.NOTHING) {
                if (before > 0) {
                    err.println(what + ": " + before + " of " + all + " parts were done before");
                }
                long pause = told == BatchRequest.Told.IN_PLACE ? TICK_MILLIS : LINE_MILLIS;
                ticker.schedule(
                        new TimerTask() {
                            @Override
                            public void run() {
                                tell();
                            }
                        },
                        pause,
                        pause);
            }
        }

        @Override
        public void onTaskEnd(SparkListenerTaskEnd end) {
            (end.reason() instanceof Success$ ? ended : again).incrementAndGet();
        }

        private void tell() {
            int done = before + Math.min(left, ended.get());
            int all = before + left;
            int filled = WIDTH * done / all;
            String line = String.format(
                    Locale.ROOT,
                    "%s: [%s%s] %d of %d parts, %,d frames, %,d failed, %d tasks repeated, %.0f s",
                    what,
                    "#".repeat(filled),
                    "-".repeat(WIDTH - filled),
                    done,
                    all,
                    counters.frames(),
                    counters.failed().value(),
                    again.get(),
                    (System.nanoTime() - start) / 1e9);
            if (told == BatchRequest.Told.IN_PLACE) {
                // back to the start of the line, and clear what was there
                err.print("\r\u001b[K" + line);
                err.flush();
            } else {
                err.println(line);
            }
        }

        @Override
        public void close() {
            ticker.cancel();
            if (told == BatchRequest.Told.IN_PLACE) {
                err.print("\r\u001b[K");
                err.flush();
            }
        }
    }
}
