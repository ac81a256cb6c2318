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
import org.apache.hadoop.fs.Path;
import org.apache.spark.Partition;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.PartitionCoalescer;
import org.apache.spark.rdd.PartitionGroup;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;
import scala.Option;

/**
 * A batch from its request to its summary, as the driver sees it: cut the input, do the pieces that are not done, then
 * the problems that were postponed, then report. All passes are map-only, so a process that dies costs its pieces in
 * progress and nothing else. A second driver does the same, and each piece counts once.
 */
public final class Batch {
    /** How many processors a shard is taken to have. */
    private static final int SHARD_PROCESSORS = 8;

    /** In as many tasks commits are looked up. */
    private static final int SLICES = 200;

    /** What an earlier version had. */
    private static final String LEASE = "spark.jointly.lease";

    private final BatchRequest request;
    private final PrintStream err;
    private final SparkSession session;
    private final JavaSparkContext spark;
    private final Broadcast<SerializableConfiguration> hadoop;
    private final OutputFolder folder;
    private final Counters counters;

    /** Pieces that this run has done. */
    private int done;

    private Batch(BatchRequest request, PrintStream err, SparkSession session) throws IOException {
        this.request = request;
        this.err = err;
        this.session = session;
        this.spark = JavaSparkContext.fromSparkContext(session.sparkContext());
        this.hadoop = spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration()));
        this.folder = OutputFolder.of(request.out(), spark.hadoopConfiguration());
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
        Worker.requireSoundJava(Runtime.version());
        if (request.run().settings().containsKey(LEASE)) {
            throw new BadInputException(
                    "--conf " + LEASE + " was removed: a second driver does no harm (docs/spark.md); leave it out");
        }
        SparkConf settings = new SparkConf().setAppName("jointly batch");
        if (request.run().master() != null) {
            settings.setMaster(request.run().master());
        }
        settings.setIfMissing("spark.master", "local[*]");
        settings.set("spark.ui.showConsoleProgress", "false");
        request.run().settings().forEach(settings::set);
        try (SparkSession session = SparkSession.builder().config(settings).getOrCreate()) {
            return new Batch(request, err, session).run();
        } catch (BadInputException | BatchFailedException e) {
            throw e;
        } catch (Exception e) {
            // Scala throws what it does not declare
            throw StoppedBatchException.of(e);
        }
    }

    private boolean run() throws IOException {
        long start = System.nanoTime();
        Configuration conf = spark.hadoopConfiguration();
        BatchInput named = BatchInput.of(request.inputs(), new Path(folder.root()), conf);
        agree(asked(named));
        BatchInput input = named.listed(folder, conf);
        BatchInput.Kind kind = input.kind();
        boolean images = kind == BatchInput.Kind.IMAGES;
        BatchRequest.Solve solve = request.solve();
        SolveSettings last = SolveSettings.of(Settings.defaults()
                        .withMethod(solve.method())
                        .withTimeLimit(solve.timeLimit())
                        .withGap(solve.gap()))
                .withCertificates(solve.certificates());
        SolveSettings first = SolveFrames.shipped(
                last,
                images ? request.network().model() : null,
                request.network().costs(),
                spark.sc());
        BatchRequest.Share share = request.share();
        // shards cut alike without asking each other, however many processors each of them has
        int processors = share.shards() > 1 ? SHARD_PROCESSORS * share.shards() : spark.defaultParallelism();
        PiecePlan plan = PiecePlan.read(folder.agreed(
                "plan.txt", () -> PiecePlan.of(input, processors, session).text()));
        List<Piece> all = plan.pieces();
        List<Piece> easy = IntStream.range(0, all.size())
                .filter(i -> i % share.shards() == share.shard())
                .mapToObj(all::get)
                .toList();
        SolveSettings shortly =
                solve.firstPass().compareTo(solve.timeLimit()) < 0 ? first.postponing(solve.firstPass()) : first;
        List<Commit> counting = new ArrayList<>(pass("first pass", easy, shortly, (task, left) -> {
            Chosen chosen = new Chosen(
                    left.stream().mapToInt(piece -> piece.part().number()).toArray());
            input.read(session, plan.bytes())
                    .toJavaRDD()
                    .rdd()
                    .coalesce(left.size(), false, Option.apply(chosen), null)
                    .toJavaRDD()
                    .foreachPartition(rows -> task.solve(rows, kind));
        }));
        List<Piece> hard = PiecePlan.postponed(counting);
        counting.addAll(pass("second pass", hard, last, (task, left) -> spark.parallelize(
                        IntStream.range(0, left.size()).boxed().toList(), left.size())
                .foreachPartition(task::solvePostponed)));
        List<Piece> pieces = new ArrayList<>(easy);
        pieces.addAll(hard);
        Tally tally = Tally.of(pieces, counting, folder, session);
        require(tally.wrong());
        Commit.sweep(easy, counting, folder);
        Summary summary = new Summary(request, tally, counters, pieces.size(), done, (System.nanoTime() - start) / 1e9);
        folder.replace("summary" + share.ending() + ".html", summary.page() + "\n");
        folder.replace("summary" + share.ending() + ".json", summary.json() + "\n");
        if (request.extras().coco() != null) {
            CocoFile.write(request.extras().coco(), counting, folder, conf);
        }
        folder.replace("_manifest" + share.ending(), manifest(counting));
        folder.replace(success(), "");
        if (request.run().progress() != BatchRequest.Progress.NOTHING) {
            err.println(summary.line());
        }
        return tally.count("failed") == 0;
    }

    private List<String> asked(BatchInput input) {
        BatchRequest.Solve solve = request.solve();
        boolean images = input.kind() == BatchInput.Kind.IMAGES;
        List<String> asked = new ArrayList<>(List.of(
                "format jointly/batch@4",
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

    /** Records the request, or checks that it is the same as before. */
    private void agree(List<String> asked) throws IOException {
        if (!folder.files().exists(folder.job("job.txt")) && folder.files().exists(folder.top(OutputFolder.FRAMES))) {
            throw new BadInputException(folder.root()
                    + ": holds frames but no _job/job.txt, so is not the output of a batch; choose another --out");
        }
        List<String> before = folder.agreed("job.txt", () -> String.join("\n", asked) + "\n")
                .lines()
                .toList();
        for (int i = 0; i < Math.max(asked.size(), before.size()); i++) {
            String now = i < asked.size() ? asked.get(i) : "nothing";
            String then = i < before.size() ? before.get(i) : "nothing";
            if (!now.equals(then)) {
                throw new BadInputException(folder.root() + ": was begun with '" + then + "' but is now asked for '"
                        + now + "'; use the same options and input, or choose another --out");
            }
        }
    }

    /** Does some pieces, each a task. */
    private interface Work {
        void run(PieceTask task, List<Piece> left);
    }

    /** Has those pieces done that are not, and returns the commits of all. */
    private List<Commit> pass(String what, List<Piece> pieces, SolveSettings settings, Work work) throws IOException {
        Map<String, Commit> commits = commits(pieces);
        List<Piece> left = pieces.stream()
                .filter(piece -> !commits.containsKey(piece.name()))
                .toList();
        if (!left.isEmpty()) {
            // that of an earlier run says what is no longer true
            folder.files().delete(folder.top(success()), false);
            PieceTask task = new PieceTask(settings, folder.root(), counters, hadoop, spark.broadcast(left));
            try (StageProgress progress =
                    new StageProgress(request.run().progress(), err, counters, what, left.size(), pieces.size())) {
                spark.sc().addSparkListener(progress);
                work.run(task, left);
                spark.sc().removeSparkListener(progress);
            }
            done += left.size();
            commits.putAll(commits(left));
        }
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

    /** Those of these pieces that are committed, by piece. Each is looked up by its name: a listing is never taken for what there is. */
    private Map<String, Commit> commits(List<Piece> pieces) {
        Map<String, Commit> commits = new HashMap<>();
        if (!pieces.isEmpty()) {
            String root = folder.root();
            Broadcast<SerializableConfiguration> conf = hadoop;
            spark.parallelize(pieces, Math.min(SLICES, pieces.size()))
                    .flatMap(piece -> Commit.of(
                                    piece.name(),
                                    OutputFolder.of(root, conf.value().value()))
                            .stream()
                            .iterator())
                    .collect()
                    .forEach(commit -> commits.put(commit.piece(), commit));
        }
        return commits;
    }

    /** Refuses tables that are not what the plan says. */
    private void require(List<Tally.Wrong> wrong) throws IOException {
        if (!wrong.isEmpty()) {
            folder.files().delete(folder.top(success()), false);
            String piece = wrong.get(0).piece();
            throw new StoppedBatchException(
                    "the batch is not complete: " + piece + " " + wrong.get(0).sentence()
                            + (wrong.size() == 1 ? "" : " (and " + (wrong.size() - 1) + " more)") + "; delete "
                            + request.out() + "/_job/commits/" + piece
                            + " and run the same command again, which does that part anew",
                    null);
        }
    }

    private String success() {
        return "_SUCCESS" + request.share().ending();
    }

    /** The data files that count, for readers who do not trust a listing. */
    private static String manifest(List<Commit> commits) {
        StringBuilder lines = new StringBuilder();
        for (Commit commit : commits) {
            String name = commit.name() + OutputFolder.ENDING;
            lines.append("frames/" + name + "\t" + commit.frames() + "\n");
            lines.append("people/" + name + "\t" + commit.people() + "\n");
        }
        return lines.toString();
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
