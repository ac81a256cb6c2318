package dev.jointly.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Every {@code bin/jointly-bench} line of the documentation parses. None is run: they take minutes and outside data. */
class BenchDocTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern COMMAND = Pattern.compile("bin/jointly-bench ([a-z]+ [^`#]*)");

    @Test
    void everyCommandLineParses() throws IOException {
        List<String> wrong = new ArrayList<>();
        int count = 0;
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> dev = Files.walk(ROOT.resolve("dev"))) {
            for (Path page : Stream.of(top, docs, dev)
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList()) {
                for (String line :
                        Files.readString(page).replace("\\\n", " ").lines().toList()) {
                    Matcher command = COMMAND.matcher(line);
                    while (command.find()) {
                        count++;
                        String words = command.group(1).strip();
                        Throwable thrown = catchThrowable(() -> parse(words));
                        if (thrown != null) {
                            wrong.add(page + ": " + words + ": " + thrown.getMessage());
                        }
                    }
                }
            }
        }
        assertThat(count).isGreaterThan(10);
        assertThat(wrong).isEmpty();
    }

    @Test
    void aMisspeltOptionWouldBeNoticed() {
        assertThat(catchThrowable(() -> parse("real --warmup 5s"))).isInstanceOf(CommandLine.ParameterException.class);
    }

    private static void parse(String words) {
        Bench.commandLine().parseArgs(words.replaceAll("[\"']", "").split(" +", -1));
    }
}
