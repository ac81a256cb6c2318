package dev.jointly.spark;

import dev.jointly.io.batch.BatchRequest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Large files for the next reader. A piece is the unit of retry, so that its files may be small. Here the rows of consecutive pieces
 * are written anew into files of the size that was asked for, in a folder of their own with a manifest and {@code _SUCCESS} of its
 * own; each is committed as pieces are. The files of the pieces stay. {@code dev/adr/0014} says why.
 */
final class Compaction {
    private static final int SLICES = 200;

    private final BatchRequest request;
    private final Term term;
    private final OutputFolder folder;
    private final OutputFolder compact;
    private final JavaSparkContext spark;
    private final Broadcast<SerializableConfiguration> hadoop;

    /** @param term of the driver that compacts its output */
    Compaction(BatchRequest request, Term term, JavaSparkContext spark, Broadcast<SerializableConfiguration> hadoop) {
        this.request = request;
        this.term = term;
        this.folder = term.folder();
        this.compact = new OutputFolder(
                folder.top("compact" + request.share().ending()).toString());
        this.spark = spark;
        this.hadoop = hadoop;
    }

    /** The sizes of the two files of a piece. */
    private record Sizes(Commit commit, long frames, long people) implements Serializable {
        static List<Sizes> of(
                List<Commit> commits,
                OutputFolder folder,
                JavaSparkContext spark,
                Broadcast<SerializableConfiguration> hadoop) {
            return spark.parallelize(commits, Math.min(SLICES, commits.size()))
                    .map(commit -> {
                        FileSystem files = folder.files(hadoop.value().value());
                        return new Sizes(
                                commit, size(commit, folder.frames(), files), size(commit, folder.people(), files));
                    })
                    .collect();
        }

        private static long size(Commit commit, Path table, FileSystem files) throws IOException {
            return files.getFileStatus(OutputFolder.data(table, commit.piece(), commit.attempt()))
                    .getLen();
        }
    }

    /**
     * Compacts the tables, if that was asked for.
     *
     * @param commits of all pieces, in their order
     * @param changed whether this run has changed the tables
     */
    void run(List<Commit> commits, boolean changed, PrintStream err) throws IOException {
        long start = System.nanoTime();
        FileSystem files = compact.files(spark.hadoopConfiguration());
        Storage storage = Storage.of(files);
        term.require(storage);
        Path success = compact.top("_SUCCESS");
        if (request.extras().compact() == 0 || commits.isEmpty()) {
            if (changed) {
                // that of an earlier run says what is no longer true
                files.delete(success, false);
            }
            return;
        }
        List<CompactFile> plan = plan(commits);
        files.delete(success, false);
        List<CompactTask.Done> done = spark.parallelize(plan, plan.size())
                .map(new CompactTask(folder, compact, hadoop))
                .collect();
        List<Tally.Wrong> wrong = done.stream()
                .filter(one -> one.rows() != one.file().rows())
                .map(Compaction::wrong)
                .toList();
        if (!wrong.isEmpty()) {
            throw new StoppedBatchException(wrong, compact.root());
        }
        // a later driver may have other files
        term.require(storage);
        sweep(done, files);
        term.require(storage);
        JobFile job = new JobFile(compact, files);
        job.write(
                compact.top("_manifest"),
                done.stream()
                        .map(one -> one.file().table() + "/"
                                + one.file()
                                        .data(compact, one.commit().attempt())
                                        .getName() + "\t" + one.rows())
                        .toList());
        job.write(success, List.of());
        if (request.run().told() != BatchRequest.Told.NOTHING) {
            err.println(line(done, 2L * commits.size(), (System.nanoTime() - start) / 1e9));
        }
    }

    private List<CompactFile> plan(List<Commit> commits) {
        List<Sizes> sizes = Sizes.of(commits, folder, spark, hadoop);
        List<CompactFile.Source> frames = new ArrayList<>();
        List<CompactFile.Source> people = new ArrayList<>();
        for (Sizes one : sizes) {
            String name = one.commit().piece() + "." + one.commit().attempt();
            frames.add(new CompactFile.Source(name, one.commit().frames(), one.frames()));
            people.add(new CompactFile.Source(name, one.commit().people(), one.people()));
        }
        List<CompactFile> plan = new ArrayList<>(
                CompactFile.of("frames", frames, request.extras().compact()));
        plan.addAll(CompactFile.of("people", people, request.extras().compact()));
        return plan;
    }

    private static Tally.Wrong wrong(CompactTask.Done done) {
        String name = done.file().name();
        return new Tally.Wrong(
                name,
                done.rows() < 0
                        ? name + " is committed but its file is missing"
                        : name + " has " + done.rows() + " rows but its pieces have "
                                + done.file().rows());
    }

    /** Deletes what dead attempts, other sizes and pieces that were done anew have left: first commits, then what they name. */
    private void sweep(List<CompactTask.Done> done, FileSystem files) throws IOException {
        Set<String> counting = new HashSet<>();
        for (CompactTask.Done one : done) {
            counting.add(one.file().name());
            counting.add(one.file().data(compact, one.commit().attempt()).getName());
        }
        for (Path place : List.of(compact.job("commits"), compact.frames(), compact.people())) {
            try {
                RemoteIterator<LocatedFileStatus> list = files.listFiles(place, false);
                while (list.hasNext()) {
                    Path file = list.next().getPath();
                    if (CompactFile.isName(file.getName()) && !counting.contains(file.getName())) {
                        files.delete(file, false);
                    }
                }
            } catch (FileNotFoundException e) {
                throw new IOException(place + " has disappeared", e);
            }
        }
    }

    private static String line(List<CompactTask.Done> done, long pieces, double seconds) {
        return String.format(
                Locale.ROOT,
                "compacted %,d files of %.1f MB into %,d of %.1f MB; %,d written in this run, %.1f s",
                pieces,
                done.stream().mapToLong(one -> one.file().bytes()).sum() / 1e6,
                done.size(),
                done.stream().mapToLong(CompactTask.Done::bytes).sum() / 1e6,
                done.stream().filter(CompactTask.Done::now).count(),
                seconds);
    }
}
