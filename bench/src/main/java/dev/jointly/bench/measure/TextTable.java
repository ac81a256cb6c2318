package dev.jointly.bench.measure;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rows under headings: as text in columns, as CSV and as Markdown. */
public final class TextTable {
    private final List<String> headings;
    private final List<List<String>> rows = new ArrayList<>();

    /** @param headings separated by bars, each with a blank on both sides */
    public TextTable(String headings) {
        this.headings = List.of(headings.split(" \\| ", -1));
    }

    /** Numbers of type double are written by {@link Figures#brief}, booleans as yes or no. */
    public void add(Object... cells) {
        if (cells.length != headings.size()) {
            throw new IllegalArgumentException(cells.length + " cells under " + headings.size() + " headings");
        }
        rows.add(Arrays.stream(cells).map(TextTable::text).toList());
    }

    private static String text(Object cell) {
        if (cell instanceof Boolean yes) {
            return yes ? "yes" : "no";
        }
        return cell instanceof Double number ? Figures.brief(number) : cell.toString();
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The first column to the left, figures to the right. */
    public void print(PrintStream out) {
        int[] width = new int[headings.size()];
        Arrays.setAll(
                width, c -> all().mapToInt(row -> row.get(c).length()).max().orElse(0));
        all().forEach(row -> {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < width.length; c++) {
                String blanks = " ".repeat(width[c] - row.get(c).length());
                line.append(c == 0 ? row.get(c) + blanks : "  " + blanks + row.get(c));
            }
            out.println(line.toString().stripTrailing());
        });
        out.println();
    }

    /** Does nothing if no file is named. */
    public void csv(@Nullable Path file) throws IOException {
        if (file != null) {
            Files.write(file, all().map(TextTable::line).toList());
        }
    }

    public String markdown() {
        StringBuilder text = new StringBuilder();
        all().forEach(row -> text.append("| ").append(String.join(" | ", row)).append(" |\n"));
        return text.insert(text.indexOf("\n") + 1, "|" + "---|".repeat(headings.size()) + "\n")
                .toString();
    }

    private Stream<List<String>> all() {
        return Stream.concat(Stream.of(headings), rows.stream());
    }

    private static String line(List<String> row) {
        return row.stream().map(TextTable::quoted).collect(Collectors.joining(","));
    }

    private static String quoted(String cell) {
        return cell.matches("[^\",\\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
