package dev.jointly.spark;

import dev.jointly.io.BadInputException;
import dev.jointly.io.batch.BatchFailedException;
import dev.jointly.io.batch.BatchRequest;
import dev.jointly.solve.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.Partition;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.PartitionCoalescer;
import org.apache.spark.rdd.PartitionGroup;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * A batch from its request to its summary, as the driver sees it: cut the input, do the pieces that are not done, then
 * the problems that were postponed, then report. All passes are map-only, so a process that dies costs its pieces in
 * progress and nothing else. A second driver does the same, and each piece counts once.
 */
public final class Batch {
    /** How many processors a shard is taken to have. */
    private static final int SHARD_PROCESSORS = 8;

    /** What an earlier version had. */
    private static final String LEASE = "spark.jointly.lease";

    private final BatchRequest request;
    private final PrintStream err;
    private final SparkSession session;
    private final JavaSparkContext spark;
    private final Configuration conf;
    private final Broadcast<SerializableConfiguration> hadoop;
    private final OutputFolder folder;
    private final FileSystem files;
    private final Counters counters;

    private Batch(BatchRequest request, PrintStream err, SparkSession session) throws IOException {
        this.request = request;
        this.err = err;
        this.session = session;
        this.spark = JavaSparkContext.fromSparkContext(session.sparkContext());
        this.conf = spark.hadoopConfiguration();
        this.hadoop = spark.broadcast(new SerializableConfiguration(conf));
        Path out = new Path(request.out());
        this.folder =
                new OutputFolder(out.getFileSystem(conf).makeQualified(out).toString());
        this.files = folder.files(conf);
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
        if (request.run().settings().containsKey(LEASE)) {
            throw new BadInputException(
                    "--conf " + LEASE + " was removed: a second driver does no harm (docs/spark.md); leave it out");
        }
        SparkConf settings = new SparkConf().setAppName("jointly batch");
        if (request.run().master() != null) {
            settings.setMaster(request.run().master());
        }
        if (!settings.contains("spark.master")) {
            settings.setMaster("local[*]");
        }
        settings.set("spark.ui.showConsoleProgress", "false");
        request.run().settings().forEach(settings::set);
        try (SparkSession session = SparkSession.builder().config(settings).getOrCreate()) {
            return new Batch(request, err, session).run();
        } catch (BadInputException | BatchFailedException e) {
            throw e;
        } catch (Exception e) {
            // Scala throws what it does not declare
            throw new StoppedBatchException(e);
        }
    }

    private boolean run() throws IOException {
        long start = System.nanoTime();
        Storage storage = Storage.of(files);
        BatchInput named = BatchInput.of(request.inputs(), new Path(folder.root()), conf);
        JobFile job = new JobFile(folder, files);
        job.agree(asked(named));
        BatchInput input = named.listed(folder, conf);
        boolean images = input.kind() == BatchInput.Kind.IMAGES;
        BatchRequest.Solve solve = request.solve();
        SolveSettings last = SolveSettings.of(Settings.defaults()
                        .withMethod(solve.method())
                        .withTimeLimit(solve.timeLimit())
                        .withGap(solve.gap()))
                .withCertificates(solve.certificates());
        SolveSettings only = SolveFrames.shipped(
                last,
                images ? request.network().model() : null,
                request.network().costs(),
                spark.sc());
        int shards = request.share().shards();
        // shards cut alike without asking each other, however many processors each of them has
        int processors = shards > 1 ? SHARD_PROCESSORS * shards : spark.defaultParallelism();
        PiecePlan plan = job.plan(() -> PiecePlan.of(input, processors, session));
        List<Piece> easy = dealt(plan.pieces());
        int left = firstPass(
                easy,
                input,
                plan.bytes(),
                solve.firstPass().compareTo(solve.timeLimit()) < 0 ? only.postponing(solve.firstPass()) : only);
        Map<String, Commit> commits = new HashMap<>(Commits.of(easy, folder, spark, hadoop));
        List<Piece> hard = PiecePlan.postponed(inOrder(easy, commits), folder);
        left += secondPass(hard, last);
        commits.putAll(Commits.of(hard, folder, spark, hadoop));
        List<Piece> pieces = new ArrayList<>(easy);
        pieces.addAll(hard);
        List<Commit> counting = inOrder(pieces, commits);
        Tally tally = Tally.of(pieces, counting, folder, session, hadoop);
        if (!tally.wrong().isEmpty()) {
            files.delete(success(), false);
            throw new StoppedBatchException(tally.wrong(), request.out());
        }
        Commits.sweep(easy, counting, folder, storage);
        Summary summary = new Summary(request, tally, counters, pieces.size(), left, (System.nanoTime() - start) / 1e9);
        String ending = request.share().ending();
        job.write(folder.top("summary" + ending + ".html"), List.of(summary.page()));
        job.write(folder.top("summary" + ending + ".json"), List.of(summary.json()));
        if (request.extras().coco() != null) {
            CocoFile.write(request.extras().coco(), counting, folder, conf);
        }
        job.write(folder.top("_manifest" + ending), manifest(counting));
        job.write(success(), List.of());
        if (request.run().progress() != BatchRequest.Progress.NOTHING) {
            err.println(summary.line());
        }
        return tally.count("failed") == 0;
    }

