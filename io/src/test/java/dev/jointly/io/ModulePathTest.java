package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.ChildJvm;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program outside this repository, with core and io on its module path: what it can do, and what it cannot see. */
class ModulePathTest {
    /** What a build tool puts on the module path of a program that depends on io; nothing that only tests use. */
    private static final Set<String> MODULES = Set.of(
            "dev.jointly.core",
            "dev.jointly.io",
            "com.sun.jna",
            "com.fasterxml.jackson.core",
            "io.jhdf",
            "org.slf4j",
            "org.yaml.snakeyaml",
            "org.apache.commons.lang3");

    /** Annotations, which nothing reads at run time. */
    private static final String COMPILE_ONLY = "org.jspecify";

    @TempDir
    Path dir;

    private final List<Path> modulePath = new ArrayList<>();
    private final List<Path> compileOnly = new ArrayList<>();
    /** Jars without classes that cannot be modules. */
    private final List<Path> classPath = new ArrayList<>();

    @BeforeEach
    void divideTheClassPathOfTheTests() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", ""));
        Set<String> found = new TreeSet<>();
        for (String entry : all.split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            String module = module(path).orElse("");
            if (MODULES.contains(module) && found.add(module)) {
                modulePath.add(path);
            } else if (module.equals(COMPILE_ONLY)) {
                compileOnly.add(path);
            } else if (Objects.toString(path.getFileName()).startsWith("ortools-")) {
                classPath.add(path);
            }
        }
        assertThat(found).isEqualTo(MODULES);
        assertThat(classPath).isNotEmpty();
    }

    private static Optional<String> module(Path path) {
        try {
            return ModuleFinder.of(path).findAll().stream()
                    .map(reference -> reference.descriptor().name())
                    .findFirst();
        } catch (FindException e) {
            return Optional.empty();
        }
    }

    @Test
    void aConsumerSolvesListensCancelsAndVerifies() throws Exception {
        Path sources = Path.of("src", "test", "resources", "dev", "jointly", "io", "consumer");
        Path classes = dir.resolve("classes");
        assertThat(compile(
                        classes,
                        sources.resolve("module-info.java"),
                        sources.resolve("consumer").resolve("ConsumerProgram.java")))
                .isEmpty();
        modulePath.add(classes);
        Process process =
                ChildJvm.startModule(modulePath, classPath, "consumer/consumer.ConsumerProgram", hdf5().toString());
        List<String> said = new String(process.getInputStream().readAllBytes(), UTF_8)
                .lines()
                .filter(line -> !line.startsWith("SLF4J"))
                .toList();
        assertThat(said)
                .hasSize(10)
                .contains("modules dev.jointly.core dev.jointly.io")
                .contains("read crowd")
                .contains("solved OPTIMAL")
                .anyMatch(line -> line.matches("heard Started, [1-9]\\d* iterations, Finished"))
                .contains("cancelled BOUNDED, bound valid")
                .contains("verified PROVEN_OPTIMAL")
                .contains("verified the cancelled one BOUNDED")
                .contains("verified a bound that is too high REJECTED")
                .contains("hdf5 3")
                .contains("internal not exported");
        assertThat(process.waitFor()).isZero();
    }

    /** The last two compile, so it is not the consumer that is wrong. */
    @ParameterizedTest
    @CsvSource({
        "dev.jointly.solve.master.PureMaster, package dev.jointly.solve.master is not visible",
        "dev.jointly.solve.term.Grid, package dev.jointly.solve.term is not visible",
        "dev.jointly.io.pickle.PickleReader, package dev.jointly.io.pickle is not visible",
        "dev.jointly.solve.ComponentSolver, ComponentSolver is not public",
        "dev.jointly.solve.Solver, ''",
        "dev.jointly.io.ProblemReader, ''"
    })
    void onlyExportedPackagesAreVisible(String type, String complaint) throws IOException {
        Path module =
                Files.writeString(dir.resolve("module-info.java"), "module consumer { requires dev.jointly.io; }");
        Path source =
                Files.writeString(dir.resolve("Looking.java"), "package consumer; class Looking { " + type + " at; }");
        String said = compile(dir.resolve("classes"), module, source);
        if (complaint.isEmpty()) {
            assertThat(said).isEmpty();
        } else {
            assertThat(said).contains(complaint);
        }
    }

    /** What the compiler has to say. */
    private String compile(Path classes, Path... sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler).as("the compiler; these tests need a JDK").isNotNull();
        List<String> options = List.of(
                "--release",
                "17",
                "-Xlint:all,-requires-automatic",
                "-d",
                Files.createDirectories(classes).toString(),
                "-p",
                Stream.of(modulePath, compileOnly)
                        .flatMap(List::stream)
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator)));
        StringWriter said = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, Locale.ROOT, UTF_8)) {
            compiler.getTask(said, files, null, options, null, files.getJavaFileObjects(sources))
                    .call();
        }
        return said.toString();
    }

    /** Not in the temporary folder: where files are mapped into memory, Windows could not delete it. */
    private static Path hdf5() throws IOException {
        Path file = Path.of("target", "module-path.h5");
        Files.deleteIfExists(file);
        Map<String, double[][]> tables = Map.of(
                "part-class-probabilities",
                new double[][] {{0.9, 0.01}, {0.3, 0.6}},
                "join-probabilities",
                new double[][] {{0, 1, 0, 1, 0.7}});
        try (WritableHdfFile hdf = HdfFile.write(file)) {
            tables.forEach(hdf::putDataset);
        }
        return file.toAbsolutePath();
    }
}
