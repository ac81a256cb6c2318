package dev.jointly.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever reads what strangers send has a fuzz target, and every target has something to start from. */
class FuzzTargetsTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> MODULES = List.of("io", "vision", "server");
    private static final Pattern READER = Pattern.compile("(?m)^public (?:final )?class (\\w+Reader)\\b");
    private static final Pattern READING =
            Pattern.compile("(?m)^    public static [^=;{]*\\([^)]*\\bInputStream \\w+[^)]*\\)");
    private static final Pattern TARGET = Pattern.compile("@FuzzTest\\s+void (\\w+)\\(");
    /** What opens a file for the readers, what takes one frame after the other from them, and the pixels of the user's own ffmpeg. */
    private static final Set<String> EXEMPT = Set.of("InputFile", "FrameReader", "VideoReader");

    private static List<Path> sources(String module, String below) throws IOException {
        Path folder = ROOT.resolve(module).resolve(below);
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static String simpleName(Path source) {
        return Objects.requireNonNull(source.getFileName()).toString().replace(".java", "");
    }

    @Test
    void everyPublicReaderHasATarget() throws IOException {
        StringBuilder targets = new StringBuilder();
        Set<String> readers = new TreeSet<>();
        for (String module : MODULES) {
            for (Path source : sources(module, "src/test/java")) {
                String text = Files.readString(source);
                targets.append(TARGET.matcher(text).find() ? text : "");
            }
            for (Path source : sources(module, "src/main/java")) {
                String text = Files.readString(source);
                if (READER.matcher(text).find() || READING.matcher(text).find()) {
                    readers.add(simpleName(source));
                }
            }
        }
        assertThat(readers).hasSizeGreaterThan(15).containsAll(EXEMPT);
        readers.removeAll(EXEMPT);
        readers.removeIf(reader ->
                Pattern.compile("\\b" + reader + "\\b").matcher(targets).find());
        assertThat(readers).as("readers in no class with @FuzzTest").isEmpty();
    }

    @Test
    void everyTargetHasInputsToStartFrom() throws IOException {
        int found = 0;
        for (String module : MODULES) {
            Path tests = ROOT.resolve(module).resolve("src/test/java");
            for (Path source : sources(module, "src/test/java")) {
                Matcher target = TARGET.matcher(Files.readString(source));
                while (target.find()) {
                    found++;
                    Path inputs = ROOT.resolve(module)
                            .resolve("src/test/resources")
                            .resolve(tests.relativize(source))
                            .resolveSibling(simpleName(source) + "Inputs")
                            .resolve(target.group(1));
                    assertThat(inputs).isDirectory().isNotEmptyDirectory();
                }
            }
        }
        assertThat(found).isGreaterThan(20);
    }
}
