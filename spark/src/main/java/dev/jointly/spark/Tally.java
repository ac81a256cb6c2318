package dev.jointly.spark;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The contents of the output over all runs, counted from the tables themselves.
 *
 * @param bytes of both tables
 * @param slowest seconds
 * @param speeds frames by their seconds: below 1 ms, 10 ms, 100 ms, 1 s, 10 s, 100 s, and the rest
 * @param errors a few of them
 * @param wrong pieces whose tables have other rows than they should
 */
record Tally(
        long frames,
        long optimal,
        long bounded,
        long failed,
        long quarantined,
        long people,
        long bytes,
        double seconds,
        double slowest,
        double widestGap,
        List<Long> speeds,
        List<Trouble> errors,
        List<Wrong> wrong)
        implements Serializable {
    static final int SPEEDS = 7;
    private static final int MOST_ERRORS = 20;
    private static final int SLICES = 200;

    private static final String COLUMNS = """
            message frame {
              required binary id (STRING);
              required binary source (STRING);
              required binary status (STRING);
              optional double gap;
              required double seconds;
              optional int32 people;
              optional binary error (STRING);
              required boolean quarantined;
            }""";

    /** A record without a solution. */
    record Trouble(String id, String source, String error) implements Serializable {}

    /**
     * What is to be found.
     *
     * @param commit of the piece
     * @param frames rows in the table of frames, by the plan
     */
    record Expected(Commit commit, long frames) implements Serializable {
        String piece() {
            return commit.piece();
        }
    }

    /** A piece that is not what it should be, and how. */
    record Wrong(String piece, String sentence) implements Serializable {}

    static final Tally NOTHING =
            new Tally(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, java.util.Collections.nCopies(SPEEDS, 0L), List.of(), List.of());

    /** Counts these pieces and compares each with what is expected. */
    static Tally of(
            List<Expected> pieces,
            OutputFolder folder,
            JavaSparkContext spark,
            Broadcast<SerializableConfiguration> hadoop) {
        if (pieces.isEmpty()) {
            return NOTHING;
        }
        return spark.parallelize(pieces, Math.min(SLICES, pieces.size()))
                .map(piece -> ofPiece(piece, folder, hadoop.value().value()))
                .reduce(Tally::and);
    }

    private static Tally ofPiece(Expected piece, OutputFolder folder, Configuration conf) throws IOException {
        FileSystem files = folder.files(conf);
        String attempt = piece.commit().attempt();
        Path frames = OutputFolder.data(folder.frames(), piece.piece(), attempt);
        Path people = OutputFolder.data(folder.people(), piece.piece(), attempt);
        for (Path file : List.of(frames, people)) {
            if (!files.exists(file)) {
                return NOTHING.and(
                        new Wrong(piece.piece(), piece.piece() + " is committed but " + file + " is missing"));
            }
        }
        long bytes = files.getFileStatus(frames).getLen()
                + files.getFileStatus(people).getLen();
        Configuration some = new Configuration(conf);
        some.set(ReadSupport.PARQUET_READ_SCHEMA, COLUMNS);
        Tally tally = NOTHING;
        try (ParquetReader<Group> rows = ParquetReader.builder(new GroupReadSupport(), frames)
                .withConf(some)
                .build()) {
            for (Group row = rows.read(); row != null; row = rows.read()) {
                tally = tally.and(ofFrame(row));
            }
        }
        Tally sized = tally.and(new Tally(0, 0, 0, 0, 0, 0, bytes, 0, 0, 0, NOTHING.speeds(), List.of(), List.of()));
        for (Wrong wrong : wrong(piece, tally, rows(people, conf))) {
            sized = sized.and(wrong);
        }
        return sized;
    }

    private Tally and(Wrong one) {
        return and(new Tally(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NOTHING.speeds, List.of(), List.of(one)));
    }

    private static long rows(Path file, Configuration conf) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(HadoopInputFile.fromPath(file, conf))) {
            return reader.getRecordCount();
        }
    }

    private static List<Wrong> wrong(Expected piece, Tally found, long people) {
        if (found.frames != piece.frames()) {
            return List.of(new Wrong(
                    piece.piece(),
                    piece.piece() + " has " + found.frames + " rows in frames but the plan has " + piece.frames()));
        }
        if (found.people != people) {
            return List.of(new Wrong(
                    piece.piece(),
                    piece.piece() + " has " + people + " rows in people but its frames have " + found.people));
        }
        return List.of();
    }

    private static Tally ofFrame(Group row) {
        String status = row.getString("status", 0);
        boolean failed = status.equals("error");
        double seconds = row.getDouble("seconds", 0);
        List<Long> speeds = new ArrayList<>(NOTHING.speeds());
        speeds.set(Math.max(0, Math.min(SPEEDS - 1, (int) Math.floor(Math.log10(Math.max(seconds, 1e-9)) + 4))), 1L);
        return new Tally(
                1,
                status.equals("optimal") ? 1 : 0,
                status.equals("bounded") ? 1 : 0,
                failed ? 1 : 0,
                row.getBoolean("quarantined", 0) ? 1 : 0,
                failed ? 0 : row.getInteger("people", 0),
                0,
                seconds,
                seconds,
                failed ? 0 : row.getDouble("gap", 0),
                speeds,
                failed
                        ? List.of(new Trouble(
                                row.getString("id", 0), row.getString("source", 0), row.getString("error", 0)))
                        : List.of(),
                List.of());
    }

    Tally and(Tally other) {
        List<Long> both = new ArrayList<>();
        for (int i = 0; i < SPEEDS; i++) {
            both.add(speeds.get(i) + other.speeds.get(i));
        }
        List<Trouble> some = new ArrayList<>(errors);
        some.addAll(other.errors);
        List<Wrong> allWrong = new ArrayList<>(wrong);
        allWrong.addAll(other.wrong);
        return new Tally(
                frames + other.frames,
                optimal + other.optimal,
                bounded + other.bounded,
                failed + other.failed,
                quarantined + other.quarantined,
                people + other.people,
                bytes + other.bytes,
                seconds + other.seconds,
                Math.max(slowest, other.slowest),
                Math.max(widestGap, other.widestGap),
                both,
                List.copyOf(some.subList(0, Math.min(MOST_ERRORS, some.size()))),
                List.copyOf(allWrong));
    }
}
