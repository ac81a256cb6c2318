package dev.jointly.bench.paper;

import com.jerolba.carpet.CarpetWriter;
import dev.jointly.bench.measure.RecordFields;
import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Runs as lines of CSV and as Parquet; a column for each part of {@link Run}. No text of ours has a comma in it. Lines
 * are added one by one and nothing is written twice, so that an interrupted run resumes with the solve it was at.
 */
public final class Store {
    private static final RecordComponent[] COLUMNS = Run.class.getRecordComponents();
    private static final String HEADING =
            Arrays.stream(COLUMNS).map(RecordComponent::getName).collect(Collectors.joining(","));

    private final Path file;
    private final List<Run> runs = new ArrayList<>();

    /** Reads what an earlier run left in the folder. */
    public Store(Path folder) throws IOException {
        file = Files.createDirectories(folder).resolve("runs.csv");
        if (Files.exists(file)) {
            runs.addAll(read(file));
        }
        // an unfinished last line goes
        writeCsv(runs, file);
    }

    boolean has(String set, String problem, String method) {
        return runs.stream()
                .anyMatch(run -> run.by(method)
                        && run.problem().equals(problem)
                        && run.set().equals(set));
    }

    public List<Run> runs() {
        return List.copyOf(runs);
    }

    void add(Run run) throws IOException {
        Files.writeString(file, line(run) + "\n", StandardOpenOption.APPEND);
        runs.add(run);
    }

    private static String line(Run run) {
        return RecordFields.fields(run).values().stream()
                .map(cell -> cell.toString().replace(',', ';'))
                .collect(Collectors.joining(","));
    }

    /** What was written so; a last line that a killed run left unfinished is not there. */
    public static List<Run> read(Path file) throws IOException {
        String text = Files.readString(file);
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !lines.get(0).equals(HEADING)) {
            throw new BadInputException(file + ": found the columns '" + (lines.isEmpty() ? "" : lines.get(0))
                    + "' but expected '" + HEADING + "'; results of another version cannot go on");
        }
        int whole = text.endsWith("\n") ? lines.size() : lines.size() - 1;
        return lines.subList(1, Math.max(1, whole)).stream()
                .map(line -> run(line, file))
                .toList();
    }

    private static Run run(String line, Path file) {
        String[] cells = line.split(",", -1);
        if (cells.length != COLUMNS.length) {
            throw new BadInputException(file + ": found '" + line + "' but expected " + COLUMNS.length + " columns");
        }
        Iterator<String> next = Arrays.asList(cells).iterator();
        return RecordFields.of(Run.class, column -> value(column.getType(), next.next()));
    }

    private static Object value(Class<?> type, String text) {
        if (type == int.class) {
            return Integer.valueOf(text);
        }
        if (type == long.class) {
            return Long.valueOf(text);
        }
        return type == double.class ? (Object) Double.valueOf(text) : text;
    }

    static void writeCsv(List<Run> runs, Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(HEADING));
        runs.forEach(run -> lines.add(line(run)));
        Files.write(file, lines);
    }

    static void writeParquet(List<Run> runs, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                CarpetWriter<Run> writer = new CarpetWriter<>(out, Run.class)) {
            writer.write(runs);
        }
    }
}
