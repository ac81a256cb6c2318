package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.cli.Console.Ticker;
import dev.jointly.cli.Program.Run;
import dev.jointly.io.BadInputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark itself is not on the class path here, as in the program; what it is like when found is tested with Spark. */
class SparkLaunchTest {
    @TempDir
    Path dir;

    private SparkLaunch launch(Map<String, String> environment) {
        Console console = new Console(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
                false,
                false,
                Ticker.ofTheMachine());
        return new SparkLaunch(console, environment, dir);
    }

    @Test
    void theProgramComesWithoutSpark() {
        assertThat(SparkLaunch.sparkIsHere()).isFalse();
    }

    @Test
    void itSaysHowToGetSpark() {
        assertThatThrownBy(() -> launch(Map.of()).jars())
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll("SPARK_HOME", "4.2.0", "JOINTLY_SPARK", "mvn -DskipTests package");
    }

    @Test
    void aVariableThatNamesNoSparkIsAMistake() {
        assertThatThrownBy(
                        () -> launch(Map.of("SPARK_HOME", dir.resolve("nowhere").toString()))
                                .jars())
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll("nowhere", "SPARK_HOME says that Spark is there");
    }

    @Test
    void theDistributionMayLieBesideTheProgram() throws IOException {
        Path jars = Files.createDirectories(dir.resolve("jointly-spark/jars"));
        Path jar = Files.writeString(jars.resolve("spark-launcher_2.13-4.2.0.jar"), "not really");
        SparkLaunch launch = launch(Map.of());
        assertThat(launch.jars()).isEqualTo(jars);
        assertThatThrownBy(() -> launch.command(List.of("batch"), null, "1g"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll(jar.toString(), "expected Spark 4.2");
    }

    @Test
    void sparkAloneIsNotEnough() throws IOException {
        Path jars = Files.createDirectories(dir.resolve("spark/jars"));
        Files.writeString(jars.resolve("spark-launcher_2.13-4.2.0.jar"), "not really");
        String home = dir.resolve("spark").toString();
        assertThatThrownBy(() -> launch(Map.of("SPARK_HOME", home)).batchJar())
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll("jointly-spark.jar", "JOINTLY_SPARK");
        Path named = Files.createDirectories(dir.resolve("named"));
        Path jar = Files.writeString(named.resolve("jointly-spark.jar"), "not really");
        SparkLaunch both = launch(Map.of("SPARK_HOME", home, "JOINTLY_SPARK", named.toString()));
        assertThat(both.jars()).isEqualTo(jars);
        assertThat(both.batchJar()).isEqualTo(jar);
    }

    @Test
    void anotherVersionOfSparkIsRefused() throws IOException {
        SparkLaunch.checkVersion(sparkThatSays("version=4.2.0"));
        SparkLaunch.checkVersion(sparkThatSays("version=4.2.1-vendor-3"));
        for (String other : List.of("4.1.0", "4.20.0", "3.5.8")) {
            assertThatThrownBy(() -> SparkLaunch.checkVersion(sparkThatSays("version=" + other)))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContainingAll("found Spark " + other, "needs Spark 4.2");
        }
        assertThatThrownBy(() -> SparkLaunch.checkVersion(sparkThatSays("")))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("of an unknown version");
    }

    private ClassLoader sparkThatSays(String info) throws IOException {
        Path jars = Files.createTempDirectory(dir, "spark");
        Files.writeString(jars.resolve("spark-version-info.properties"), info);
        return new URLClassLoader(new URL[] {jars.toUri().toURL()}, null);
    }

    @Test
    void mistakesAreFoundBeforeSparkIs() {
        Run gap = Program.withLazySolver().run("batch", "x.ndjson", "-o", dir, "--gap", "2");
        assertThat(gap.code()).isEqualTo(Exit.WRONG);
        assertThat(gap.err()).contains("--gap is 2.0").hasLineCount(1);
        Run memory = Program.withLazySolver().run("batch", "x.ndjson", "-o", dir, "--driver-memory", "much");
        assertThat(memory.code()).isEqualTo(Exit.WRONG);
        assertThat(memory.err()).contains("'much'", "1g").hasLineCount(1);
        Run shard = Program.withLazySolver().run("batch", "x.ndjson", "-o", dir, "--shard", "3/3");
        assertThat(shard.err()).contains("'3/3'", "i/n");
        Run compact = Program.withLazySolver().run("batch", "x.ndjson", "-o", dir, "--compact", "256m");
        assertThat(compact.code()).isEqualTo(Exit.WRONG);
        assertThat(compact.err())
                .contains("--compact was removed", "docs/spark.md")
                .hasLineCount(1);
    }
}
