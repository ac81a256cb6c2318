package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemReader;
import dev.jointly.io.ProblemWriter;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/** Generated problems of a few people, with images that do not exist, and what a plain loop finds in them. */
final class Made {
    private Made() {}

    static Problem problem(String id, int people, Crowding crowding) {
        Problem made = Generator.generate(id, people, crowding, id.hashCode());
        return new Problem(
                id,
                new Image(id + ".jpg", 640, 480),
                made.anatomy(),
                made.poseCost(),
                made.detections(),
                made.pairs(),
                made.pins());
    }

    /** Problems {@code p0}, {@code p1}, and so on. */
    static List<Problem> problems(int count, int people, Crowding crowding) {
        return IntStream.range(0, count)
                .mapToObj(i -> problem("p" + i, people, crowding))
                .toList();
    }

    static String line(Problem problem) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ProblemWriter.write(problem, Layout.LINE, bytes);
        return bytes.toString(UTF_8);
    }

    static RawRecord record(Problem problem) throws IOException {
        return new RawRecord(problem.id() + " of a test", line(problem));
    }

    /** Writes them as lines, packed if the name says so, and returns the file. */
    static Path write(Path file, List<Problem> problems) throws IOException {
        Files.createDirectories(file.getParent());
        try (OutputStream raw = Files.newOutputStream(file);
                OutputStream out = file.toString().endsWith(".gz") ? new GZIPOutputStream(raw) : raw) {
            for (Problem problem : problems) {
                out.write(line(problem).getBytes(UTF_8));
            }
        }
        return file;
    }

    /** The objective of each id, by a loop in this thread. */
    static Map<String, Long> objectives(Iterable<Problem> problems) {
        Map<String, Long> objectives = new TreeMap<>();
        Solver solver = new Solver(new HighsEngine());
        problems.forEach(problem -> objectives.put(
                problem.id(), solver.solve(problem, Settings.defaults()).objective()));
        return objectives;
    }

    /** The same of a file of lines. */
    static Map<String, Long> objectives(Path file) {
        try (ProblemReader problems = ProblemReader.open(file)) {
            return objectives(() -> problems);
        }
    }
}
