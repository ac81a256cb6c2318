package dev.jointly.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * One task: a large file, from the rows of its pieces to its commit. Rows are decoded and written anew, because row groups that were
 * joined as they are would be as small as before.
 *
 * @param folder of the pieces
 * @param compact of the large files
 */
record CompactTask(OutputFolder folder, OutputFolder compact, Broadcast<SerializableConfiguration> hadoop)
        implements Function<CompactFile, CompactTask.Done>, Serializable {

    /**
     * A file that is committed.
     *
     * @param bytes of it
     * @param rows in it, by its footer; negative if the file is missing
     * @param now whether this task has written it
     */
    record Done(CompactFile file, Commit commit, long bytes, long rows, boolean now) implements Serializable {}

    @Override
    public Done call(CompactFile file) throws IOException {
        Configuration conf = hadoop.value().value();
        FileSystem files = compact.files(conf);
        Storage storage = Storage.of(files);
        Optional<Commit> before = Commit.of(file.name(), compact, storage);
        if (before.isEmpty()) {
            write(file, conf, files, storage);
        }
        Commit commit = Commit.of(file.name(), compact, storage)
                .orElseThrow(() -> new IOException("the commit of " + file.name() + " has disappeared"));
        return done(file, commit, conf, files, before.isEmpty());
    }

    private void write(CompactFile file, Configuration conf, FileSystem files, Storage storage) throws IOException {
        String attempt = PieceTask.attempt();
        Path data = file.data(compact, attempt);
        Faults.reached(CommitState.BEGUN, file.place());
        boolean complete = false;
        try {
            long rows = 0;
            try (ParquetWriter<Group> writer = OutputTables.writer(data, file.columns(), conf)) {
                for (CompactFile.Source source : file.sources()) {
                    rows += copy(
                            new Path(folder.top(file.table()), source.name() + OutputFolder.ENDING),
                            file.columns(),
                            writer,
                            conf);
                }
                Faults.reached(CommitState.WRITING, file.place());
            }
            file.requireRows(rows, data);
            complete = true;
        } finally {
            if (!complete) {
                files.delete(data, false);
            }
        }
        Faults.reached(CommitState.FILES_COMPLETE, file.place());
        if (file.commit(attempt).put(compact, storage)) {
            Faults.reached(CommitState.COMMITTED, file.place());
        } else {
            files.delete(data, false);
        }
    }

    private static long copy(Path from, MessageType columns, ParquetWriter<Group> writer, Configuration conf)
            throws IOException {
        long rows = 0;
        try (ParquetReader<Group> reader = ParquetReader.builder(new GroupReadSupport(), from)
                .withConf(conf)
                .build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                writer.write(row.getType().equals(columns) ? row : widened(row, columns));
                rows++;
            }
        }
        return rows;
    }

    /** A row of an earlier version, which may lack columns. */
    private static Group widened(Group row, GroupType columns) {
        Group wide = new SimpleGroup(columns);
        for (Type column : columns.getFields()) {
            String name = column.getName();
            int values = row.getType().containsField(name) ? row.getFieldRepetitionCount(name) : 0;
            for (int i = 0; i < values; i++) {
                if (column.isPrimitive()) {
                    add(row, name, i, column.asPrimitiveType().getPrimitiveTypeName(), wide);
                } else {
                    wide.add(name, widened(row.getGroup(name, i), column.asGroupType()));
                }
            }
        }
        return wide;
    }

    private static void add(Group from, String name, int index, PrimitiveTypeName type, Group to) {
        switch (type) {
            case BOOLEAN -> to.add(name, from.getBoolean(name, index));
            case INT32 -> to.add(name, from.getInteger(name, index));
            case DOUBLE -> to.add(name, from.getDouble(name, index));
            case BINARY -> to.add(name, from.getBinary(name, index));
            default -> throw new IllegalStateException("no table has a column of " + type);
        }
    }

    private Done done(CompactFile file, Commit commit, Configuration conf, FileSystem files, boolean now)
            throws IOException {
        Path data = file.data(compact, commit.attempt());
        try (ParquetFileReader reader = ParquetFileReader.open(HadoopInputFile.fromPath(data, conf))) {
            return new Done(file, commit, files.getFileStatus(data).getLen(), reader.getRecordCount(), now);
        } catch (FileNotFoundException e) {
            return new Done(file, commit, 0, -1, now);
        }
    }
}
