package dev.jointly.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetWriter;

/** The files of one piece while it is worked on, under names that no other attempt uses; they count once committed. */
final class PieceOutput implements AutoCloseable {
    private final Piece piece;
    private final OutputFolder folder;
    private final Configuration conf;
    private final FileSystem files;
    private final String attempt = UUID.randomUUID().toString();
    private final ParquetWriter<Group> frames;
    private final ParquetWriter<Group> people;
    private final List<RawRecord> putOff = new ArrayList<>();
    private boolean open = true;

    PieceOutput(Piece piece, OutputFolder folder, Configuration conf) throws IOException {
        this.piece = piece;
        this.folder = folder;
        this.conf = conf;
        this.files = folder.files(conf);
        this.frames = OutputTables.writer(draft("frames"), OutputTables.FRAMES, conf);
        this.people = OutputTables.writer(draft("people"), OutputTables.PEOPLE, conf);
    }

    private Path draft(String table) {
        return new Path(folder.drafts(), piece.name() + "." + attempt + "." + table);
    }

    void add(Outcome outcome) throws IOException {
        if (outcome.putOff() != null) {
            putOff.add(new RawRecord(outcome.frame().source(), outcome.putOff()));
            return;
        }
        frames.write(OutputTables.frame(outcome.frame()));
        for (PersonRow person : outcome.people()) {
            people.write(OutputTables.person(person));
        }
    }

    /** Everything in place, the file that makes it count last. */
    void commit() throws IOException {
        open = false;
        people.close();
        frames.close();
        if (folder.done(piece, files)) {
            // another attempt was faster; its files agree with each other
            discard();
            return;
        }
        String name = piece.name() + OutputFolder.ENDING;
        Path hard = new Path(folder.putOff(), name);
        if (!putOff.isEmpty()) {
            writePutOff();
            OutputFolder.place(draft("put-off"), hard, files);
        } else if (piece.pass() == 1 && files.exists(hard)) {
            // left by an attempt that died before it could commit
            files.delete(hard, false);
        }
        OutputFolder.place(draft("people"), new Path(folder.people(), name), files);
        OutputFolder.place(draft("frames"), new Path(folder.frames(), name), files);
    }

    private void writePutOff() throws IOException {
        putOff.sort(Comparator.comparingInt((RawRecord record) -> record.text().length())
                .reversed());
        try (ParquetWriter<Group> writer = OutputTables.writer(draft("put-off"), OutputTables.PUT_OFF, conf)) {
            for (RawRecord record : putOff) {
                writer.write(OutputTables.putOff(record));
            }
        }
    }

    private void discard() throws IOException {
        for (String table : List.of("frames", "people", "put-off")) {
            files.delete(draft(table), false);
        }
    }

    /** Throws away what has not been committed. */
    @Override
    public void close() throws IOException {
        if (open) {
            open = false;
            people.close();
            frames.close();
            discard();
        }
    }
}
