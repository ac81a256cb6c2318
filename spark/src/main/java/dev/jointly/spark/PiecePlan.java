package dev.jointly.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** Which pieces there are. Driver memory goes with their number, which has an upper limit; it does not go with records. */
final class PiecePlan {
    /** More pieces than this would burden the driver; pieces get larger instead. */
    private static final int MOST_PIECES = 50_000;

    /** Enough for the scheduler's work to vanish beside it, and little to do again when a process dies. */
    private static final double PIECE_SECONDS = 30;

    /** So many pieces for each processor even out what estimates get wrong. */
    private static final int PIECES_PER_PROCESSOR = 8;

    /** Less would be all commit and no work. */
    private static final double LEAST_SECONDS = 0.2;

    private static final long STRETCH = 64L << 20;

    private PiecePlan() {}

    /**
     * The first pass over an input.
     *
     * @param processors that will share the work, as far as is known
     */
    static List<Piece> of(
            Input input, int processors, JavaSparkContext spark, Broadcast<SerializableConfiguration> hadoop) {
        // text is mostly pairs, so bytes tell the cost of all of it well enough to choose a size
        double total = input.bytes() / 1000.0 * CostEstimate.of(input.kind(), 0);
        double spread = total / ((double) PIECES_PER_PROCESSOR * processors);
        double size = Math.max(Math.min(PIECE_SECONDS, spread), total / MOST_PIECES);
        Scan scan = new Scan(input.kind(), Math.max(LEAST_SECONDS, size), 1, hadoop);
        List<Piece> pieces = cut(input.kind(), input.files(), scan, spark);
        List<Piece> named = new ArrayList<>();
        for (Piece piece : pieces) {
            named.add(piece.named(String.format(Locale.ROOT, "part-%06d", named.size())));
        }
        return named;
    }

    /** The second pass over what the first postponed: one problem per piece, as long as that makes not too many. */
    static List<Piece> putOff(
            List<Input.Listed> files, JavaSparkContext spark, Broadcast<SerializableConfiguration> hadoop) {
        List<Piece> whole =
                cut(InputKind.PARQUET, files, new Scan(InputKind.PARQUET, Double.MAX_VALUE, 2, hadoop), spark);
        long problems = whole.stream().mapToLong(Piece::count).sum();
        long each = Math.max(1, problems / MOST_PIECES);
        List<Piece> named = new ArrayList<>();
        for (Piece piece : whole) {
            // with the attempt: another one may postpone other problems
            String postponed = new Path(piece.file()).getName().replace(OutputFolder.ENDING, "");
            for (long done = 0; done < piece.count(); done += each) {
                named.add(piece.part(
                        postponed + ".hard-" + piece.start() + "-" + done, done, Math.min(each, piece.count() - done)));
            }
        }
        return named;
    }

    /** Name of the piece of the first pass that postponed the problems of a piece of the second. */
    static String origin(Piece hard) {
        return OutputFolder.origin(new Path(hard.file()));
    }

    private static List<Piece> cut(InputKind kind, List<Input.Listed> files, Scan scan, JavaSparkContext spark) {
        List<Scan.Stretch> stretches = new ArrayList<>();
        for (Input.Listed file : files) {
            if (file.size() == 0) {
                continue;
            }
            boolean whole = kind == InputKind.PARQUET || Records.packed(file.path());
            long step = whole ? file.size() : STRETCH;
            for (long start = 0; start < file.size(); start += step) {
                stretches.add(new Scan.Stretch(file.path(), start, Math.min(file.size(), start + step)));
            }
        }
        if (stretches.isEmpty()) {
            return List.of();
        }
        List<Piece> pieces = new ArrayList<>(spark.parallelize(stretches, Math.min(stretches.size(), MOST_PIECES))
                .mapPartitions(scan)
                .collect());
        pieces.sort(
                Comparator.comparing(Piece::file).thenComparing(Piece::start).thenComparing(Piece::skip));
        return pieces;
    }

    /** What is hard comes first, so that the last task to end is a short one. */
    static List<Piece> hardFirst(List<Piece> pieces) {
        List<Piece> sorted = new ArrayList<>(pieces);
        sorted.sort(Comparator.comparingDouble(Piece::peak)
                .thenComparingDouble(Piece::cost)
                .reversed());
        return sorted;
    }
}
