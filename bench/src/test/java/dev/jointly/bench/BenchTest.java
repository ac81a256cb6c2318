package dev.jointly.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands run; what they find is for people to read. Those that start the program need it built, and are left out. */
class BenchTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "speed",
                "limit",
                "real",
                "accuracy",
                "beside",
                "photos",
                "growth",
                "margins",
                "repair",
                "startup",
                "detector",
                "paper"
            })
    void everyCommandHasHelp(String command) {
        assertThat(Bench.run(command, "--help")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"speed", "limit"})
    void problemsAreTimed(String command) throws IOException {
        Path csv = folder.resolve("times.csv");
        assertThat(Bench.run(
                        command, "--made", "easy:1:1-2", "--warm-up", "0s", "--runs", "1", "--csv", csv.toString()))
                .isZero();
        assertThat(Files.readAllLines(csv))
                .hasSize(1 + 2 * 3)
                .filteredOn(line -> line.startsWith("easy-1p-s1,") && line.contains(",pcg,"))
                .hasSize(1);
    }

    @Test
    void marginsAreCompared() {
        assertThat(Bench.run("margins", "--made", "easy:1:1-2", "--runs", "1")).isZero();
    }

    @Test
    void repairsAreTimed() throws IOException {
        Path csv = folder.resolve("repairs.csv");
        assertThat(Bench.run(
                        "repair", "--made", "easy:2:1-2", "--pins", "6", "--from-scratch", "--csv", csv.toString()))
                .isZero();
        assertThat(Files.readAllLines(csv))
                .hasSize(1 + 6)
                .filteredOn(line -> line.startsWith("easy-2p-s1,"))
                .hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"clicks", "videos", "parallel", "pieces"})
    void removedCommandsNameThoseThatExist(String command) {
        StringWriter err = new StringWriter();
        assertThat(Bench.commandLine().setErr(new PrintWriter(err)).execute(command))
                .isEqualTo(2);
        assertThat(err.toString()).contains("'" + command + "'", "speed", "growth", "detector", "paper");
    }

    @Tag("slow")
    @Test
    @EnabledIfEnvironmentVariable(
            named = "JOINTLY_DATA",
            matches = ".+",
            disabledReason = "the people are outside the project")
    void accuracyIsMeasured() {
        assertThat(Bench.run("accuracy", "--share", "0.02", "--training", "8")).isZero();
        assertThat(Bench.run("accuracy", "--share", "0")).isEqualTo(2);
    }

    @Tag("slow")
    @Test
    void growthIsMeasured() throws IOException {
        Path csv = folder.resolve("growth.csv");
        String options = "--people 1,3 --crowding EASY --seeds 1 --runs 1 --warm-up 0s --csv " + csv;
        assertThat(Bench.run(("growth " + options).split(" ", -1))).isZero();
        assertThat(Files.readAllLines(csv)).hasSize(1 + 2).last().asString().startsWith("easy-3p-s1,");
    }

    @Test
    void bothGroupingsAreDrawn() throws IOException {
        // all parts of the cost model, two of them detected
        String parts =
                "neck nose r-shoulder r-elbow r-wrist l-shoulder l-elbow l-wrist r-hip r-knee r-ankle l-hip l-knee"
                        + " l-ankle r-eye l-eye r-ear l-ear";
        Path seen = Files.writeString(
                folder.resolve("seen.ndjson"),
                "{\"format\":\"jointly/evidence@1\",\"id\":\"a\",\"parts\":[\"" + parts.replace(" ", "\",\"")
                        + "\"],\"candidates\":"
                        + "[[0,50,80,0.9],[1,50,50,0.9]],\"edges\":[{\"parts\":[0,1],\"affinity\":[[0.9]]}]}");
        assertThat(Bench.run("beside", seen.toString(), "-o", folder.toString()))
                .isZero();
        assertThat(folder.resolve("a-ours.svg")).content().contains("Jointly: 1 person");
        // two joints are too few for greedy parsing
        assertThat(folder.resolve("a-greedy.svg")).content().contains("greedy: 0 people");
    }

    @ParameterizedTest
    @ValueSource(strings = {"easy:0:1", "easy:1", "calm:1:1", "no-such-file.json"})
    void wrongProblemsAreOneLine(String problem) {
        assertThat(problem.contains(":") ? Bench.run("speed", "--made", problem) : Bench.run("speed", problem))
                .isEqualTo(2);
    }
}
