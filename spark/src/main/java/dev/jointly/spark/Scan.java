package dev.jointly.spark;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Cuts stretches of the input into pieces of about the same estimated cost. Only lengths are looked at, so a record that
 * cannot be parsed is no trouble here.
 *
 * @param most estimated seconds of a piece; one record may still take longer
 */
record Scan(InputKind kind, double most, int pass, Broadcast<SerializableConfiguration> hadoop)
        implements FlatMapFunction<Iterator<Scan.Stretch>, Piece>, Serializable {

    /** Bytes of a file, up to the end of the line that holds the last one. */
    record Stretch(String file, long start, long end) implements Serializable {}

    @Override
    public Iterator<Piece> call(Iterator<Stretch> stretches) throws IOException {
        List<Piece> pieces = new ArrayList<>();
        while (stretches.hasNext()) {
            Stretch stretch = stretches.next();
            if (kind == InputKind.PARQUET) {
                rows(stretch, pieces);
            } else {
                lines(stretch, pieces);
            }
        }
        return pieces.iterator();
    }

    private void lines(Stretch stretch, List<Piece> pieces) throws IOException {
        Configuration conf = hadoop.value().value();
        boolean packed = Records.packed(stretch.file());
        try (Lines lines = Records.lines(stretch.file(), Math.max(0, stretch.start() - 1), conf)) {
            if (stretch.start() > 0) {
                // the line that began before belongs to the stretch before
                lines.skipLine();
            }
            Cut cut = new Cut(stretch.file(), pieces);
            long before = lines.position();
            for (int length = lines.advance(); length >= 0; length = lines.advance()) {
                if (!packed && lines.start() >= stretch.end()) {
                    break;
                }
                cut.add(CostEstimate.of(kind, length), packed ? 0 : before, packed ? stretch.end() : lines.position());
                before = lines.position();
            }
            cut.close();
        }
    }

    private void rows(Stretch stretch, List<Piece> pieces) throws IOException {
        Configuration conf = hadoop.value().value();
        try (ParquetFileReader file =
                ParquetFileReader.open(HadoopInputFile.fromPath(new Path(stretch.file()), conf))) {
            for (BlockMetaData block : file.getFooter().getBlocks()) {
                Cut cut = new Cut(stretch.file(), pieces);
                double each = CostEstimate.of(kind, block.getTotalByteSize() / Math.max(1, block.getRowCount()));
                long start = block.getStartingPos();
                for (long row = 0; row < block.getRowCount(); row++) {
                    cut.add(each, start, start + block.getCompressedSize());
                }
                cut.close();
            }
        }
    }

    /** The piece being filled. */
    private final class Cut {
        private final String file;
        private final List<Piece> pieces;
        private long start;
        private long end;
        private long skip;
        private long count;
        private double cost;
        private double peak;

        Cut(String file, List<Piece> pieces) {
            this.file = file;
            this.pieces = pieces;
        }

        /** One more record, from where it can be reached and to where it reaches. */
        void add(double seconds, long from, long to) {
            if (count > 0 && cost + seconds > most) {
                close();
            }
            if (count == 0) {
                // pieces that start at the same byte pass over the records of those before
                skip = from == start ? skip : 0;
                start = from;
            }
            end = to;
            count++;
            cost += seconds;
            peak = Math.max(peak, seconds);
        }

        void close() {
            if (count > 0) {
                pieces.add(new Piece("", kind, file, start, end, skip, count, cost, peak, pass));
                skip += count;
            }
            count = 0;
            cost = 0;
            peak = 0;
        }
    }
}
