package dev.jointly.bench.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One HTML page with everything in it: no script, no font and no image from elsewhere. */
final class Page {
    private static final String STYLE = """
            :root { color-scheme: light; }
            body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; margin: 0 auto; max-width: 62rem;
                   padding: 1rem; }
            h1 { font-size: 1.6rem; line-height: 1.2; }
            h2 { font-size: 1.25rem; border-bottom: 1px solid #ccc; margin-top: 2.5rem; }
            h3 { font-size: 1rem; margin: 1.5rem 0 .3rem; }
            figure { margin: 0; break-inside: avoid; }
            figure svg { width: 100%; height: auto; display: block; }
            figcaption, .note { font-size: .85rem; color: #555; margin: .2rem 0 0; overflow-wrap: anywhere; }
            .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: 1.5rem; }
            .small { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: 1rem; }
            .wide { overflow-x: auto; }
            table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
            th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }
            th { white-space: normal; vertical-align: bottom; }
            th:first-child, td:first-child { text-align: left; }
            dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; font-size: .9rem; }
            dt { color: #555; } dd { margin: 0; overflow-wrap: anywhere; }
            .key span { padding-right: 1rem; font-weight: 600; }
            @media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; } }
            @media print { body { max-width: none; font-size: 10pt; padding: 0; } .wide { overflow: visible; }
                           table { font-size: 7pt; } th, td { padding: 1pt 3pt; } h2, h3 { break-after: avoid; }
                           .figures { grid-template-columns: 1fr 1fr; } .small { grid-template-columns: 1fr 1fr 1fr; } }
            """;

    private final StringBuilder body = new StringBuilder();
    private int drawings;

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    Page heading(int level, String text) {
        body.append("<h")
                .append(level)
                .append('>')
                .append(escaped(text))
                .append("</h")
                .append(level)
                .append(">\n");
        return this;
    }

    Page words(String text) {
        body.append("<p>").append(escaped(text)).append("</p>\n");
        return this;
    }

    /** Already HTML. */
    Page raw(String html) {
        body.append(html);
        return this;
    }

    Page facts(Map<String, String> facts) {
        body.append("<dl>\n");
        facts.forEach((name, value) -> body.append("<dt>")
                .append(escaped(name))
                .append("</dt><dd>")
                .append(escaped(value))
                .append("</dd>\n"));
        body.append("</dl>\n");
        return this;
    }

    /** An SVG document with words below it; whatever names it has inside are made its own. */
    Page figure(String name, String svg, String caption) {
        String own = "d" + drawings++ + "-";
        String inline = svg.substring(svg.indexOf("<svg"))
                .replaceAll(" id=\"", " id=\"" + own)
                .replaceAll("url\\(#", "url(#" + own)
                .replaceAll("href=\"#", "href=\"#" + own);
        body.append("<figure data-name=\"")
                .append(escaped(name))
                .append("\">")
                .append(inline.strip())
                .append("<figcaption>")
                .append(escaped(caption))
                .append("</figcaption></figure>\n");
        return this;
    }

    Page group(String kind, List<Runnable> members) {
        body.append("<div class=\"").append(kind).append("\">\n");
        members.forEach(Runnable::run);
        body.append("</div>\n");
        return this;
    }

    void write(Path file, String title) throws IOException {
        Files.writeString(
                file,
                "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
                        + escaped(title) + "</title>\n<style>\n" + STYLE + "</style></head>\n<body>\n" + body
                        + "</body></html>\n");
    }
}
