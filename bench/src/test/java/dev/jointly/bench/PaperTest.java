package dev.jointly.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.jerolba.carpet.CarpetReader;
import dev.jointly.bench.measure.Figures;
import dev.jointly.bench.paper.Results;
import dev.jointly.bench.paper.Run;
import dev.jointly.bench.paper.Store;
import dev.jointly.bench.scene.MadeUpPeople;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole experiment in small: what the report says is what the results say. */
class PaperTest {
    @TempDir
    Path folder;

    /** One in twenty of the real sets, as dev/paper.md describes them. */
    @Tag("slow")
    @Test
    void aTwentiethOfTheRealSets() throws IOException {
        String data = System.getenv("JOINTLY_DATA");
        Assumptions.assumeTrue(
                data != null && Files.exists(Path.of(data, PaperCommand.CROWDPOSE)),
                "JOINTLY_DATA is not set, or holds no annotations: only generated people are tried");
        run("--share", "0.05");
        List<Run> runs = Store.read(folder.resolve("results.csv"));
        assertThat(new Results(runs).of("a", "pcg")).hasSize(34);
        check(runs);
    }

    /** The same from a file in COCO's own format, with recipes drawn anew; nothing from outside is needed. */
    @Tag("slow")
    @Test
    void madeUpPeopleInCocosFormat() throws IOException {
        Path people = MadeUpPeople.write(folder.resolve("person_keypoints.json"), 10, 6, 7);
        run("--coco", people.toString(), "--draw", "6", "--sets", "a,c", "--share", "0.05");
        check(Store.read(folder.resolve("results.csv")));
        // a second time nothing is left to be run, and lines stay as they are
        List<String> before = Files.readAllLines(folder.resolve("runs.csv"));
        run("--coco", people.toString(), "--draw", "6", "--sets", "a,c", "--share", "0.05");
        assertThat(Files.readAllLines(folder.resolve("runs.csv"))).isEqualTo(before);
    }

    private void run(String... options) {
        List<String> words = new ArrayList<>(List.of("paper", "--out", folder.toString()));
        words.addAll(List.of(options));
        words.addAll(List.of("--time-limit", "5s", "--bare", "2", "--bare-limit", "1s", "--warm-up", "0s"));
        assertThat(Bench.run(words.toArray(String[]::new))).isZero();
    }

    private void check(List<Run> runs) throws IOException {
        List<String> report = Files.readAllLines(folder.resolve("report.md"));
        assertThat(report)
                .contains(
                        "### Proven optimal",
                        "### BCG against PCG",
                        "### Effort per problem",
                        "### Growth with the number of detections",
                        "### Against the baselines",
                        "### Against the bare engine, on a random sample")
                .anyMatch(line -> line.startsWith("- commit: "))
                .anyMatch(line -> line.startsWith("- set a: real people, simulated detector. "));
        Results results = new Results(runs);
        for (String set : List.of("a", "c")) {
            for (String method : List.of("bcg", "pcg", "auto")) {
                List<Run> own = results.of(set, method);
                String row = set + " " + method;
                long proven = own.stream()
                        .filter(run -> run.status().equals("optimal"))
                        .count();
                long atOnce = own.stream()
                        .filter(run -> run.status().equals("optimal") && run.seconds() <= 1)
                        .count();
                assertThat(cell(report, "Proven optimal", row, "problems")).isEqualTo("" + own.size());
                assertThat(cell(report, "Proven optimal", row, "within 1 s")).isEqualTo(percent(atOnce, own.size()));
                assertThat(cell(report, "Proven optimal", row, "within the cap of 5 s"))
                        .isEqualTo(percent(proven, own.size()));
                double median =
                        Figures.median(own.stream().mapToDouble(Run::seconds).toArray());
                String said = cell(report, "Proven optimal", row, "median");
                double factor = said.endsWith(" ms") ? 1e-3 : 1;
                assertThat(factor * Double.parseDouble(said.replaceAll("[^0-9.]", "")))
                        .isBetween(0.99 * median, 1.01 * median);
            }
        }
        // two methods, one optimum
        assertThat(cell(report, "BCG against PCG", "a", "optima that differ")).isEqualTo("0");
        try (var reader = new CarpetReader<>(folder.resolve("results.parquet").toFile(), Run.class).iterator()) {
            List<Run> packed = new ArrayList<>();
            reader.forEachRemaining(packed::add);
            assertThat(packed).containsExactlyElementsOf(runs);
        }
        assertThat(folder.resolve("manifest-a.json")).content().contains("\"licence\"", "\"sha256\"", "\"seed\"");
    }

    private static String percent(long some, int all) {
        return String.format(Locale.ROOT, "%.2f %%", 100.0 * some / all);
    }

    private static String cell(List<String> report, String title, String row, String column) {
        List<String> table = report.subList(report.indexOf("### " + title) + 2, report.size());
        int at = cells(table.get(0)).indexOf(column);
        String found = table.stream()
                .filter(line -> line.startsWith("| " + row + " |"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(title + " has no row " + row));
        return cells(found).get(at);
    }

    private static List<String> cells(String line) {
        return List.of(line.split(" *\\| *", -1));
    }
}
