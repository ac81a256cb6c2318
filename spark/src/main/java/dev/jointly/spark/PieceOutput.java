package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
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
    private final FileSystem files;
    private final List<Path> written;
    private final ParquetWriter<Group> frames;
    private final ParquetWriter<Group> people;
    private final List<Outcome> putOff = new ArrayList<>();
    private long frameRows;
    private long personRows;
    private boolean open = true;

    PieceOutput(Piece piece, String attempt, OutputFolder folder, Configuration conf) throws IOException {
        this.piece = piece;
        this.attempt = attempt;
        this.folder = folder;
        this.files = folder.files(conf);
        Path framesFile = OutputFolder.data(folder.frames(), piece.name(), attempt);
        Path peopleFile = OutputFolder.data(folder.people(), piece.name(), attempt);
        this.written = List.of(framesFile, peopleFile, folder.putOff(piece.name(), attempt));
        Faults.reached(CommitState.BEGUN, piece.name());
        this.frames = OutputTables.writer(framesFile, OutputTables.FRAMES, conf);
        this.people = OutputTables.writer(peopleFile, OutputTables.PEOPLE, conf);
    }

    void add(Outcome outcome) throws IOException {
        if (outcome.postponed() != null) {
            putOff.add(outcome);
            return;
        }
        frames.write(OutputTables.frame(outcome, piece.pass()));
        frameRows++;
        for (Group person : OutputTables.people(outcome)) {
            people.write(person);
            personRows++;
        }
    }

    /** Completes the files and makes them count, unless those of another attempt already do. */
    void commit() throws IOException {
        Faults.reached(CommitState.WRITING, piece.name());
        people.close();
        Faults.reached(CommitState.PEOPLE_COMPLETE, piece.name());
        frames.close();
        if (!putOff.isEmpty()) {
            writePutOff();
        }
        Faults.reached(CommitState.FILES_COMPLETE, piece.name());
        Commit commit = new Commit(piece.name(), attempt, frameRows, personRows, putOff.size());
        // from here on the files may count, even if the answer is lost: only a lost commit deletes them
        open = false;
        if (commit.put(folder, Storage.of(files))) {
            Faults.reached(CommitState.COMMITTED, piece.name());
        } else {
            Faults.reached(CommitState.LOST, piece.name());
            discard();
        }
    }

    private void writePutOff() throws IOException {
        putOff.sort(Comparator.comparingInt(
                        (Outcome outcome) -> String.valueOf(outcome.postponed()).length())
                .reversed());
        try (Writer out = new BufferedWriter(
                new OutputStreamWriter(files.create(folder.putOff(piece.name(), attempt), false), UTF_8))) {
            for (Outcome outcome : putOff) {
                out.write(outcome.source().replace('\t', ' ') + "\t" + outcome.postponed() + "\n");
            }
        }
    }

    /** Deletes the files of this attempt; no other has files of these names. */
    private void discard() throws IOException {
        for (Path file : written) {
            files.delete(file, false);
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
