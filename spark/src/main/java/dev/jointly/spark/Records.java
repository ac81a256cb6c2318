package dev.jointly.spark;

import java.io.IOException;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;

/** The records of one piece, one after another. */
interface Records extends AutoCloseable {
    /** The next one; the caller counts. */
    RawRecord next() throws IOException;

    @Override
    void close() throws IOException;

    static Records open(Piece piece, Configuration conf) throws IOException {
        return piece.kind() == InputKind.PARQUET ? new Parquet(piece, conf) : new Text(piece, conf);
    }

    /** Opens a file of lines at a byte, or, packed, at its beginning. */
    static Lines lines(String file, long start, Configuration conf) throws IOException {
        Path path = new Path(file);
        FSDataInputStream raw = path.getFileSystem(conf).open(path);
        if (packed(file)) {
            return new Lines(new GZIPInputStream(raw, 1 << 16), 0);
        }
        raw.seek(start);
        return new Lines(raw, start);
    }

    /** Whether a file can only be read from its beginning. */
    static boolean packed(String file) {
        return file.endsWith(".gz");
    }

    /** Lines of a file. */
    final class Text implements Records {
        private final Piece piece;
        private final Lines lines;
        private long number;

        Text(Piece piece, Configuration conf) throws IOException {
            this.piece = piece;
            this.lines = lines(piece.file(), piece.start(), conf);
            for (; number < piece.skip(); number++) {
                lines.advance();
            }
        }

        @Override
        public RawRecord next() throws IOException {
            String text = lines.next();
            if (text == null) {
                throw new IOException(
                        piece.file() + ": ended before its record " + number + "; it has changed since the job began");
            }
            number++;
            String place = packed(piece.file()) ? "record " + number : "byte " + lines.start();
            return new RawRecord(new Path(piece.file()).getName() + " at " + place, text);
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }

    /** Rows of a row group. */
    final class Parquet implements Records {
        private final Piece piece;
        private final RowGroupRows rows;
        private long number;

        Parquet(Piece piece, Configuration conf) throws IOException {
            this.piece = piece;
            this.number = piece.skip();
            this.rows = new RowGroupRows(piece, conf);
        }

        @Override
        public RawRecord next() throws IOException {
            Group row = rows.next();
            // postponed problems remember where they came from
            String place = piece.pass() > 1
                    ? row.getString("source", 0)
                    : new Path(piece.file()).getName() + " at byte " + piece.start() + ", row " + number;
            number++;
            return new RawRecord(place, ProblemColumns.json(row));
        }

        @Override
        public void close() throws IOException {
            rows.close();
        }
    }
}
