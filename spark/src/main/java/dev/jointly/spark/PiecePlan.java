package dev.jointly.spark;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Which pieces there are: the partitions in which Spark reads the input, each a piece; or several, which take its records in turn,
 * where files cannot be split enough to occupy all processors. Driver memory goes with the number of pieces, which has an
 * upper limit; it does not go with records.
 *
 * @param bytes of a partition
 * @param sharing how many pieces a partition has
 */
record PiecePlan(long bytes, long sharing, List<Piece.Part> parts) {
    /** More pieces than this would burden the driver; pieces get larger instead. */
    private static final int MAX_PIECES = 50_000;

    /** So many pieces for each processor even out differences. */
    private static final int PIECES_PER_PROCESSOR = 8;

    /** About half a minute of work, and a fifth of a second: less would be all commit. */
    private static final long MAX_BYTES = 32L << 20;

    private static final long LEAST_BYTES = 256L << 10;

    /** The same of a list of images, whose names have some 100 bytes. */
    private static final long MAX_BYTES_OF_NAMES = 15_000;

    private static final long LEAST_BYTES_OF_NAMES = 100;

    /** A piece reads what the others of its partition do, too: more of them would be all reading. */
    private static final int MAX_SHARING = 16;

    /** A size chosen by the user. */
    private static final String CHOSEN = "spark.sql.files.maxPartitionBytes";

    /** @param processors that will share the work, as far as is known */
    static PiecePlan of(BatchInput input, int processors, SparkSession spark) {
        BatchInput.Kind kind = input.kind();
        boolean names = kind == BatchInput.Kind.IMAGES;
        long least = names ? LEAST_BYTES_OF_NAMES : LEAST_BYTES;
        long most = names ? MAX_BYTES_OF_NAMES : MAX_BYTES;
        long enough = (long) PIECES_PER_PROCESSOR * processors;
        long bytes = Math.max(Math.max(least, Math.min(most, input.bytes() / enough)), input.bytes() / MAX_PIECES);
        if (spark.sparkContext().getConf().contains(CHOSEN)) {
            bytes = spark.sparkContext().getConf().getSizeAsBytes(CHOSEN);
        }
        if (input.bytes() == 0) {
            return new PiecePlan(bytes, 1, List.of());
        }
        Dataset<Row> records = input.read(spark, bytes);
        // of Parquet the footers alone are read
        Dataset<Row> places =
                kind == BatchInput.Kind.PARQUET ? records.select(BatchInput.FILE, BatchInput.START) : records;
        List<Piece.Part> parts = places.toJavaRDD()
                .mapPartitionsWithIndex(
                        (number, rows) -> part(number, rows, kind).iterator(), false)
                .collect();
        long wanted = Math.min(input.bytes() / bytes + 1, enough);
        return new PiecePlan(bytes, Math.max(1, Math.min(MAX_SHARING, wanted / Math.max(1, parts.size()))), parts);
    }

    private static List<Piece.Part> part(int number, Iterator<Row> rows, BatchInput.Kind kind) {
        Places places = new Places();
        while (rows.hasNext()) {
            Row row = rows.next();
            if (BatchInput.isRecord(kind, row)) {
                places.next(row);
            }
        }
        return places.records == 0 ? List.of() : List.of(places.part(number));
    }

    /** The pieces of the first pass. */
    List<Piece> pieces() {
        List<Piece> pieces = new ArrayList<>();
        for (Piece.Part part : parts) {
            for (long first = 0; first < Math.min(sharing, part.records()); first++) {
                String name = String.format(Locale.ROOT, "part-%06d", pieces.size());
                pieces.add(new Piece(name, 1, part, first, sharing, (part.records() - first - 1) / sharing + 1));
            }
        }
        return pieces;
    }

    /**
     * The second pass over what the first postponed: one problem per piece, as long as that makes not too many; the largest of each
     * file first.
     */
    static List<Piece> postponed(List<Commit> commits) {
        long each = Math.max(1, commits.stream().mapToLong(Commit::putOff).sum() / MAX_PIECES);
        List<Piece> pieces = new ArrayList<>();
        for (Commit commit : commits) {
            for (long first = 0; first < commit.putOff(); first += each) {
                // with the attempt: another one may postpone other problems
                String name = commit.name() + ".hard-" + first;
                Piece.Part part = new Piece.Part(-1, commit.putOff(), 0);
                pieces.add(new Piece(name, 2, part, first, 1, Math.min(each, commit.putOff() - first)));
            }
        }
        pieces.sort(Comparator.comparingLong(Piece::first));
        return pieces;
    }

    String text() {
        return bytes + " " + sharing + "\n"
                + parts.stream()
                        .map(part -> part.number() + " " + part.records() + " " + part.check() + "\n")
                        .collect(Collectors.joining());
    }

    static PiecePlan read(String text) throws IOException {
        try {
            List<String[]> lines = text.lines().map(line -> line.split(" ", -1)).toList();
            List<Piece.Part> parts = new ArrayList<>();
            for (String[] words : lines.subList(1, lines.size())) {
                parts.add(
                        new Piece.Part(Integer.parseInt(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2])));
            }
            return new PiecePlan(Long.parseLong(lines.get(0)[0]), Long.parseLong(lines.get(0)[1]), parts);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException("the plan of the batch is damaged", e);
        }
    }

    /** Where the records of a partition are, one after the other. */
    static final class Places {
        private String file = "";
        private String name = "";
        private long start = -1;
        private long number;
        private long records;
        private long check;

        /** The place of the next record: its file, the byte at which Spark began to read, and its number from there. */
        String next(Row row) {
            String now = row.getAs(BatchInput.FILE);
            long from = row.<Long>getAs(BatchInput.START);
            if (!now.equals(file) || from != start) {
                file = now;
                name = new Path(URI.create(now)).getName();
                start = from;
                number = 0;
            }
            number++;
            records++;
            check = 31 * (31 * check + file.hashCode()) + start;
            return name + " at byte " + start + ", record " + number;
        }

        long records() {
            return records;
        }

        Piece.Part part(int partition) {
            return new Piece.Part(partition, records, check);
        }
    }
}
