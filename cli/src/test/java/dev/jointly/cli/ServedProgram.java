package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code jointly serve} in a process of its own, on a free port. */
final class ServedProgram implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile(".*\"event\":\"listening\".*\"port\":(\\d+).*");

    final Process process;
    final Queue<String> log = new ConcurrentLinkedQueue<>();
    private final Thread reader;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private ServedProgram(Process process) {
        this.process = process;
        this.reader = new Thread(this::read, "served-log");
        reader.setDaemon(true);
        reader.start();
    }

    static ServedProgram start(String heap, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                heap,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                "--port",
                "0"));
        command.addAll(Arrays.asList(options));
        return new ServedProgram(new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    private void read() {
        try (BufferedReader lines = process.errorReader(UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.add(line);
                Matcher matcher = LISTENING.matcher(line);
                if (matcher.matches()) {
                    port.complete(Integer.valueOf(matcher.group(1)));
                }
            }
            port.completeExceptionally(new IllegalStateException("ended before it listened: " + log));
        } catch (IOException e) {
            port.completeExceptionally(e);
        }
    }

    int port() {
        return port.join();
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path));
    }

    CompletableFuture<HttpResponse<String>> post(String path, byte[] body) {
        return http.sendAsync(
                request(path).POST(HttpRequest.BodyPublishers.ofByteArray(body)).build(), BodyHandlers.ofString());
    }

    String get(String path) {
        return http.sendAsync(request(path).build(), BodyHandlers.ofString())
                .join()
                .body();
    }

    /** The value of a metric without labels. */
    double metric(String name) {
        return get("/metrics")
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    /** The most memory it has ever had, in megabytes, where the system tells. */
    long peakMegabytes() throws IOException {
        Path status = Path.of("/proc/" + process.pid() + "/status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElse(0);
    }

    /** SIGTERM where there are signals; returns when the process has ended and its log is read. */
    int terminated() throws InterruptedException {
        // destroying the process itself would close its streams before they are read
        process.toHandle().destroy();
        reader.join();
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
