package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.median;

import dev.jointly.bench.measure.TextTable;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jointly-bench startup}: one small problem, cold process. */
@Command(
        name = "startup",
        description = "bin/jointly solve on one small problem, process by process, compared with the JVM alone.")
final class StartupCommand implements Callable<Integer> {
    /** The checkout the launcher lies in. */
    static final Path HOME = Path.of(System.getProperty("jointly.home", "."));

    @Parameters(
            paramLabel = "PROBLEM",
            arity = "0..1",
            description = "Default: instances/easy-2p-s1.problem.json of the checkout.")
    Path problem = HOME.resolve("instances/easy-2p-s1.problem.json");

    @Option(names = "--runs", paramLabel = "N", description = "Of each, in alternation. Default: 11.")
    int runs = 11;

    /** The least a Java program can do: what its process takes is the floor of every other. */
    static final class Hello {
        private Hello() {}

        public static void main(String[] args) {
            System.out.println("hello");
        }
    }

    @Override
    public Integer call() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String here =
                Hello.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        List<String> hello = List.of("-XX:+UseSerialGC", "-cp", here, Hello.class.getName());
        List<String> solve = List.of(HOME.resolve("bin/jointly").toString(), "solve", "-q", problem.toString());
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put("hello-world JVM", after(List.of(java), hello));
        commands.put("the same, -Xshare:off", after(List.of(java, "-Xshare:off"), hello));
        commands.put("jointly solve", solve);
        commands.put("jointly solve, JOINTLY_CDS=off", after(List.of("env", "JOINTLY_CDS=off"), solve));
        commands.put(
                "jointly solve, -Xshare:off",
                after(List.of("env", "JOINTLY_CDS=off", "JOINTLY_JAVA_OPTS=-Xshare:off"), solve));
        Map<String, List<Child>> measured = new LinkedHashMap<>();
        commands.values().forEach(Child::run); // files into the system's cache, archives made
        for (int run = 0; run < runs; run++) {
            commands.forEach((name, command) ->
                    measured.computeIfAbsent(name, k -> new ArrayList<>()).add(Child.run(command)));
        }
        TextTable table = new TextTable("what | median wall s | least wall s | median cpu s");
        measured.forEach((name, children) -> table.add(
                name,
                median(children, Child::wall),
                children.stream().mapToDouble(Child::wall).min().orElseThrow(),
                median(children, Child::cpu)));
        table.print(System.out);
        return 0;
    }

    private static List<String> after(List<String> first, List<String> then) {
        return Stream.concat(first.stream(), then.stream()).toList();
    }

    /** A process that has ended; seconds, the CPU's are user and system of it and of what it started. */
    private record Child(double wall, double cpu) {
        /** Runs a command whose output no one reads; anything but exit code 0 is an error. */
        static Child run(List<String> command) {
            try {
                long start = System.nanoTime();
                Process process = new ProcessBuilder(
                                after(List.of("sh", "-c", "\"$@\" >/dev/null || exit 1; times", "sh"), command))
                        .redirectError(Redirect.DISCARD)
                        .start();
                String times = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                int code = process.waitFor();
                double wall = (System.nanoTime() - start) * 1e-9;
                if (code != 0) {
                    throw new IllegalArgumentException("failed: " + String.join(" ", command));
                }
                return new Child(wall, childrensCpu(times));
            } catch (IOException e) {
                throw new IllegalArgumentException("cannot run " + command.get(0) + ": " + e.getMessage(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        /** The second line of {@code times}: 0m1.230s 0m0.050s. */
        private static double childrensCpu(String times) {
            return Arrays.stream(times.lines().toList().get(1).split(" ", -1))
                    .map(time -> time.replace("s", "").split("m", -1))
                    .mapToDouble(time -> 60 * Double.parseDouble(time[0]) + Double.parseDouble(time[1]))
                    .sum();
        }
    }
}
