package dev.jointly.bench.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A table of the report, as HTML and as Markdown. Each cell of the HTML carries its address, {@code
 * table.row.column}, by which a test compares it with the results.
 *
 * @param note a sentence below it; empty for none
 */
record ReportTable(String id, String title, String note, List<String> headings, List<List<String>> rows) {
    ReportTable(String id, String title, String note, List<String> headings) {
        this(id, title, note, headings, new ArrayList<>());
    }

    void add(List<String> cells) {
        if (cells.size() != headings.size()) {
            throw new IllegalArgumentException(cells.size() + " cells under " + headings.size() + " headings");
        }
        rows.add(List.copyOf(cells));
    }

    String html() {
        StringBuilder text =
                new StringBuilder("<h3>" + Page.escaped(title) + "</h3>\n<div class=\"wide\"><table>\n<tr>");
        headings.forEach(
                heading -> text.append("<th>").append(Page.escaped(heading)).append("</th>"));
        text.append("</tr>\n");
        for (List<String> row : rows) {
            text.append("<tr>");
            for (int c = 0; c < row.size(); c++) {
                text.append("<td data-figure=\"")
                        .append(address(row.get(0), headings.get(c)))
                        .append("\">")
                        .append(Page.escaped(row.get(c)))
                        .append("</td>");
            }
            text.append("</tr>\n");
        }
        text.append("</table></div>\n");
        return note.isEmpty() ? text.toString() : text + "<p class=\"note\">" + Page.escaped(note) + "</p>\n";
    }

    private String address(String row, String column) {
        return (id + "." + row + "." + column).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-");
    }

    String markdown() {
        StringBuilder text = new StringBuilder("### " + title + "\n\n| " + String.join(" | ", headings) + " |\n|");
        text.append("---|".repeat(headings.size())).append('\n');
        rows.forEach(row -> text.append("| ").append(String.join(" | ", row)).append(" |\n"));
        return text + (note.isEmpty() ? "\n" : "\n" + note + "\n\n");
    }
}
