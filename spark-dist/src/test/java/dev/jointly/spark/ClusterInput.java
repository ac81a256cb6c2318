package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemReader;
import dev.jointly.io.ProblemWriter;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.parquet.example.data.Group;

/** Generated problems in a file, for a batch and for a plain loop that a batch has to agree with. */
record ClusterInput(Path file) {
    private static final long SEED = 20_261_115;

    /** Problems {@code p0}, {@code p1}, and so on. */
    static ClusterInput write(Path file, int problems, int people) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < problems; i++) {
                ProblemWriter.write(Generator.generate("p" + i, people, Crowding.CROWDED, SEED + i), Layout.LINE, out);
            }
        }
        return new ClusterInput(file);
    }

    /** The objective of each id, by a loop in this thread. */
    Map<String, Long> objectives() {
        Map<String, Long> objectives = new HashMap<>();
        Solver solver = new Solver(new HighsEngine());
        try (ProblemReader problems = ProblemReader.open(file)) {
            while (problems.hasNext()) {
                Problem problem = problems.next();
                objectives.put(
                        problem.id(), solver.solve(problem, Settings.defaults()).objective());
            }
        }
        return objectives;
    }

    /** The objective of each id in a table, where all are optimal and no id is twice. */
    static Map<String, Long> objectives(Output out) throws IOException {
        Map<String, Long> objectives = new HashMap<>();
        for (Group row : out.rows("frames")) {
            Long twice = objectives.put(row.getString("id", 0), Micro.of(row.getDouble("objective", 0)));
            assertThat(twice).as(row.getString("id", 0)).isNull();
            assertThat(row.getString("status", 0)).isEqualTo("optimal");
        }
        return objectives;
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
