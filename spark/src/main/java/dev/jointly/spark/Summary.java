package dev.jointly.spark;

import dev.jointly.io.batch.BatchRequest;
import dev.jointly.io.json.Json;
import dev.jointly.spark.Counters.Counter;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * How a batch ended: a line, a page and a document.
 *
 * @param tally of the whole output
 * @param run what this run did of it
 * @param parts pieces of both passes
 * @param done pieces that this run did
 * @param seconds of this run
 */
record Summary(BatchRequest request, Tally tally, Counters run, int parts, int done, double seconds) {
    private static final List<String> SPEEDS = List.of(
            "below 1 ms", "1 to 10 ms", "10 to 100 ms", "0.1 to 1 s", "1 to 10 s", "10 to 100 s", "100 s and more");

    String line() {
        return String.format(
                Locale.ROOT,
                "%,d frames, %,d people: %,d proven, %,d bounded, %,d failed (%,d quarantined); %d of %d parts and %,d frames"
                        + " in this run, %.1f s",
                tally.count("frames"),
                tally.count("people"),
                tally.count("optimal"),
                tally.count("bounded"),
                tally.count("failed"),
                tally.count("quarantined"),
                done,
                parts,
                run.frames(),
                seconds);
    }

    String json() {
        Map<String, @Nullable Object> document = Json.object("format", "jointly/batch-summary@1");
        document.putAll(tally.totals());
        document.put(
                "thisRun",
                Json.object(
                        "seconds", seconds,
                        "parts", done,
                        "ofParts", parts,
                        "frames", run.frames(),
                        "putOff", run.count(Counter.PUT_OFF),
                        "givenUp", run.count(Counter.GIVEN_UP),
                        "secondsReading", run.seconds(Counter.READING),
                        "secondsParsing", run.seconds(Counter.PARSING),
                        "secondsLooking", run.seconds(Counter.INFERENCE),
                        "secondsSolving", run.seconds(Counter.SOLVING),
                        "secondsWriting", run.seconds(Counter.WRITING),
                        "processorSeconds", run.seconds(Counter.CPU)));
        return Json.text(document);
    }

    String page() {
        StringBuilder page = new StringBuilder();
        page.append("""
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"><title>jointly batch</title>
                <style>
                body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
                h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin-top: 2rem }
                table { border-collapse: collapse } td, th { padding: .2rem 1.2rem .2rem 0; text-align: left; vertical-align: top }
                td.n { text-align: right; font-variant-numeric: tabular-nums }
                .bar { background: #3b6ea5; height: .9rem } td.wide { width: 24rem; vertical-align: middle }
                code { font-size: .85rem; overflow-wrap: anywhere }
                </style></head><body>
                """);
        page.append("<h1>").append(escaped(String.join(", ", request.inputs()))).append("</h1>\n");
        page.append("<p>").append(escaped(line())).append("</p>\n<h2>Frames</h2>\n<table>\n");
        row(page, "proven optimal", tally.count("optimal"));
        row(page, "bounded: stopped at the time limit, both bounds hold", tally.count("bounded"));
        row(page, "failed: a row with the error", tally.count("failed"));
        row(
                page,
                "of these quarantined: killed the process that solved them, or gave no answer",
                tally.count("quarantined"));
        row(page, "people", tally.count("people"));
        row(
                page,
                "widest gap",
                String.format(
                        Locale.ROOT, "%.4f %%", 100 * tally.number("widestGap").doubleValue()));
        row(page, "bytes of output per frame", tally.count("bytes") / Math.max(1, tally.count("frames")));
        page.append("</table>\n<h2>Seconds per frame</h2>\n<table>\n");
        long most = Math.max(
                1, tally.speeds().stream().mapToLong(Long::longValue).max().orElse(1));
        for (int i = 0; i < SPEEDS.size(); i++) {
            page.append(String.format(
                    Locale.ROOT,
                    "<tr><td>%s</td><td class=\"n\">%,d</td><td class=\"wide\"><div class=\"bar\" style=\"width: %.1f%%\">"
                            + "</div></td></tr>%n",
                    SPEEDS.get(i),
                    tally.speeds().get(i),
                    100.0 * tally.speeds().get(i) / most));
        }
        page.append("</table>\n<h2>This run</h2>\n<table>\n");
        row(page, "parts done, of " + parts, done);
        row(page, "frames done", run.frames());
        row(page, "postponed to the second pass", run.count(Counter.PUT_OFF));
        row(page, "solves given up on: far beyond the time limit", run.count(Counter.GIVEN_UP));
        row(page, "seconds from start to end", String.format(Locale.ROOT, "%.1f", seconds));
        for (Counter counter : EnumSet.range(Counter.READING, Counter.WRITING)) {
            row(page, counter.label(), String.format(Locale.ROOT, "%.1f", run.seconds(counter)));
        }
        page.append("</table>\n");
        errors(page);
        return page.append("</body></html>").toString();
    }

    private void errors(StringBuilder page) {
        if (tally.errors().isEmpty()) {
            return;
        }
        page.append("<h2>Some of the ").append(tally.count("failed")).append(" errors</h2>\n<table>\n");
        for (Row error : tally.errors()) {
            page.append("<tr><td>")
                    .append(escaped(error.getString(0)))
                    .append("</td><td><code>")
                    .append(escaped(error.getString(1)))
                    .append("</code></td></tr>\n");
        }
        page.append("</table>\n");
    }

    private static void row(StringBuilder page, String name, long value) {
        row(page, name, String.format(Locale.ROOT, "%,d", value));
    }

    private static void row(StringBuilder page, String name, String value) {
        page.append("<tr><td>")
                .append(name)
                .append("</td><td class=\"n\">")
                .append(value)
                .append("</td></tr>\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
