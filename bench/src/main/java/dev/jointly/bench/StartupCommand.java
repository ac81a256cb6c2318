package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.brief;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jointly-bench startup}: one small problem, cold process. */
@Command(
        name = "startup",
        description = "bin/jointly solve on one small problem, process by process, compared with the JVM alone.")
final class StartupCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "PROBLEM",
            arity = "0..1",
            description = "Default: instances/easy-2p-s1.problem.json of the checkout.")
    Path problem = ChildProcess.home().resolve("instances/easy-2p-s1.problem.json");

    @Option(names = "--runs", paramLabel = "N", description = "Of each, in alternation. Default: 11.")
    int runs = 11;

    @Override
    public Integer call() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String here = Path.of(Hello.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toString();
        List<String> hello = List.of("-XX:+UseSerialGC", "-cp", here, Hello.class.getName());
        List<String> solve =
                List.of(ChildProcess.home().resolve("bin/jointly").toString(), "solve", "-q", problem.toString());
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put("hello-world JVM", after(List.of(java), hello));
        commands.put("the same, -Xshare:off", after(List.of(java, "-Xshare:off"), hello));
        commands.put("jointly solve", solve);
        commands.put("jointly solve, JOINTLY_CDS=off", after(List.of("env", "JOINTLY_CDS=off"), solve));
        commands.put(
                "jointly solve, -Xshare:off",
                after(List.of("env", "JOINTLY_CDS=off", "JOINTLY_JAVA_OPTS=-Xshare:off"), solve));
        Map<String, List<ChildProcess>> measured = new LinkedHashMap<>();
        commands.values().forEach(ChildProcess::run); // files into the system's cache, archives made
        for (int run = 0; run < runs; run++) {
            commands.forEach((name, command) ->
                    measured.computeIfAbsent(name, k -> new ArrayList<>()).add(ChildProcess.run(command)));
        }
        TextTable table = new TextTable("what", "median wall s", "least wall s", "median cpu s");
        measured.forEach((name, children) -> table.add(
                name,
                brief(ChildProcess.medianWall(children)),
                brief(children.stream().mapToDouble(ChildProcess::wall).min().orElseThrow()),
                brief(ChildProcess.medianCpu(children))));
        table.print(System.out);
        return 0;
    }

    private static List<String> after(List<String> first, List<String> then) {
        List<String> words = new ArrayList<>(first);
        words.addAll(then);
        return words;
    }
}
