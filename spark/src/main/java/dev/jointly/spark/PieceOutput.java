package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetWriter;

/** The files of one attempt at a piece, under names that no other attempt uses; they count once committed. */
final class PieceOutput implements AutoCloseable {
    private final Piece piece;
    private final String attempt;
    private final OutputFolder folder;
    private final List<Path> written;
    private final ParquetWriter<Group> frames;
    private final ParquetWriter<Group> people;
    private final List<Outcome> putOff = new ArrayList<>();
    private long frameRows;
    private long personRows;
    private boolean open = true;

    PieceOutput(Piece piece, String attempt, OutputFolder folder) throws IOException {
        this.piece = piece;
        this.attempt = attempt;
        this.folder = folder;
        String name = piece.name() + "." + attempt;
        this.written = List.of(
                folder.data(OutputFolder.FRAMES, name), folder.data(OutputFolder.PEOPLE, name), folder.putOff(name));
        Faults.reached(Faults.State.BEGUN, piece.name());
        this.frames = OutputTables.writer(
                written.get(0), OutputTables.FRAMES, folder.files().getConf());
        this.people = OutputTables.writer(
                written.get(1), OutputTables.PEOPLE, folder.files().getConf());
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
        Faults.reached(Faults.State.WRITING, piece.name());
        people.close();
        Faults.reached(Faults.State.PEOPLE_COMPLETE, piece.name());
        frames.close();
        if (!putOff.isEmpty()) {
            writePutOff();
        }
        Faults.reached(Faults.State.FILES_COMPLETE, piece.name());
        // from here on the files may count, even if the answer is lost: only a lost commit deletes them
        open = false;
        if (new Commit(piece.name(), attempt, frameRows, personRows, putOff.size()).put(folder)) {
            Faults.reached(Faults.State.COMMITTED, piece.name());
        } else {
            Faults.reached(Faults.State.LOST, piece.name());
            discard();
        }
    }

    private void writePutOff() throws IOException {
        putOff.sort(Comparator.comparingInt(
                        (Outcome outcome) -> String.valueOf(outcome.postponed()).length())
                .reversed());
        try (Writer out =
                new BufferedWriter(new OutputStreamWriter(folder.files().create(written.get(2), false), UTF_8))) {
            for (Outcome outcome : putOff) {
                out.write(outcome.source().replace('\t', ' ') + "\t" + outcome.postponed() + "\n");
            }
        }
    }

    /** Deletes the files of this attempt; no other has files of these names. */
    private void discard() throws IOException {
        for (Path file : written) {
            folder.files().delete(file, false);
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
