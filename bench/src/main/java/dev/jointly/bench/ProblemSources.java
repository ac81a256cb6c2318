package dev.jointly.bench;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.io.BadInputException;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The problems of a command: files, folders of files, and generated ones. */
final class ProblemSources {
    private static final Pattern MADE = Pattern.compile("([a-z]+):(\\d{1,4}):(\\d{1,9})(?:-(\\d{1,9}))?");

    @Parameters(
            paramLabel = "FILE|DIR",
            arity = "0..*",
            description = "Problem files, plain or .gz, one problem or NDJSON; of a folder all *.problem.json[.gz].")
    List<Path> files = new ArrayList<>();

    @Option(
            names = "--made",
            paramLabel = "CROWDING:PEOPLE:SEED[-SEED]",
            description = "Generated problems, such as crowded:8:1-5; may be repeated.")
    List<String> made = new ArrayList<>();

    @Option(names = "--least", paramLabel = "N", description = "Only problems with at least N detections.")
    int least;

    @Option(names = "--most", paramLabel = "N", description = "Only problems with at most N detections.")
    int most = Integer.MAX_VALUE;

    /** All of them, smallest first. */
    List<Problem> all() {
        List<Problem> problems = new ArrayList<>();
        files.stream().flatMap(ProblemSources::problemFiles).forEach(file -> {
            try (ProblemReader reader = ProblemReader.open(file)) {
                reader.forEachRemaining(problems::add);
            }
        });
        made.forEach(spec -> problems.addAll(generated(spec)));
        problems.removeIf(problem -> problem.size() < least || problem.size() > most);
        problems.sort(Comparator.comparingInt(Problem::size));
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("no problem is left to measure; name files, folders or --made");
        }
        return problems;
    }

    private static Stream<Path> problemFiles(Path path) {
        return Files.isDirectory(path) ? inside(path, ".*\\.problem\\.json(\\.gz)?").stream() : Stream.of(path);
    }

    /** Files of a folder with names like this, sorted. */
    static List<Path> inside(Path folder, String names) {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(file -> file.toString().matches(names))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new BadInputException(folder + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** The problems of one specification. */
    static List<Problem> generated(String spec) {
        Matcher parts = MADE.matcher(spec);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "found '" + spec + "' but expected CROWDING:PEOPLE:SEED or CROWDING:PEOPLE:FIRST-LAST");
        }
        Crowding crowding = crowding(parts.group(1));
        long first = Long.parseLong(parts.group(3));
        long last = parts.group(4) == null ? first : Long.parseLong(parts.group(4));
        List<Problem> problems = new ArrayList<>();
        for (long seed = first; seed <= last; seed++) {
            problems.add(generated(crowding, Integer.parseInt(parts.group(2)), seed));
        }
        return problems;
    }

    /** The problem {@code jointly generate} would write, under the same name. */
    static Problem generated(Crowding crowding, int people, long seed) {
        String id = String.format(Locale.ROOT, "%s-%dp-s%d", crowding.label(), people, seed);
        return Generator.generate(id, people, crowding, seed);
    }

    private static Crowding crowding(String label) {
        return Stream.of(Crowding.values())
                .filter(crowding -> crowding.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("found crowding '" + label + "' but expected one of "
                        + Stream.of(Crowding.values()).map(Crowding::label).toList()));
    }
}
