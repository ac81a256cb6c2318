package dev.jointly.oracle;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Another JVM with this one's class path, for what must be seen from outside: memory, output, sudden ends. */
public final class ChildJvm {
    private static final Path STATUS = Path.of("/proc/self/status");

    private ChildJvm() {}

    /** Starts the main method of a class; standard error joins standard output. */
    public static Process start(Map<String, String> environment, Class<?> program, String... options)
            throws IOException {
        List<String> command = command(options);
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", "")));
        command.add(program.getName());
        return started(environment, command);
    }

    /**
     * Starts the main class of a module, with nothing on its paths but these.
     *
     * @param main module and class, as {@code module/package.Class}
     */
    public static Process startModule(List<Path> modulePath, List<Path> classPath, String main, String... arguments)
            throws IOException {
        List<String> command = command("--enable-native-access=com.sun.jna");
        command.add("-p");
        command.add(joined(modulePath));
        command.add("-cp");
        command.add(joined(classPath));
        command.add("-m");
        command.add(main);
        command.addAll(List.of(arguments));
        return started(Map.of(), command);
    }

    private static String joined(List<Path> paths) {
        return paths.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static List<String> command(String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.add("-XX:+IgnoreUnrecognizedVMOptions");
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of(options));
        return command;
    }

    private static Process started(Map<String, String> environment, List<String> command) throws IOException {
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
