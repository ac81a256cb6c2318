package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Generated problems of a few people, with images that do not exist. */
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

    static List<Problem> problems(int count, int people, Crowding crowding) {
        List<Problem> problems = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            problems.add(problem("p" + i, people, crowding));
        }
        return problems;
    }

    static String line(Problem problem) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ProblemWriter.write(problem, Layout.LINE, bytes);
        return bytes.toString(UTF_8);
    }

    static RawRecord record(String id) throws IOException {
        return new RawRecord(id + " of a test", line(problem(id, 2, Crowding.CROWDED)));
    }
}