    private List<String> asked(BatchInput input) {
        BatchRequest.Solve solve = request.solve();
        boolean images = input.kind() == BatchInput.Kind.IMAGES;
        List<String> asked = new ArrayList<>(List.of(
                "format jointly/batch@3",
                "method " + solve.method().label(),
                "time limit " + solve.timeLimit().toMillis() + " ms",
                "first pass " + solve.firstPass().toMillis() + " ms",
                "gap " + solve.gap(),
                "certificates " + solve.certificates(),
                "model " + (images ? request.network().model() : null),
                "costs " + (images ? request.network().costs() : null)));
        // the images of a folder are listed once, so that those which come later are another batch
        input.files()
                .forEach(file -> asked.add(String.format(
                        Locale.ROOT, "input %s%s", file.path(), file.size() < 0 ? "" : ", " + file.size() + " bytes")));
        return asked;
    }

    private List<Piece> dealt(List<Piece> plan) {
        BatchRequest.Share share = request.share();
        return IntStream.range(0, plan.size())
                .filter(i -> i % share.shards() == share.shard())
                .mapToObj(plan::get)
                .toList();
    }

    private static List<Commit> inOrder(List<Piece> pieces, Map<String, Commit> commits) throws IOException {
        List<Commit> all = new ArrayList<>();
        for (Piece piece : pieces) {
            Commit commit = commits.get(piece.name());
            if (commit == null) {
                throw new IOException("the commit of " + piece.name() + " is missing");
            }
            all.add(commit);
        }
        return all;
    }

    /** The partitions of the pieces that are left, each a task; returns their number. */
    private int firstPass(List<Piece> pieces, BatchInput input, long bytes, SolveSettings settings) throws IOException {
        List<Piece> left = left(pieces);
        if (!left.isEmpty()) {
            int[] parts = left.stream().mapToInt(piece -> piece.part().number()).toArray();
            RDD<Row> chosen = input.read(session, bytes)
                    .toJavaRDD()
                    .rdd()
                    .coalesce(parts.length, false, scala.Option.apply(new Chosen(parts)), null);
            PieceTask task = task(settings, left);
            BatchInput.Kind kind = input.kind();
            watched("first pass", left.size(), pieces.size(), () -> chosen.toJavaRDD()
                    .foreachPartition(rows -> task.solve(rows, kind)));
        }
        return left.size();
    }

    private int secondPass(List<Piece> pieces, SolveSettings settings) throws IOException {
        List<Piece> left = left(pieces);
        if (!left.isEmpty()) {
            List<Integer> numbers = IntStream.range(0, left.size()).boxed().toList();
            PieceTask task = task(settings, left);
            watched("second pass", left.size(), pieces.size(), () -> spark.parallelize(numbers, numbers.size())
                    .foreachPartition(task::solvePostponed));
        }
        return left.size();
    }

    private List<Piece> left(List<Piece> pieces) {
        Map<String, Commit> done = Commits.of(pieces, folder, spark, hadoop);
        return pieces.stream().filter(piece -> !done.containsKey(piece.name())).toList();
    }

    private PieceTask task(SolveSettings settings, List<Piece> left) {
        return new PieceTask(settings, folder, counters, hadoop, spark.broadcast(new ArrayList<>(left)));
    }

    private Path success() {
        return folder.top("_SUCCESS" + request.share().ending());
    }

    private void watched(String what, int left, int all, Runnable pass) throws IOException {
        // that of an earlier run says what is no longer true
        files.delete(success(), false);
        try (StageProgress progress = new StageProgress(request.run().progress(), err, counters, what, left, all)) {
            spark.sc().addSparkListener(progress);
            pass.run();
            spark.sc().removeSparkListener(progress);
        }
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

    /** Some partitions of an input, in an order, and one as often as it has pieces. */
    private record Chosen(int[] parts) implements PartitionCoalescer, Serializable {
        @Override
        public PartitionGroup[] coalesce(int most, RDD<?> parent) {
            Partition[] all = parent.partitions();
            return IntStream.of(parts)
                    .mapToObj(part -> {
                        PartitionGroup group = new PartitionGroup(
                                parent.preferredLocations(all[part]).headOption());
                        group.partitions().addOne(all[part]);
                        return group;
                    })
                    .toArray(PartitionGroup[]::new);
        }
    }
}
