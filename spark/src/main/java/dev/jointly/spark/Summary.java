package dev.jointly.spark;

import dev.jointly.io.batch.BatchRequest;
import dev.jointly.io.json.Json;
import dev.jointly.spark.Counters.Counter;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
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
    /** What the document calls the seconds of this run. */
    private static final Map<Counter, String> SECONDS = new EnumMap<>(Map.of(
            Counter.READING, "secondsReading",
            Counter.PARSING, "secondsParsing",
            Counter.INFERENCE, "secondsLooking",
            Counter.SOLVING, "secondsSolving",
            Counter.WRITING, "secondsWriting",
            Counter.CPU, "processorSeconds"));

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
        tally.names().forEach(name -> document.put(name, tally.totals().getAs(name)));
        document.put("bytes", tally.bytes());
        Map<String, @Nullable Object> thisRun = Json.object(
                "seconds",
                seconds,
                "parts",
                done,
                "ofParts",
                parts,
                "frames",
                run.frames(),
                "putOff",
                run.count(Counter.PUT_OFF),
                "givenUp",
                run.count(Counter.GIVEN_UP));
        SECONDS.forEach((counter, name) -> thisRun.put(name, run.seconds(counter)));
        document.put("thisRun", thisRun);
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
        page.append("<p>").append(escaped(line())).append("</p>\n");
        long most = Math.max(1, Arrays.stream(tally.speeds()).max().orElse(1));
        StringBuilder speeds = new StringBuilder();
        for (int i = 0; i < Tally.SPEEDS.size(); i++) {
            speeds.append(String.format(
                    Locale.ROOT,
                    "<tr><td>%s</td><td class=\"n\">%,d</td><td class=\"wide\"><div class=\"bar\" style=\"width: %.1f%%\">"
                            + "</div></td></tr>%n",
                    Tally.SPEEDS.get(i),
                    tally.speeds()[i],
                    100.0 * tally.speeds()[i] / most));
        }
        table(
                page,
                "Frames",
                row("proven optimal", tally.count("optimal"))
                        + row("bounded: stopped at the time limit, both bounds hold", tally.count("bounded"))
                        + row("failed: a row with the error", tally.count("failed"))
                        + row(
                                "of these quarantined: killed the process that solved them, or gave no answer",
                                tally.count("quarantined"))
                        + row("people", tally.count("people"))
                        + row(
                                "widest gap",
                                String.format(
                                        Locale.ROOT,
                                        "%.4f %%",
                                        100 * tally.totals().<Double>getAs("widestGap")))
                        + row("bytes of output per frame", tally.bytes() / Math.max(1, tally.count("frames"))));
        table(page, "Seconds per frame", speeds.toString());
        table(
                page,
                "This run",
                row("parts done, of " + parts, done)
                        + row("frames done", run.frames())
                        + row("postponed to the second pass", run.count(Counter.PUT_OFF))
                        + row("solves given up on: far beyond the time limit", run.count(Counter.GIVEN_UP))
                        + row("seconds from start to end", String.format(Locale.ROOT, "%.1f", seconds))
                        + EnumSet.range(Counter.READING, Counter.WRITING).stream()
                                .map(phase -> row(phase.label, String.format(Locale.ROOT, "%.1f", run.seconds(phase))))
                                .collect(Collectors.joining()));
        if (!tally.errors().isEmpty()) {
            table(
                    page,
                    "Some of the " + tally.count("failed") + " errors",
                    tally.errors().stream()
                            .map(error -> "<tr><td>" + escaped(error.getString(0)) + "</td><td><code>"
                                    + escaped(error.getString(1)) + "</code></td></tr>\n")
                            .collect(Collectors.joining()));
        }
        return page.append("</body></html>").toString();
    }

    private static void table(StringBuilder page, String title, String rows) {
        page.append("<h2>")
                .append(title)
                .append("</h2>\n<table>\n")
                .append(rows)
                .append("</table>\n");
    }

    private static String row(String name, long value) {
        return row(name, String.format(Locale.ROOT, "%,d", value));
    }

    private static String row(String name, String value) {
        return "<tr><td>" + name + "</td><td class=\"n\">" + value + "</td></tr>\n";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
