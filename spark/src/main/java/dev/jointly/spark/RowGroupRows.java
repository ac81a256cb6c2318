package dev.jointly.spark;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;

/**
 * Rows of a piece that is a part of a row group. Where the file has an index of its pages, only the pages that contain these rows are
 * read; else all, and the rows before are decoded and dropped.
 */
final class RowGroupRows implements AutoCloseable {
    private final Piece piece;
    private final ParquetFileReader file;
    private final RecordReader<Group> rows;
    private long left;

    RowGroupRows(Piece piece, Configuration conf) throws IOException {
        this.piece = piece;
        this.file = ParquetFileReader.open(HadoopInputFile.fromPath(new Path(piece.file()), conf));
        try {
            int block = block(file.getRowGroups());
            boolean indexed = isIndexed(file.getRowGroups().get(block));
            PageReadStore pages = indexed ? file.readFilteredRowGroup(block, ranges(block)) : file.readRowGroup(block);
            MessageType columns = file.getFileMetaData().getSchema();
            this.rows = new ColumnIOFactory(file.getFileMetaData().getCreatedBy())
                    .getColumnIO(columns)
                    .getRecordReader(pages, new GroupRecordConverter(columns));
            this.left = pages.getRowCount();
            if (!indexed) {
                for (long skipped = 0; skipped < piece.skip(); skipped++) {
                    next();
                }
            }
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private int block(List<BlockMetaData> blocks) throws IOException {
        return IntStream.range(0, blocks.size())
                .filter(i -> blocks.get(i).getStartingPos() == piece.start()
                        && blocks.get(i).getRowCount() >= piece.skip() + piece.count())
                .findFirst()
                .orElseThrow(this::changed);
    }

    private IOException changed() {
        return new IOException(piece.file() + ": has not the row group at byte " + piece.start() + " with "
                + (piece.skip() + piece.count()) + " rows; it has changed since the job began");
    }

    /** Other systems write files without it. */
    private static boolean isIndexed(BlockMetaData block) {
        return block.getColumns().stream()
                .map(ColumnChunkMetaData::getOffsetIndexReference)
                .allMatch(index -> index != null);
    }

    /** Parquet makes ranges of rows from those of pages, so that the piece is the second of three pages here. */
    private RowRanges ranges(int block) {
        long all = file.getRowGroups().get(block).getRowCount();
        return RowRanges.create(
                all, IntStream.of(1).iterator(), new ThreePages(piece.skip(), piece.skip() + piece.count()));
    }

    /** The next row; the caller counts. */
    Group next() throws IOException {
        if (left == 0) {
            throw changed();
        }
        left--;
        return rows.read();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Rows before, of and after a piece. */
    private record ThreePages(long start, long end) implements OffsetIndex {
        @Override
        public int getPageCount() {
            return 3;
        }

        @Override
        public long getOffset(int page) {
            throw new UnsupportedOperationException("these pages are in no file");
        }

        @Override
        public int getCompressedPageSize(int page) {
            throw new UnsupportedOperationException("these pages are in no file");
        }

        @Override
        public long getFirstRowIndex(int page) {
            return page == 0 ? 0 : page == 1 ? start : end;
        }
    }
}
