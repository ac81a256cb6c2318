package dev.jointly.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rows of text under headings: to be read, and as CSV. */
final class TextTable {
    private final List<String> headings;
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... headings) {
        this.headings = List.of(headings);
    }

    void add(String... cells) {
        if (cells.length != headings.size()) {
            throw new IllegalArgumentException(cells.length + " cells under " + headings.size() + " headings");
        }
        rows.add(List.of(cells));
    }

    /** The first column to the left, figures to the right. */
    void print(PrintStream out) {
        int[] width = new int[headings.size()];
        all().forEach(row -> {
            for (int c = 0; c < width.length; c++) {
                width[c] = Math.max(width[c], row.get(c).length());
            }
        });
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

    /** Does nothing where no file is named. */
    void csv(@Nullable Path file) throws IOException {
        if (file != null) {
            Files.write(file, all().map(TextTable::line).toList());
        }
    }

    private Stream<List<String>> all() {
        return Stream.concat(Stream.of(headings), rows.stream());
    }

    private static String line(List<String> row) {
        return String.join(",", row.stream().map(TextTable::quoted).toList());
    }

    private static String quoted(String cell) {
        return cell.matches("[^\",\\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
