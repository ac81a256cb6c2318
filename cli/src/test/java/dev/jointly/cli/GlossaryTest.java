package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every class that dev/glossary.md names in a class column exists in the main sources, with the method it names. */
class GlossaryTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern CODE = Pattern.compile("`(\\w+)(?:\\.(\\w+))?`");

    @Test
    void everyClassInTheClassColumnExists() throws IOException {
        Map<String, Path> sources = sources();
        TreeSet<String> missing = new TreeSet<>();
        TreeSet<String> classes = new TreeSet<>();
        for (String cell : classCells(Files.readAllLines(ROOT.resolve("dev/glossary.md")))) {
            assertThat(cell).as("names of classes").matches(CODE + "(, " + CODE + ")*");
            Matcher name = CODE.matcher(cell);
            while (name.find()) {
                classes.add(name.group(1));
                Path source = sources.get(name.group(1) + ".java");
                if (source == null || (name.group(2) != null && !declares(source, name.group(2)))) {
                    missing.add(name.group());
                }
            }
        }
        assertThat(classes).hasSizeGreaterThan(40);
        assertThat(missing).as("named in dev/glossary.md, not in the sources").isEmpty();
    }

    /** The last cell of every table row below a heading; the last column of every table is headed "class". */
    private static List<String> classCells(List<String> lines) {
        List<String> rows = lines.stream().filter(line -> line.startsWith("|")).toList();
        assertThat(rows.stream().filter(row -> row.endsWith("| class |")).count())
                .isPositive()
                .isEqualTo(rows.stream().filter(row -> row.startsWith("|---")).count());
        return rows.stream()
                .filter(row -> !row.startsWith("|---") && !row.endsWith("| class |"))
                .map(row -> row.replaceFirst(".*\\| ([^|]+) \\|$", "$1"))
                .toList();
    }

    private static boolean declares(Path source, String method) throws IOException {
        return Pattern.compile("(?m)^    \\S.*\\b" + method + "\\([^;]*\\{$")
                .matcher(Files.readString(source, UTF_8))
                .find();
    }

    private static Map<String, Path> sources() throws IOException {
        Map<String, Path> sources = new TreeMap<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path main :
                    modules.map(module -> module.resolve("src/main/java")).toList()) {
                if (Files.isDirectory(main)) {
                    try (Stream<Path> files = Files.walk(main)) {
                        files.filter(file -> file.toString().endsWith(".java"))
                                .forEach(file -> sources.put(file.getFileName().toString(), file));
                    }
                }
            }
        }
        return sources;
    }
}
