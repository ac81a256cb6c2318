package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.cli.Program.Run;
import dev.jointly.io.ClaimReader;
import dev.jointly.io.ProblemReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes of dev/extending.md, compiled into a jar of their own: the program finds them when it is on its class path. */
class ExtendingTest {
    private static final Path PAGE = Path.of("..", "dev", "extending.md");
    private static final Pattern SERVICE = Pattern.compile("class (\\w+) implements (\\w+)");
    private static final Map<String, String> INTERFACES = Map.of(
            "OutputFormat", "dev.jointly.io.export.OutputFormat",
            "InputFormat", "dev.jointly.io.InputFormat",
            "LpEngineProvider", "dev.jointly.lp.LpEngineProvider");

    @TempDir
    Path dir;

    @Test
    void aJarBringsFormatsAndAnEngine() throws IOException, InterruptedException {
        Path jar = jar();
        String exporting = run(jar, "export", "--help").out();
        assertThat(exporting)
                .containsPattern("ultralytics,\\s+people-csv\\.")
                .contains("people-csv has one row per person.");

        Path points = Files.writeString(
                dir.resolve("a.points"), "neck 100 50 0.9\nhead 100 30 0.9\nneck 300 50 0.9\nhead 302 28 0.8\n", UTF_8);
        Path problems = dir.resolve("p.ndjson");
        Run imported = run(jar, "import", "points", points, "-o", problems);
        assertThat(imported.err())
                .isEqualToIgnoringNewLines("wrote 1 problem to " + problems + "; hub neck; limbs neck-head");
        try (ProblemReader reader = ProblemReader.open(problems)) {
            assertThat(reader.next().size()).isEqualTo(4);
        }

        Path crowd = Path.of("..", "instances", "crowded-2p-s3.problem.json");
        Path solution = dir.resolve("s.json");
        Run solved =
                run(jar, "solve", crowd, "--engine", "counting", "--option", "bundleSteps=0", "-o", solution, "-q");
        assertThat(solved.err().lines()).startsWith("LP 1").allMatch(line -> line.matches("LP \\d+"));
        assertThat(Program.withLazySolver().run("verify", crowd, solution).out())
                .contains("PROVEN OPTIMAL");

        Path csv = dir.resolve("people.csv");
        run(jar, "export", "people-csv", solution, "--problems", crowd, "-o", csv);
        List<String> rows = Files.readAllLines(csv);
        assertThat(rows.get(0)).isEqualTo("image,cost_micros,joints");
        assertThat(rows.subList(1, rows.size()))
                .hasSize(2)
                .containsExactlyInAnyOrderElementsOf(people(crowd, solution));
    }

    @Test
    void anUnknownEngineIsRefusedBeforeAnythingIsRead() {
        Run run = new Program(new Main.Engine()).run("solve", "absent.json", "--engine", "simplex");
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).isEqualTo("jointly: found engine 'simplex' but expected one of highs\n");
    }

    /** The rows that the solution file asks for. */
    private static List<String> people(Path problem, Path solution) {
        try (ClaimReader claims = ClaimReader.open(solution.toString(), InputStream.nullInputStream());
                ProblemReader problems = ProblemReader.open(problem)) {
            return claims.next().claim(problems.next()).poses().stream()
                    .map(pose ->
                            "crowded-2p-s3," + pose.cost() + "," + pose.global().size())
                    .toList();
        }
    }

    private Run run(Path jar, Object... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath() + File.pathSeparator + jar,
                Main.class.getName()));
        Arrays.stream(words).map(Object::toString).forEach(command::add);
        Run run = ChildProgram.run(command, Map.of());
        assertThat(run.code()).as(run.err()).isZero();
        return run;
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** A jar with the Java classes of the page, and a service file for each interface. */
    private Path jar() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assumeTrue(compiler != null, "needs a JDK, not only a JRE");
        Path sources = Files.createDirectories(dir.resolve("src"));
        Path classes = Files.createDirectories(dir.resolve("classes"));
        List<String> arguments =
                new ArrayList<>(List.of("-cp", classPath(), "-proc:none", "-implicit:none", "-d", classes.toString()));
        Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        List<String> found = new ArrayList<>();
        while (block.find()) {
            Matcher service = SERVICE.matcher(block.group(1));
            assertThat(service.find()).isTrue();
            Path source = sources.resolve(service.group(1) + ".java");
            arguments.add(Files.writeString(source, block.group(1)).toString());
            Path file = classes.resolve("META-INF/services").resolve(INTERFACES.get(service.group(2)));
            Files.createDirectories(file.getParent());
            Files.writeString(file, "com.example." + service.group(1) + "\n");
            found.add(service.group(2));
        }
        assertThat(found).containsExactly("OutputFormat", "InputFormat", "LpEngineProvider");
        assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        Path jar = dir.resolve("mine.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
            }
        }
        return jar;
    }
}
