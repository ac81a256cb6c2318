package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.PackageVersion;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code jointly-spark.jar} brings to a Spark that has its own libraries. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("slow")
class JarTest {
    private static final Path JAR = Cluster.DISTRIBUTION.resolve("jointly-spark.jar");
    private static final Path PROGRAM = Path.of("..", "cli", "target");

    /** Libraries of commands other than batch, and the only packages of ours that may use them. */
    private static final Map<String, String> LEFT_OUT = Map.of(
            "io\\.javalin\\..*|org\\.eclipse\\.jetty\\..*|io\\.micrometer\\..*|io\\.prometheus\\..*|kotlin\\..*",
            "dev\\.jointly\\.server\\..*",
            "org\\.knowm\\.xchart\\..*",
            "dev\\.jointly\\.vision\\.draw\\.ReliabilityPlot");

    private static List<Path> jars(Path folder) throws IOException {
        try (Stream<Path> jars = Files.list(folder)) {
            return jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().toList();
        }
    }

    private static List<? extends ZipEntry> entries(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream().filter(entry -> !entry.isDirectory()).toList();
        }
    }

    /** Names of classes, and of other files outside META-INF, which can clash too. */
    private static Set<String> content(Path jar) throws IOException {
        Set<String> names = new TreeSet<>();
        for (ZipEntry entry : entries(jar)) {
            // classes for newer versions of Java shadow those of the same name
            String name = entry.getName().replaceFirst("^META-INF/versions/[0-9]+/", "");
            if (!name.startsWith("META-INF/") && !name.endsWith("module-info.class") && name.contains("/")) {
                names.add(name);
            }
        }
        return names;
    }

    private static List<Path> sparkJars() throws IOException {
        List<Path> jars = jars(Cluster.DISTRIBUTION.resolve("jars"));
        assertThat(jars)
                .extracting(jar -> jar.getFileName().toString())
                .as("the versions that this project is compiled with")
                .contains(
                        "spark-core_2.13-" + org.apache.spark.package$.MODULE$.SPARK_VERSION() + ".jar",
                        "jackson-core-" + PackageVersion.VERSION + ".jar");
        return jars;
    }

    @Test
    void noFileOfItIsInSparkToo() throws IOException {
        Set<String> own = content(JAR);
        assertThat(own).contains("dev/jointly/spark/Batch.class", "com/sun/jna/Native.class");
        Map<String, String> both = new TreeMap<>();
        int files = 0;
        for (Path jar : sparkJars()) {
            for (String name : content(jar)) {
                files++;
                if (own.contains(name)) {
                    both.put(name, jar.getFileName().toString());
                }
            }
        }
        System.out.printf(
                "%d files of the jar, %d of Spark's %d jars%n",
                own.size(), files, sparkJars().size());
        assertThat(files).isGreaterThan(50_000);
        assertThat(both).isEmpty();
    }

    /** Of the program's libraries, those are beside the jar that Spark has too, and no other. */
    @Test
    void besideItIsSparkAlone() throws IOException {
        Set<String> both = names(jars(PROGRAM.resolve("lib")));
        both.retainAll(names(sparkJars()));
        assertThat(both)
                .containsExactlyInAnyOrder(
                        "commons-lang3", "jackson-core", "jakarta.servlet-api", "slf4j-api", "snakeyaml");
        assertThat(sparkJars()).hasSize(166);
    }

    private static Set<String> names(List<Path> jars) {
        Set<String> names = new TreeSet<>();
        jars.forEach(jar -> names.add(name(jar).replaceFirst(" .*", "")));
        return names;
    }

    /** The comparison can fail: Spark has the parser of JSON that the program has. */
    @Test
    void aLibraryThatBothHaveIsNoticed() throws IOException {
        Set<String> both = parser(jars(PROGRAM.resolve("lib")));
        both.retainAll(parser(sparkJars()));
        assertThat(both).contains("com/fasterxml/jackson/core/JsonFactory.class");
    }

    private static Set<String> parser(List<Path> jars) throws IOException {
        for (Path jar : jars) {
            if (jar.getFileName().toString().startsWith("jackson-core-")) {
                return content(jar);
            }
        }
        throw new IOException("no jackson-core");
    }

    /** Services are offered to everybody on the class path, so here are ours, and image formats that Java lacks. */
    @Test
    void itOffersNoServiceThatSparkLooksFor() throws IOException {
        Set<String> services = new TreeSet<>();
        for (ZipEntry entry : entries(JAR)) {
            if (entry.getName().startsWith("META-INF/services/")) {
                services.add(entry.getName().substring("META-INF/services/".length()));
            }
        }
        assertThat(services)
                .containsExactlyInAnyOrder(
                        "dev.jointly.io.InputFormat",
                        "dev.jointly.io.batch.BatchRunner",
                        "dev.jointly.io.export.OutputFormat",
                        "dev.jointly.lp.LpEngineProvider",
                        "javax.imageio.spi.ImageInputStreamSpi",
                        "javax.imageio.spi.ImageReaderSpi");
        assertThat(entries(JAR).stream().map(ZipEntry::getName))
                .as("files that configure others, such as loggers, and are found at the root of any jar")
                .noneMatch(name -> name.matches("[^/]+\\.(properties|xml|conf|ya?ml|json)"));
    }

    /** With Spark's jars it has every class that it names, but for commands that make no sense there. */
    @Test
    void itLacksOnlyWhatOtherCommandsNeed() throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintWriter out = new PrintWriter(said, true, StandardCharsets.UTF_8)) {
            String path = String.join(
                    File.pathSeparator, sparkJars().stream().map(Path::toString).toList());
            ToolProvider.findFirst("jdeps")
                    .orElseThrow()
                    .run(out, out, "--multi-release", "17", "--missing-deps", "-cp", path, JAR.toString());
        }
        Matcher missing = Pattern.compile("(?m)^ +(dev\\.jointly\\.\\S+) +-> (\\S+) +not found")
                .matcher(said.toString(StandardCharsets.UTF_8));
        List<String> wrong = new ArrayList<>();
        Set<String> seen = new TreeSet<>();
        while (missing.find()) {
            String user = missing.group(1);
            String used = missing.group(2);
            boolean known = false;
            for (Map.Entry<String, String> left : LEFT_OUT.entrySet()) {
                if (used.matches(left.getKey()) && user.matches(left.getValue())) {
                    known = true;
                    seen.add(left.getKey());
                }
            }
            if (!known) {
                wrong.add(user + " -> " + used);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(seen).as("what is left out and needed elsewhere").isEqualTo(new TreeSet<>(LEFT_OUT.keySet()));
    }

    /** The table in dev/batches.md. Every file has to be, unchanged, of this project or of a library that the program has in that version. */
    @Test
    void theDocumentationListsWhatItBrings() throws IOException {
        Map<String, ZipEntry> rest = new TreeMap<>();
        for (ZipEntry entry : entries(JAR)) {
            if (!entry.getName().startsWith("META-INF/")) {
                rest.put(entry.getName(), entry);
            }
        }
        Map<String, Long> bytes = new LinkedHashMap<>();
        List<Path> libraries = new ArrayList<>(jars(PROGRAM.resolve("lib")));
        libraries.addAll(jars(PROGRAM));
        libraries.addAll(jars(Path.of("..", "spark", "target")));
        for (Path library : libraries) {
            for (ZipEntry entry : entries(library)) {
                ZipEntry same = rest.get(entry.getName());
                if (same != null && same.getCrc() == entry.getCrc()) {
                    rest.remove(entry.getName());
                    bytes.merge(name(library), same.getSize(), Long::sum);
                }
            }
        }
        assertThat(rest.keySet()).as("of no library, or changed").isEmpty();
        List<String> rows = new ArrayList<>();
        bytes.forEach((library, size) -> {
            if (!library.startsWith("jointly")) {
                rows.add(String.format(Locale.ROOT, "| %s | %,d KB | no |", library, (size + 512) / 1024));
            }
        });
        String page = Files.readString(Path.of("..", "dev", "batches.md"));
        String table = page.substring(page.indexOf("| library | version |"));
        assertThat(table.substring(0, table.indexOf("\n\n")).lines().skip(2)).containsExactlyElementsOf(rows);
    }

    /** {@code jna | 5.18.1} of jna-5.18.1.jar. */
    private static String name(Path jar) {
        return jar.getFileName().toString().replaceFirst("-([0-9][^-]*)(-SNAPSHOT)?\\.jar$", " | $1");
    }
}
