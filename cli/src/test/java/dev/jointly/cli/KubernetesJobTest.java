package dev.jointly.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import picocli.CommandLine.ParameterException;

/** The manifest in docs/kubernetes, against the program; no cluster sees it here. */
class KubernetesJobTest {
    private static final Path FILE = Path.of("..", "docs", "kubernetes", "batch-job.yaml");

    private static Object manifest = "";

    @BeforeAll
    static void read() throws IOException {
        manifest = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(FILE));
    }

    /** What is at the end of a path of keys, and of indices in lists. */
    private static Object at(Object... path) {
        Object node = manifest;
        for (Object step : path) {
            Object next = step instanceof Integer index ? ((List<?>) node).get(index) : ((Map<?, ?>) node).get(step);
            node = Objects.requireNonNull(next, () -> step + " of " + List.of(path));
        }
        return node;
    }

    private static Object ofContainer(Object... path) {
        Object[] whole = new Object[path.length + 5];
        System.arraycopy(new Object[] {"spec", "template", "spec", "containers", 0}, 0, whole, 0, 5);
        System.arraycopy(path, 0, whole, 5, path.length);
        return at(whole);
    }

    /** The words of the pod with an index. */
    private static List<String> words(int index) {
        return ((List<?>) ofContainer("args"))
                .stream()
                        .map(word -> word.toString().replace("$(JOB_COMPLETION_INDEX)", Integer.toString(index)))
                        .toList();
    }

    private static String option(String name) {
        return words(0).stream()
                .filter(word -> word.startsWith("--" + name + "="))
                .map(word -> word.substring(name.length() + 3))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyPodGetsAShareThatTheProgramAccepts() {
        assertThat(at("kind")).isEqualTo("Job");
        assertThat(at("spec", "completionMode")).isEqualTo("Indexed");
        assertThat((List<?>) ofContainer("command")).hasToString("[/opt/jointly/bin/jointly]");
        int pods = (Integer) at("spec", "completions");
        for (int index = 0; index < pods; index++) {
            DocCommandsTest.parse(words(index));
            assertThat(words(index)).contains("--shard=" + index + "/" + pods);
        }
        assertThatThrownBy(() -> DocCommandsTest.parse(words(pods)))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("--shard");
    }

    /** The same with {@code solve}, as docs/spark.md says. */
    @Test
    void solveTakesTheSameShares() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "spark.md"));
        Matcher line = Pattern.compile("`(solve [^`]*)`").matcher(page);
        assertThat(line.find()).isTrue();
        String words = line.group(1).replace("$(JOB_COMPLETION_INDEX)", "15");
        DocCommandsTest.parse(List.of(words.split("\\s+", -1)));
        assertThat(words).contains("--shard=15/16");
    }

    @Test
    void onlyExitCodesThatARetryCannotChangeAreFinal() {
        assertThat(at("spec", "podFailurePolicy", "rules", 1, "action")).isEqualTo("FailIndex");
        assertThat((List<?>) at("spec", "podFailurePolicy", "rules", 1, "onExitCodes", "values"))
                .hasToString(List.of(Exit.NO).toString());
        assertThat(at("spec", "podFailurePolicy", "rules", 1, "onExitCodes", "containerName"))
                .isEqualTo(ofContainer("name"));
        assertThat(at("spec", "template", "spec", "restartPolicy"))
                .as("which indexes with a backoff limit of their own require")
                .isEqualTo("Never");
    }

    /** The sum in docs/spark.md, in megabytes. */
    @Test
    void theLimitHoldsWhatTheDocumentationAddsUp() throws IOException {
        int cores = Integer.parseInt(ofContainer("resources", "limits", "cpu").toString());
        assertThat(option("master")).isEqualTo("local[" + cores + "]");
        int heap = 1024 * Integer.parseInt(option("driver-memory").replace("g", ""));
        int sum = heap + 400 + 50 * cores + cores * (Math.max(256, heap / cores) + 100);
        String limit = ofContainer("resources", "limits", "memory").toString();
        assertThat(1024 * Integer.parseInt(limit.replace("Gi", ""))).isGreaterThanOrEqualTo(sum);
        assertThat(Files.readString(Path.of("..", "docs", "spark.md")))
                .contains(String.format(Locale.ROOT, "| %,d MB: limit %s |", sum, limit));
    }

    @Test
    void whatIsWrittenHasAPlace() {
        assertThat(ofContainer("securityContext", "readOnlyRootFilesystem")).isEqualTo(true);
        assertThat(ofContainer("volumeMounts", 1, "mountPath")).isEqualTo("/tmp");
        assertThat(ofContainer("env", 0, "name")).isEqualTo("JOINTLY_JAVA_OPTS");
        assertThat(ofContainer("env", 0, "value")).isEqualTo("-Duser.home=/tmp");
        assertThat(option("out")).startsWith(ofContainer("volumeMounts", 0, "mountPath") + "/");
    }
}
