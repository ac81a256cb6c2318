package dev.jointly.example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** docs/java.md: its tables have the whole API of core and io, and what they say about threads is what the types say. */
class JavaPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern NOT_SAFE = Pattern.compile("(?i)not\\s+(\\*\\s+)?thread-safe");

    /** How several threads may use a type: the columns of the tables. */
    private enum Use {
        IMMUTABLE,
        SAFE,
        ONE_THREAD
    }

    private static final List<Use> COLUMNS = List.of(Use.IMMUTABLE, Use.SAFE, Use.ONE_THREAD);

    /** A type in a table. */
    private record Listed(String packageName, String name, Use use) {
        String fullName() {
            return "dev.jointly." + packageName + "." + name;
        }

        Class<?> type() throws ClassNotFoundException {
            return Class.forName(fullName());
        }

        /** Its source up to the declaration, which has its Javadoc. */
        String comment() throws IOException {
            String module = packageName.startsWith("vision") ? "vision" : packageName.startsWith("io") ? "io" : "core";
            Path source = ROOT.resolve(module)
                    .resolve("src/main/java")
                    .resolve(fullName().replace('.', '/') + ".java");
            return Files.readString(source, UTF_8).split("(?m)^public ", 2)[0];
        }
    }

    private static List<Listed> listed() throws IOException {
        List<Listed> types = new ArrayList<>();
        found(
                        "(?m)^\\| `([a-z.]+)` \\|([^|\\n]*)\\|([^|\\n]*)\\|([^|\\n]*)\\|$",
                        Files.readString(ROOT.resolve("docs/java.md"), UTF_8))
                .forEach(row -> {
                    for (int column = 0; column < COLUMNS.size(); column++) {
                        Use use = COLUMNS.get(column);
                        found("`(\\w+)`", row.group(2 + column))
                                .forEach(name -> types.add(new Listed(row.group(1), name.group(1), use)));
                    }
                });
        return types;
    }

    private static Stream<MatchResult> found(String regex, String text) {
        return Pattern.compile(regex).matcher(text).results();
    }

    @ParameterizedTest
    @CsvSource({
        "core, core/src/test/resources/dev/jointly/architecture/core-api.txt",
        "io, io/src/test/resources/dev/jointly/io/io-api.txt"
    })
    void thePageHasTheRecordedApi(String module, String record) throws IOException {
        TreeSet<String> packages = new TreeSet<>();
        found(
                        "exports (dev[a-z.]+);",
                        Files.readString(ROOT.resolve(module + "/src/main/java/module-info.java"), UTF_8))
                .forEach(match -> packages.add(match.group(1)));
        TreeSet<String> recorded = new TreeSet<>();
        found(
                        "(?m)^public [a-z ]*(?:record|class|interface|enum) (dev\\.jointly[\\w.]+)(?![\\w.$])",
                        Files.readString(ROOT.resolve(record), UTF_8))
                .forEach(match -> recorded.add(match.group(1)));
        assertThat(recorded).hasSizeGreaterThan(50);

        TreeSet<String> listed = new TreeSet<>();
        TreeSet<String> listedPackages = new TreeSet<>();
        for (Listed one : listed()) {
            if (packages.contains("dev.jointly." + one.packageName())) {
                listed.add(one.fullName());
                listedPackages.add("dev.jointly." + one.packageName());
            }
        }
        assertThat(listedPackages).isEqualTo(packages);
        assertThat(listed).isEqualTo(recorded);
    }

    @Test
    void everyTypeExistsIsPublicAndListedOnce() throws Exception {
        List<Listed> listed = listed();
        assertThat(listed).hasSizeGreaterThan(100).extracting(Listed::fullName).doesNotHaveDuplicates();
        for (Listed one : listed) {
            assertThat(one.type()).as(one.fullName()).isPublic();
        }
    }

    /** Fields that are assigned once, or no object that a caller could have. */
    @Test
    void immutableTypesHaveOnlyFinalFields() throws Exception {
        for (Listed one : listed()) {
            Class<?> type = one.type();
            boolean instances = type.getConstructors().length > 0
                    || Arrays.stream(type.getDeclaredMethods())
                            .anyMatch(method -> Modifier.isPublic(method.getModifiers())
                                    && !Modifier.isStatic(method.getModifiers()));
            if (one.use() == Use.IMMUTABLE && instances) {
                assertThat(Arrays.stream(type.getDeclaredFields())
                                .filter(field -> !Modifier.isFinal(field.getModifiers())))
                        .as(one.fullName())
                        .isEmpty();
            }
        }
    }

    @Test
    void theJavadocSaysTheSame() throws IOException {
        for (Listed one : listed()) {
            String comment = one.comment();
            assertThat(NOT_SAFE.matcher(comment).find())
                    .as("\"Not thread-safe\" of %s", one.fullName())
                    .isEqualTo(one.use() == Use.ONE_THREAD);
            if (one.use() == Use.SAFE) {
                assertThat(comment).as(one.fullName()).containsPattern("[Tt]hread-safe");
            }
        }
    }
}
