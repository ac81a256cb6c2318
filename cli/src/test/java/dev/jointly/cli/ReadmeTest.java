package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The documentation: its examples run, its links lead to existing files, its lists are complete. */
@Timeout(120)
class ReadmeTest {
    private static final Path ROOT = Path.of("..");
    private static final String PROGRAM = "bin/jointly ";
    /** Characters with which a shell does more than split at blanks. */
    private static final Pattern SHELL_MAGIC = Pattern.compile("[\"'`$|&;<>*?~\\\\]");

    @TempDir
    Path dir;

    /** Runs the commands of the first shell block in order; the text block after it is the output of the last one. */
    @Test
    void theQuickStartDoesWhatItShows() throws IOException, InterruptedException {
        String readme = read("README.md");
        List<String> commands = blocks(readme, "sh").get(0).lines().toList();
        assertThat(commands).allMatch(line -> line.startsWith("mvn ") || line.startsWith(PROGRAM));
        List<String> ours =
                commands.stream().filter(line -> line.startsWith(PROGRAM)).toList();
        assertThat(ours)
                .extracting(line -> line.replaceFirst("\\S+ (\\S+).*", "$1"))
                .as("commands shown")
                .containsExactly("generate", "solve", "verify");
        String said = "";
        for (String command : ours) {
            assertThat(command).doesNotContainPattern(SHELL_MAGIC);
            said = output(command);
        }
        assertThat(said.lines()).contains("PROVEN OPTIMAL");
        assertThat(said).isEqualTo(blocks(readme, "text").get(0));
    }

    @Test
    void theJavaExampleIsPartOfACompiledOne() throws IOException {
        List<String> shown = blocks(read("docs/java.md"), "java");
        assertThat(shown).hasSize(1);
        List<String> lines = lines(shown.get(0));
        assertThat(lines).hasSizeGreaterThan(5);
        assertThat(lines(read("examples/src/main/java/dev/jointly/example/TenLines.java")))
                .containsSequence(lines);
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<Path> pages = pages();
        assertThat(pages).hasSizeGreaterThan(5);
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : pages) {
            for (String target : found("\\]\\(([^)\\s]+)\\)|(?:src|href)=\"([^\"]+)\"", Files.readString(page))) {
                if (!target.contains("://")) {
                    links++;
                    String[] parts = target.split("#", 2);
                    Path there = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
                    if (!Files.exists(there)
                            || (parts.length == 2 && !anchors(there).contains(parts[1]))) {
                        broken.add(page + " -> " + target);
                    }
                }
            }
        }
        assertThat(links).isPositive();
        assertThat(broken).isEmpty();
    }

    /** The anchors that GitHub gives the headings of a page. */
    private static Set<String> anchors(Path page) throws IOException {
        Set<String> anchors = new TreeSet<>();
        for (String heading : found("(?m)^#+ (.*)$", Files.readString(page, UTF_8))) {
            anchors.add(heading.toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-'));
        }
        return anchors;
    }

    @Test
    void everyPackageIsInTheTablesOfTheArchitecturePage() throws IOException {
        TreeSet<String> packages = new TreeSet<>();
        for (String module : modules()) {
            Path sources = ROOT.resolve(module).resolve("src/main/java/dev/jointly");
            if (!Files.isDirectory(sources)) {
                // a module for packaging only has no packages
                continue;
            }
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(file -> file.endsWith("package-info.java"))
                        .map(file -> sources.relativize(file.resolveSibling("")))
                        .forEach(folder -> packages.add(
                                folder.toString().replace(folder.getFileSystem().getSeparator(), ".")));
            }
        }
        assertThat(packages).hasSizeGreaterThan(10);
        assertThat(new TreeSet<>(found("(?m)^\\| `([a-z0-9.]+)` \\|", read("dev/architecture.md"))))
                .as("packages in the tables of dev/architecture.md")
                .isEqualTo(packages);
    }

    /** The allowed imports that CoreArchitectureTest enforces, read from its source: the page must list the same. */
    @Test
    void theArchitecturePageListsTheAllowedImports() throws IOException {
        String core = read("dev/architecture.md").split("## Packages of the other modules", 2)[0];
        Map<String, Set<String>> listed = allowedImports("(?m)^\\| `([a-z.]+)` \\| [^|]+ \\| ([a-z., ]+) \\|$", core);
        Map<String, Set<String>> enforced = allowedImports(
                "Map\\.entry\\(\\s*\"([a-z.]+)\",\\s*Set\\.of\\(([^)]*)\\)",
                read("core/src/test/java/dev/jointly/architecture/CoreArchitectureTest.java"));
        assertThat(enforced).hasSizeGreaterThan(10);
        assertThat(listed).isEqualTo(enforced);
    }

    private static Map<String, Set<String>> allowedImports(String regex, String text) {
        Map<String, Set<String>> allowed = new TreeMap<>();
        Matcher row = Pattern.compile(regex).matcher(text);
        while (row.find()) {
            Set<String> imports = new TreeSet<>(found("([a-z.]+)", row.group(2)));
            imports.remove("nothing");
            allowed.put(row.group(1), imports);
        }
        return allowed;
    }

    @Test
    void everyDependencyIsListedWithItsVersion() throws IOException {
        String listed = read("dev/dependencies.md");
        List<String> missing = new ArrayList<>();
        int versions = 0;
        for (String version : found("<version>([0-9][^<]*)</version>|\\.version>([0-9][^<]*)</", read("pom.xml"))) {
            versions++;
            // the project's own
            if (!version.endsWith("-SNAPSHOT") && !listed.contains("| " + version + " |")) {
                missing.add(version);
            }
        }
        for (String module : modules()) {
            for (String name : found("<artifactId>([^<]+)</artifactId>", read(module + "/pom.xml"))) {
                if (!name.startsWith("jointly") && !listed.contains(name)) {
                    missing.add(name);
                }
            }
        }
        assertThat(versions).isGreaterThan(10);
        assertThat(missing).as("not in dev/dependencies.md").isEmpty();
    }

    /** The standard output of a command, run as a separate process in the temporary folder. */
    private String output(String command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        words.addAll(List.of(command.substring(PROGRAM.length()).split(" +", -1)));
        Path out = Files.createTempFile(dir, "said", ".out");
        Path err = Files.createTempFile(dir, "said", ".err");
        Process process = new ProcessBuilder(words)
                .directory(dir.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(command).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue())
                .as("%s%n%s", command, Files.readString(err, UTF_8))
                .isZero();
        return Files.readString(out, UTF_8).replace(System.lineSeparator(), "\n");
    }

    private static String read(String file) throws IOException {
        return Files.readString(ROOT.resolve(file), UTF_8);
    }

    private static List<String> modules() throws IOException {
        return found("<module>([^<]+)</module>", read("pom.xml"));
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> cases = Files.list(ROOT.resolve("conformance"));
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> dev = Files.walk(ROOT.resolve("dev"))) {
            return Stream.of(top, cases, docs, dev)
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        }
    }

    private static List<String> blocks(String page, String language) {
        return found("(?s)```" + language + "\n(.*?)```", page);
    }

    private static List<String> lines(String text) {
        return text.lines().map(String::strip).filter(not(String::isEmpty)).toList();
    }

    /** The first group that took part in each match. */
    private static List<String> found(String regex, String text) {
        return Pattern.compile(regex)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1) != null ? match.group(1) : match.group(2))
                .toList();
    }
}
