package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.io.BothCheckers.Pair;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.margin.ExactMargins;
import dev.jointly.margin.Margin;
import dev.jointly.margin.MarginBounds;
import dev.jointly.oracle.Python;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both checkers say the same of margins: of true ones, and of files whose list of margins is damaged. */
class MarginMutantsTest {
    private static final int PROBLEMS = 40;
    private static final int MUTANTS = Trials.count(1_000, 3_000);

    @TempDir
    Path directory;

    @BeforeAll
    static void pythonIsThere() throws InterruptedException {
        Python.require("the two checkers were not compared");
    }

    @Test
    void agreeOnMargins() throws Exception {
        List<Pair> good = good();
        List<Pair> pairs = new ArrayList<>(good);
        Random random = new Random(BothCheckers.SEED);
        while (pairs.size() < MUTANTS) {
            Pair pair = good.get(random.nextInt(good.size()));
            String solution = new String(pair.solution(), UTF_8);
            int from = solution.indexOf("\"margins\"");
            int to = solution.lastIndexOf(",\"certificate\"");
            // mutants are documents, so the list is put into one of its own and out again
            String margins = Mutants.mutated(random, "{" + solution.substring(from, to) + "}");
            if (margins.startsWith("{") && margins.endsWith("}")) {
                String damaged = solution.substring(0, from)
                        + margins.substring(1, margins.length() - 1)
                        + solution.substring(to);
                pairs.add(new Pair(pair.problem(), damaged.getBytes(UTF_8)));
            }
        }
        Map<Integer, Integer> counts = new BothCheckers(directory).compare(pairs, good.size());
        assertThat(counts.get(0)).isGreaterThan(good.size());
        assertThat(counts.get(1)).isGreaterThan(20);
        assertThat(counts.get(2)).isGreaterThan(100);
    }

    private static List<Pair> good() throws IOException {
        Solver solver = new Solver(new HighsEngine());
        List<Pair> good = new ArrayList<>();
        for (long seed : Trials.seeds(1, PROBLEMS)) {
            Problem free = seed % 4 == 0 ? TinyProblems.gapped(seed, 2) : TinyProblems.random(seed, 2);
            Problem problem = seed % 3 == 0 ? TinyProblems.pinned(free, seed) : free;
            Solution solution;
            try {
                solution = solver.solve(problem, Settings.defaults());
            } catch (PinsException e) {
                continue;
            }
            Session session = new Session(solver, problem, Settings.defaults());
            ExactMargins exact = new ExactMargins(session, List.of(), solution);
            List<Margin> margins = new ArrayList<>();
            for (Margin bound : MarginBounds.of(problem, solution)) {
                margins.add(seed % 2 == 0 ? bound : exact.of(bound, () -> false).margin());
            }
            if (!margins.isEmpty()) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                SolutionWriter.write(solution, margins, problem, Layout.LINE, out);
                good.add(new Pair(Samples.write(problem, Layout.LINE), out.toByteArray()));
            }
        }
        assertThat(good.size()).isGreaterThan(PROBLEMS / 4);
        return good;
    }
}
