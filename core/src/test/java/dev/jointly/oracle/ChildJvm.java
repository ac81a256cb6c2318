package dev.jointly.oracle;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Another JVM with this one's class path, for what must be seen from outside: memory, output, sudden ends. */
public final class ChildJvm {
    private static final Path STATUS = Path.of("/proc/self/status");

    private ChildJvm() {}

    /** Starts the main method of a class; standard error joins standard output. */
    public static Process start(Map<String, String> environment, Class<?> program, String... options)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.add("-XX:+IgnoreUnrecognizedVMOptions");
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of(options));
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", "")));
        command.add(program.getName());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return builder.start();
    }

    /**
     * Runs a program that ends by printing "N kB ...", N being how much its resident memory grew, and returns N. Its
     * Java heap is of a fixed size and resident from the start, so that what grows is native memory.
     */
    public static long growthInKilobytes(Class<?> program, int heapMegabytes) throws IOException {
        assumeTrue(Files.exists(STATUS), "needs " + STATUS + " to read the resident memory");
        Process process = start(
                Map.of(),
                program,
                "-Xms" + heapMegabytes + "m",
                "-Xmx" + heapMegabytes + "m",
                "-XX:+AlwaysPreTouch",
                "-XX:+UseSerialGC");
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        System.out.println("resident memory: " + said);
        if (!said.matches("-?\\d+ kB .*")) {
            throw new AssertionError(program.getSimpleName() + " should have ended with its memory but said: " + said);
        }
        return Long.parseLong(said.substring(0, said.indexOf(' ')));
    }

    /** Resident memory of this process. */
    public static long residentKilobytes() throws IOException {
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }
}
