package dev.jointly.bench.paper;

import com.jerolba.carpet.CarpetWriter;
import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Runs as lines of CSV and as Parquet; a column for each part of {@link Run}. No text of ours has a comma in it. */
public final class RunTable {
    private static final RecordComponent[] COLUMNS = Run.class.getRecordComponents();

    private RunTable() {}

    static String heading() {
        return Arrays.stream(COLUMNS).map(RecordComponent::getName).collect(Collectors.joining(","));
    }

    static String line(Run run) {
        List<String> cells = new ArrayList<>();
        for (RecordComponent column : COLUMNS) {
            try {
                cells.add(String.valueOf(column.getAccessor().invoke(run)).replace(',', ';'));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        return String.join(",", cells);
    }

    /** What was written so; a last line that a killed run left unfinished is not there. */
    public static List<Run> read(Path file) throws IOException {
        String text = Files.readString(file);
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !lines.get(0).equals(heading())) {
            throw new BadInputException(file + ": found the columns '" + (lines.isEmpty() ? "" : lines.get(0))
                    + "' but expected '" + heading() + "'; results of another version cannot go on");
        }
        int whole = text.endsWith("\n") ? lines.size() : lines.size() - 1;
        List<Run> runs = new ArrayList<>();
        for (String line : lines.subList(1, Math.max(1, whole))) {
            runs.add(run(line, file));
        }
        return runs;
    }

    private static Run run(String line, Path file) {
        String[] cells = line.split(",", -1);
        if (cells.length != COLUMNS.length) {
            throw new BadInputException(file + ": found '" + line + "' but expected " + COLUMNS.length + " columns");
        }
        Object[] values = new Object[COLUMNS.length];
        Arrays.setAll(values, i -> value(COLUMNS[i].getType(), cells[i]));
        try {
            Class<?>[] types =
                    Arrays.stream(COLUMNS).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<Run> constructor = Run.class.getDeclaredConstructor(types);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
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
        List<String> lines = new ArrayList<>(List.of(heading()));
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
