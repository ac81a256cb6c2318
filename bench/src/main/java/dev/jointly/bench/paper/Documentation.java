package dev.jointly.bench.paper;

import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/** Puts figures and tables of a report into the documentation, between two marks of its page. */
public final class Documentation {
    private static final String BEGIN = "<!-- results: written by jointly-bench paper --docs -->";
    private static final String END = "<!-- end of results -->";
    private static final List<String> FIGURES = List.of(
            "gap-time", "share-time", "share-gap", "growth", "ladder", "where", "performance", "performance-sample");

    private Documentation() {}

    /**
     * Writes paper.md anew between its marks, and the pictures beside it.
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
        Path pictures = docs.resolve("img/paper");
        Files.createDirectories(pictures);
        for (String figure : FIGURES) {
            picture(report, pictures, figure, results);
        }
        results.append("The ten hardest, bounds over time (BCG orange, PCG blue; lower bounds as lines, objectives as")
                .append(" dashes):\n\n");
        for (int rank = 1; rank <= Store.HARDEST; rank++) {
            picture(report, pictures, String.format("anytime-%02d", rank), results);
        }
        results.append(Files.readString(report.resolve("tables.md")));
        Files.writeString(page, text.substring(0, begin) + results + text.substring(end));
    }

    private static void picture(Path report, Path pictures, String name, StringBuilder results) throws IOException {
        Path file = report.resolve("figures/" + name + ".png");
        if (Files.exists(file)) {
            Files.copy(file, pictures.resolve(name + ".png"), StandardCopyOption.REPLACE_EXISTING);
            results.append("![")
                    .append(name)
                    .append("](img/paper/")
                    .append(name)
                    .append(".png)\n\n");
        }
    }
}
