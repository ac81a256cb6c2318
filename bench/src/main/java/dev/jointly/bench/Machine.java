package dev.jointly.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a measurement was taken on. */
final class Machine {
    private Machine() {}

    /** Processor, how many of them, and the system; no names of hosts or people. */
    static String description() {
        return processor() + ", " + Runtime.getRuntime().availableProcessors() + " processors, "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch");
    }

    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.replaceFirst("[^:]*:\\s*", ""))
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException e) {
            return "unknown processor";
        }
    }

    /** The commit of the checkout, with a mark if files were changed since. */
    static String commit() {
        String words = said(
                List.of("git", "-C", ChildProcess.home().toString(), "describe", "--always", "--dirty", "--abbrev=12"));
        return words.isEmpty() ? "unknown" : words;
    }

    private static String said(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? words : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
