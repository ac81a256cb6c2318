package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Starts this program again, in a process that has Spark on its class path and is opened to it as Spark wants. */
final class SparkLaunch {
    /** Every start finds at most one fatal record per thread; more starts than this are no accident. */
    private static final int MAX_STARTS = 20;

    private final Console console;
    private final Map<String, String> environment;
    private final Path program;

    /** @param program the folder of the program's jar, or of its classes */
    SparkLaunch(Console console, Map<String, String> environment, Path program) {
        this.console = console;
        this.environment = Map.copyOf(environment);
        this.program = program;
    }

    static SparkLaunch ofProcess(Console console) {
        try {
            Path jar = Path.of(SparkLaunch.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path folder = jar.toAbsolutePath().getParent();
            return new SparkLaunch(console, System.getenv(), folder == null ? jar : folder);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the location of the program's own jar is not a file", e);
        }
    }

    /** Whether this process can run Spark itself, as one can that spark-submit started. */
    static boolean sparkIsHere() {
        try {
            Class.forName("org.apache.spark.SparkContext", false, SparkLaunch.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /**
     * Spark promises no compatibility of what a batch uses between minor versions: another one would fail somewhere in
     * the middle.
     *
     * @param loader one that finds Spark
     */
    static void checkVersion(ClassLoader loader) throws IOException {
        Properties info = new Properties();
        try (InputStream in = loader.getResourceAsStream("spark-version-info.properties")) {
            if (in != null) {
                info.load(in);
            }
        }
        String version = info.getProperty("version", "of an unknown version");
        if (!version.startsWith("4.2.")) {
            throw new BadInputException(
                    "found Spark " + version + " but jointly batch needs Spark 4.2, for Scala 2.13");
        }
    }

    /** The folder of Spark's jars: of SPARK_HOME, of JOINTLY_SPARK, or of a distribution beside the program. */
    Path jars() {
        for (String variable : List.of("SPARK_HOME", "JOINTLY_SPARK")) {
            String home = environment.getOrDefault(variable, "");
            if (!home.isEmpty()) {
                Path jars = Path.of(home, "jars");
                if (launcherJar(jars) == null) {
                    throw new BadInputException(
                            jars + ": holds no spark-launcher jar but " + variable + " says that Spark is there");
                }
                return jars;
            }
        }
        for (Path beside : besideTheProgram()) {
            Path jars = beside.resolve("jars");
            if (launcherJar(jars) != null) {
                return jars;
            }
        }
        throw new BadInputException("Apache Spark was not found: set SPARK_HOME to the folder of Spark 4.2.0"
                + " (spark.apache.org/downloads.html), or set JOINTLY_SPARK to the folder of the jointly-spark distribution; in"
                + " a checkout, mvn -DskipTests package builds one");
    }

    /** Where the jointly-spark distribution may be. */
    private List<Path> besideTheProgram() {
        return List.of(
                program.resolve("jointly-spark"),
                program.resolve("../../spark-dist/target/jointly-spark").normalize());
    }

    private static @Nullable Path launcherJar(Path jars) {
        if (!Files.isDirectory(jars)) {
            return null;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(jars, "spark-launcher_*.jar")) {
            for (Path jar : found) {
                return jar;
            }
            return null;
        } catch (IOException e) {
            throw new BadInputException(jars + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Runs the arguments in such a process until it ends. On one machine a crash takes down the whole process, not one
     * executor of many; so there it is started again, and retries its pieces in progress with care.
     */
    int run(List<String> words, @Nullable String master, String memory) throws IOException, InterruptedException {
        List<String> command = command(words, master, memory);
        boolean local = master == null || master.startsWith("local");
        int code = 0;
        for (int start = 0; start < MAX_STARTS; start++) {
            // exit codes do not tell: without a core dump Java ends a crash with 1
            Path report = Files.createTempDirectory("jointly-batch").resolve("crash.log");
            List<String> reporting = new ArrayList<>(command);
            reporting.add(1, "-XX:ErrorFile=" + report);
            Process process = new ProcessBuilder(reporting).inheritIO().start();
            Thread end = new Thread(process::destroy, "end-of-batch");
            Runtime.getRuntime().addShutdownHook(end);
            code = process.waitFor();
            Runtime.getRuntime().removeShutdownHook(end);
            if (!Files.exists(report)) {
                Files.delete(report.getParent());
                return code;
            }
            if (!local) {
                throw new CannotSolveException(new IllegalStateException("the driver crashed, see " + report));
            }
            console.say("jointly: a record crashed the process (see " + report + "); restarting to find out which one");
        }
        return code;
    }

    List<String> command(List<String> words, @Nullable String master, String memory) {
        Path spark = jars();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(moduleOptions(spark));
        command.addAll(List.of(
                "-Xmx" + memory,
                "-XX:-CreateCoredumpOnCrash",
                "-XX:+DisplayVMOutputToStderr",
                "-Djava.awt.headless=true",
                "-Djointly.terminal=" + console.terminal(),
                // besides Spark's there is one that discards everything
                "-Dslf4j.provider=org.apache.logging.slf4j.SLF4JServiceProvider",
                "-Dslf4j.internal.verbosity=ERROR",
                "-Dlog4j2.configurationFile=classpath:dev/jointly/spark/quiet-log4j2.properties"));
        List<String> own = ownClassPath();
        if (master != null && !master.startsWith("local")) {
            command.add("-Dspark.jars="
                    + String.join(
                            ",",
                            own.stream().filter(file -> file.endsWith(".jar")).toList()));
        }
        String options = environment.getOrDefault("JOINTLY_JAVA_OPTS", "");
        if (!options.isBlank()) {
            command.addAll(List.of(options.strip().split("\\s+", -1)));
        }
        command.add("-cp");
        command.add(spark.resolve("*") + File.pathSeparator + String.join(File.pathSeparator, own));
        command.add(Main.class.getName());
        command.addAll(words);
        return command;
    }

    /** What Spark itself would give Java, asked of the version that is there. */
    private static List<String> moduleOptions(Path spark) {
        Path jar = launcherJar(spark);
        if (jar == null) {
            throw new IllegalStateException(spark + " was checked before");
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            Class<?> options = loader.loadClass("org.apache.spark.launcher.JavaModuleOptions");
            List<String> all = new ArrayList<>(List.of(
                    (String[]) options.getMethod("defaultModuleOptionArray").invoke(null)));
            // for linear algebra in Spark's machine learning; Java warns of it at every start
            all.remove("--add-modules=jdk.incubator.vector");
            return all;
        } catch (MalformedURLException | ReflectiveOperationException e) {
            throw new BadInputException(
                    jar + ": belongs to a version of Spark that is not supported; expected Spark 4.2", e);
        } catch (IOException e) {
            throw new BadInputException(jar + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * The class path without Spark. The program has no runner of batches; the jar of the distribution has one, and all of the
     * program.
     */
    private List<String> ownClassPath() {
        List<String> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            path.add(Path.of(entry).toAbsolutePath().toString());
        }
        path.set(0, batchJar().toString());
        return path;
    }

    /** The jar of the jointly-spark distribution. */
    Path batchJar() {
        List<Path> folders = new ArrayList<>(besideTheProgram());
        String named = environment.getOrDefault("JOINTLY_SPARK", "");
        if (!named.isEmpty()) {
            folders.add(0, Path.of(named));
        }
        for (Path folder : folders) {
            Path jar = folder.resolve("jointly-spark.jar").toAbsolutePath();
            if (Files.isRegularFile(jar)) {
                return jar;
            }
        }
        throw new BadInputException(
                "jointly-spark.jar, which runs batches on Spark, was not found: set JOINTLY_SPARK to the"
                        + " folder of the jointly-spark distribution; in a checkout, mvn -DskipTests package builds one");
    }
}
