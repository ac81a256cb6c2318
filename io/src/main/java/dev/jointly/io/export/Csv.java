package dev.jointly.io.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Rows of comma-separated tables.
 *
 * @param safe whether text that a spreadsheet would take for a formula gets an apostrophe before it
 */
public record Csv(boolean safe) {
    static void line(OutputStream out, String line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Text that could be taken for more than one cell goes between quotes. */
    public String quoted(String text) {
        String cell = safe && isFormula(text) ? "'" + text : text;
        return cell.matches("[^,\"\\r\\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    private static boolean isFormula(String text) {
        return text.matches("(?s)[=+\\-@\t\r].*") && !text.matches("[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");
    }
}
