package dev.jointly.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which package of core may import which. Any other import is a test failure; dev/architecture.md has the same table. */
class CoreArchitectureTest {
    private static final String ROOT = "dev.jointly.";

    private static final Map<String, Set<String>> ALLOWED_IMPORTS = Map.ofEntries(
            Map.entry("anatomy", Set.of()),
            Map.entry("problem", Set.of("anatomy")),
            Map.entry("evidence", Set.of("problem", "anatomy")),
            Map.entry("pose", Set.of("problem", "anatomy")),
            Map.entry("generate", Set.of("problem", "anatomy")),
            Map.entry("proof", Set.of("problem")),
            Map.entry("certify", Set.of("proof", "problem", "anatomy")),
            Map.entry("track", Set.of("problem", "pose")),
            Map.entry("lp", Set.of()),
            Map.entry("lp.highs", Set.of("lp")),
            Map.entry("solve.term", Set.of("problem", "anatomy")),
            Map.entry("solve.option", Set.of()),
            Map.entry("solve.cut", Set.of("solve.option", "solve.term", "problem")),
            Map.entry("solve.price", Set.of("solve.option", "solve.term", "problem")),
            Map.entry("solve.reduce", Set.of("solve.price", "solve.term", "problem")),
            Map.entry("solve.master", Set.of("solve.cut", "solve.option", "solve.term", "problem", "lp")),
            Map.entry(
                    "solve.branch", Set.of("solve.option", "solve.price", "solve.term", "proof", "problem", "anatomy")),
            Map.entry("solve.primal", Set.of("solve.term", "problem", "lp")),
            Map.entry(
                    "solve.tree",
                    Set.of(
                            "solve.option",
                            "solve.cut",
                            "solve.term",
                            "solve.price",
                            "solve.master",
                            "solve.branch",
                            "solve.primal",
                            "lp",
                            "proof",
                            "problem")),
            Map.entry(
                    "solve.benders",
                    Set.of("solve.tree", "solve.master", "solve.price", "solve.option", "solve.term", "problem", "lp")),
            Map.entry(
                    "solve",
                    Set.of(
                            "solve.option",
                            "solve.term",
                            "solve.price",
                            "solve.reduce",
                            "solve.branch",
                            "solve.tree",
                            "solve.benders",
                            "lp",
                            "proof",
                            "pose",
                            "problem")),
            Map.entry("selfcheck", Set.of("solve", "certify", "proof", "pose", "problem")),
            Map.entry("session", Set.of("selfcheck", "solve", "pose", "problem")),
            Map.entry(
                    "margin",
                    Set.of(
                            "selfcheck",
                            "session",
                            "solve",
                            "solve.option",
                            "solve.branch",
                            "solve.price",
                            "solve.reduce",
                            "solve.term",
                            "certify",
                            "proof",
                            "pose",
                            "problem",
                            "anatomy")));

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.jointly");

    @Test
    void packagesImportOnlyWhatTheTableAllows() {
        Set<String> violations = new TreeSet<>();
        for (JavaClass from : classes) {
            for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
                String here = packageOf(from);
                String there = packageOf(dependency.getTargetClass());
                if (!there.isEmpty()
                        && !there.equals(here)
                        && !ALLOWED_IMPORTS.getOrDefault(here, Set.of()).contains(there)) {
                    violations.add(here + " -> " + there + ": " + dependency.getDescription());
                }
            }
        }
        assertThat(violations).isEmpty();
    }

    @Test
    void theTableNamesEveryPackage() {
        Set<String> packages = new TreeSet<>();
        classes.forEach(c -> packages.add(packageOf(c)));
        assertThat(packages).isEqualTo(new TreeSet<>(ALLOWED_IMPORTS.keySet()));
    }

    @Test
    void bendersIsChosenInOneClass() {
        assertThat(classes.stream()
                        .filter(c -> !packageOf(c).equals("solve.benders"))
                        .filter(c -> c.getDirectDependenciesFromSelf().stream()
                                .anyMatch(d -> packageOf(d.getTargetClass()).equals("solve.benders")))
                        .map(JavaClass::getSimpleName))
                .containsExactly("ComponentSolver");
    }

    @Test
    void nativeCodeIsNamedInOnePackage() {
        assertThat(classes.stream()
                        .filter(c -> c.getDirectDependenciesFromSelf().stream()
                                .anyMatch(
                                        d -> d.getTargetClass().getPackageName().startsWith("com.sun.jna")))
                        .map(CoreArchitectureTest::packageOf)
                        .distinct())
                .containsExactly("lp.highs");
    }

    /** Sources of every module, main and test: a reader who searches for a name finds one class. */
    @Test
    void aClassNameMeansOneThingInTheWholeRepository() throws IOException {
        Path root = Path.of("..").toAbsolutePath().normalize();
        assertThat(root.resolve("core/src/main")).as("the checkout").isDirectory();
        Map<String, Set<String>> places = new TreeMap<>();
        try (Stream<Path> modules = Files.list(root)) {
            for (Path sources : modules.map(module -> module.resolve("src")).toList()) {
                if (Files.isDirectory(sources)) {
                    addSources(sources, places);
                }
            }
        }
        places.remove("package-info.java");
        places.remove("module-info.java");
        places.values().removeIf(paths -> paths.size() == 1);
        assertThat(places).isEmpty();
    }

    private static void addSources(Path sources, Map<String, Set<String>> places) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .forEach(file -> places.computeIfAbsent(file.getFileName().toString(), name -> new TreeSet<>())
                            .add(file.toString()));
        }
    }

    private static String packageOf(JavaClass c) {
        String name = c.getBaseComponentType().getPackageName();
        return name.startsWith(ROOT) ? name.substring(ROOT.length()) : "";
    }
}
