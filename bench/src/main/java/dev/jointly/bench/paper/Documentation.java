package dev.jointly.bench.paper;

import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/** Puts figures and tables of a report into the documentation, between two marks of its page. */
public final class Documentation {
    private static final String BEGIN = "<!-- results: written by jointly-bench paper --docs -->";
    private static final String END = "<!-- end of results -->";

    private Documentation() {}

    /**
     * Writes paper.md anew between its marks, and the images beside it.
     *
     * @param docs folder of the documentation
     * @param report folder of the report
     * @param facts machine, commit and command
     */
    public static void update(Path docs, Path report, Map<String, String> facts) throws IOException {
        Path page = docs.resolve("paper.md");
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new BadInputException(page + ": expected the marks '" + BEGIN + "' and '" + END + "'");
        }
        StringBuilder results = new StringBuilder(BEGIN + "\n\n");
        facts.forEach((name, value) ->
                results.append("- ").append(name).append(": ").append(value).append('\n'));
        results.append('\n');
        Path figureFolder = docs.resolve("img/paper");
        Files.createDirectories(figureFolder);
        StringBuilder small = new StringBuilder();
        for (String line : Files.readAllLines(report.resolve("figures").resolve(Report.CAPTIONS))) {
            String[] named = line.split("\t", 2);
            String file = named[0] + ".png";
            Files.copy(
                    report.resolve("figures").resolve(file),
                    figureFolder.resolve(file),
                    StandardCopyOption.REPLACE_EXISTING);
            if (named[0].startsWith("anytime")) {
                small.append(String.format("<img src=\"img/paper/%s\" width=\"32%%\" alt=\"%s\">%n", file, named[1]));
            } else {
                results.append(String.format("![%s](img/paper/%s)%n%n*%s*%n%n", named[0], file, named[1]));
            }
        }
        results.append("The ten hardest, bounds over time (BCG orange, PCG blue; lower bounds as lines, objectives as")
                .append(" dashes):\n\n")
                .append(small)
                .append('\n');
        results.append(Files.readString(report.resolve("tables.md")));
        Files.writeString(page, text.substring(0, begin) + results + text.substring(end));
    }
}
