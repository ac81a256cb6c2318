package dev.jointly.io.dlc;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table as csv. Its cells contain no quotes. */
final class DlcCsvTable implements DlcTable {
    private final String file;
    private final BufferedReader lines;
    private int line;

    DlcCsvTable(String file, BufferedReader lines) {
        this.file = file;
        this.lines = lines;
    }

    @Override
    public @Nullable List<String> row() throws IOException {
        for (String text = lines.readLine(); text != null; text = lines.readLine()) {
            line++;
            if (!text.isBlank()) {
                return Arrays.stream(text.split(",", -1))
                        .map(cell -> cell.strip().replaceFirst("^\ufeff?\"(.*)\"$", "$1"))
                        .toList();
            }
        }
        return null;
    }

    @Override
    public String place() {
        return file + ": line " + line;
    }
}
