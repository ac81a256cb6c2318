package dev.jointly.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetWriter;

/** The files of one attempt at a piece, under names that no other attempt uses; they count once committed. */
final class PieceOutput implements AutoCloseable {
    private final Piece piece;
    private final String attempt;
    private final OutputFolder folder;
    private final Configuration conf;
    private final FileSystem files;
    private final ParquetWriter<Group> frames;
    private final ParquetWriter<Group> people;
    private final List<RawRecord> putOff = new ArrayList<>();
    private long frameRows;
    private long personRows;
    private boolean open = true;

    PieceOutput(Piece piece, String attempt, OutputFolder folder, Configuration conf) throws IOException {
        this.piece = piece;
        this.attempt = attempt;
        this.folder = folder;
        this.conf = conf;
        this.files = folder.files(conf);
        Faults.reached(CommitState.BEGUN, piece);
        this.frames = OutputTables.writer(data(folder.frames()), OutputTables.FRAMES, conf);
        this.people = OutputTables.writer(data(folder.people()), OutputTables.PEOPLE, conf);
    }

    private Path data(Path table) {
        return OutputFolder.data(table, piece.name(), attempt);
    }

    void add(Outcome outcome) throws IOException {
        if (outcome.putOff() != null) {
            putOff.add(new RawRecord(outcome.frame().source(), outcome.putOff()));
            return;
        }
        frames.write(OutputTables.frame(outcome.frame()));
        frameRows++;
        for (PersonRow person : outcome.people()) {
            people.write(OutputTables.person(person));
            personRows++;
        }
    }

    /**
     * Completes the files and makes them count, unless those of another attempt already do.
     *
     * @param term of the driver that wants it
     * @throws SupersededException if a later driver has taken over
     */
    void commit(Term term) throws IOException {
        Faults.reached(CommitState.WRITING, piece);
        people.close();
        Faults.reached(CommitState.PEOPLE_COMPLETE, piece);
        frames.close();
        if (!putOff.isEmpty()) {
            writePutOff();
        }
        Faults.reached(CommitState.FILES_COMPLETE, piece);
        Storage storage = Storage.of(files);
        term.require(storage);
        Faults.reached(CommitState.UNFENCED, piece);
        Commit commit = new Commit(piece.name(), attempt, frameRows, personRows, putOff.size());
        // from here on the files may count, even if the answer is lost: only a lost commit deletes them
        open = false;
        if (commit.put(folder, storage)) {
            Faults.reached(CommitState.COMMITTED, piece);
        } else {
            Faults.reached(CommitState.LOST, piece);
            discard();
        }
    }

    private void writePutOff() throws IOException {
        putOff.sort(Comparator.comparingInt((RawRecord record) -> record.text().length())
                .reversed());
        try (ParquetWriter<Group> writer = OutputTables.writer(data(folder.putOff()), OutputTables.PUT_OFF, conf)) {
            for (RawRecord record : putOff) {
                writer.write(OutputTables.putOff(record));
            }
        }
    }

    /** Deletes the files of this attempt; no other has files of these names. */
    private void discard() throws IOException {
        for (Path table : List.of(folder.frames(), folder.people(), folder.putOff())) {
            files.delete(data(table), false);
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
