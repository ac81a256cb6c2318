package dev.jointly.spark;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;

/**
 * A SPARK_HOME as somebody else has it: Spark's jars, in Spark's versions, and two scripts. Maven has no archive of Spark
 * with its scripts; these do the same with Spark's own launcher.
 */
record SparkHome(Path folder) {
    /** Lays one out anew, among what the build makes. Its jars are links. */
    static SparkHome in(String name) throws IOException {
        Path folder = Path.of("target", name).toAbsolutePath();
        FileUtils.deleteDirectory(folder.toFile());
        Files.createDirectories(folder.resolve("bin"));
        Files.createDirectories(folder.resolve("jars"));
        Files.writeString(folder.resolve("RELEASE"), "Spark 4.2.0 built for Hadoop 3.5.0\n");
        for (Path jar : jarsOf(Cluster.DISTRIBUTION)) {
            Files.createSymbolicLink(folder.resolve("jars").resolve(jar.getFileName()), jar);
        }
        for (String script : List.of("spark-class", "spark-submit")) {
            Path file = folder.resolve("bin").resolve(script);
            try (InputStream in =
                    Objects.requireNonNull(SparkHome.class.getResourceAsStream("/spark-home/bin/" + script), script)) {
                Files.copy(in, file);
            }
            if (!file.toFile().setExecutable(true)) {
                throw new IOException(file + ": cannot be made executable");
            }
        }
        return new SparkHome(folder);
    }

    List<Path> jars() throws IOException {
        return jarsOf(folder);
    }

    private static List<Path> jarsOf(Path home) throws IOException {
        try (Stream<Path> jars = Files.list(home.resolve("jars"))) {
            return jars.sorted().toList();
        }
    }

    /** Makes this Spark call itself by another version, which it reads from one of its jars. */
    void pretendVersion(String version) throws IOException {
        for (Path jar : jars()) {
            if (jar.getFileName().toString().startsWith("spark-common-utils_")) {
                Path original = jar.toRealPath();
                Files.delete(jar);
                Files.copy(original, jar);
                try (FileSystem zip = FileSystems.newFileSystem(jar)) {
                    Files.writeString(zip.getPath("spark-version-info.properties"), "version=" + version + "\n");
                }
            }
        }
    }

    /** {@code bin/spark-submit} with words, on this machine alone; its output goes to a file. */
    Process submit(Path log, List<String> words) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(folder.resolve("bin").resolve("spark-submit").toString()));
        command.addAll(words);
        return start(log, command);
    }

    /** {@code jointly batch} of this checkout, told of this Spark. */
    Process batch(Path log, List<String> words) throws IOException {
        Path program =
                Path.of("..", "cli", "target", "jointly.jar").toAbsolutePath().normalize();
        List<String> command = new ArrayList<>(List.of(
                String.join(File.separator, System.getProperty("java.home"), "bin", "java"),
                "-jar",
                program.toString(),
                "batch"));
        command.addAll(words);
        return start(log, command);
    }

    private Process start(Path log, List<String> command) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("SPARK_HOME", folder.toString());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder.start();
    }
}
