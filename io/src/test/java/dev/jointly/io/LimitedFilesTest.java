package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Verdict;
import dev.jointly.io.BothCheckers.Pair;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.Python;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Problems with at most so many poses, and their solutions, as files: both checkers say the same of them, damaged or not. */
class LimitedFilesTest {
    private static final int MUTANTS = Trials.count(400, 2_000);

    private final Solver solver = new Solver(new HighsEngine());
    private int priced;
    private int pricedLeaves;

    @TempDir
    Path directory;

    @Test
    void bothCheckersAgree() throws Exception {
        Python.require("the two checkers were not compared");
        List<Pair> good = good();
        assertThat(priced).as("proofs with a price of a pose").isGreaterThan(5);
        assertThat(pricedLeaves).as("proofs with such prices in leaves").isGreaterThan(1);
        List<Pair> pairs = new ArrayList<>(good);
        Random random = new Random(7);
        while (pairs.size() < good.size() + MUTANTS) {
            Pair pair = good.get(random.nextInt(good.size()));
            String problem = new String(pair.problem(), UTF_8);
            String solution = new String(pair.solution(), UTF_8);
            switch (random.nextInt(4)) {
                case 0 -> problem = Mutants.mutated(random, problem);
                case 1 -> solution = solution.replaceFirst("\"maxPoses\":\\d+", "\"maxPoses\":" + random.nextInt(4));
                case 2 ->
                    solution = solution.replaceFirst("\"posePrice\":\\d+", "\"posePrice\":" + random.nextInt(1 << 30));
                default -> solution = Mutants.mutated(random, solution);
            }
            OptionalInt asked = random.nextInt(8) == 0 ? OptionalInt.of(random.nextInt(3)) : pair.maxPeople();
            pairs.add(new Pair(problem.getBytes(UTF_8), solution.getBytes(UTF_8), asked));
        }
        Map<Integer, Integer> counts = new BothCheckers(directory).compare(pairs, good.size());
        assertThat(counts.get(0)).isGreaterThan(good.size());
        assertThat(counts.get(1)).isGreaterThan(20);
        assertThat(counts.get(2)).isGreaterThan(20);
    }

    private List<Pair> good() throws IOException {
        List<Pair> good = new ArrayList<>();
        for (long seed : Trials.seeds(1, Trials.count(60, 200))) {
            Problem free = seed % 3 == 0 ? TinyProblems.gapped(seed, 2) : TinyProblems.random(seed, 1);
            Problem pinned = seed % 4 == 0 ? TinyProblems.pinned(free, seed) : free;
            Problem limited = pinned.withAtMost(1 + (int) (seed % 2));
            try {
                byte[] solution = written(solver.solve(limited, Settings.defaults()), limited);
                // the limit may be the problem's own, or that of the command line, or both
                Problem given = seed % 3 == 0 ? limited : seed % 3 == 1 ? pinned : pinned.withAtMost(9);
                OptionalInt asked = seed % 3 == 0 ? OptionalInt.empty() : limited.maxPoses();
                good.add(new Pair(Samples.write(given, Layout.LINE), solution, asked));
                String text = new String(solution, UTF_8);
                priced += text.contains("\"posePrice\"") ? 1 : 0;
                pricedLeaves += text.indexOf("\"posePrice\"", Math.max(0, text.indexOf("\"nodes\":["))) > 0 ? 1 : 0;
            } catch (PinsException e) {
                assertThat(pinned.pins())
                        .as("pins that cannot all hold have no solution")
                        .isNotEmpty();
            }
        }
        return good;
    }

    private static byte[] written(Solution solution, Problem problem) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SolutionWriter.write(solution, problem, Layout.LINE, out);
        return out.toByteArray();
    }

    @Test
    void aProblemKeepsItsLimit() throws IOException {
        Problem problem = TinyProblems.random(3, 1).withAtMost(2);
        byte[] text = Samples.write(problem, Layout.LINE);
        Problem read = ProblemReader.of("p", new ByteArrayInputStream(text)).next();
        assertThat(read.maxPoses()).hasValue(2);
        assertThat(ProblemDigest.sha256(read)).isEqualTo(ProblemDigest.sha256(problem));
    }

    @Test
    void aSolutionIsCheckedUnderTheLimitThatIsAskedFor() throws IOException {
        Problem free = TinyProblems.random(5, 1);
        Problem two = free.withAtMost(2);
        byte[] solution = written(solver.solve(two, Settings.defaults()), two);
        ClaimDocument claim =
                ClaimReader.of("s", new ByteArrayInputStream(solution)).next();
        assertThat(claim.problem(free).maxPoses()).hasValue(2);
        assertThat(claim.problem(free.withAtMost(7)).maxPoses()).hasValue(2);
        assertThat(claim.problem(free.withAtMost(1)).maxPoses()).hasValue(1);
        for (Problem other : List.of(free, free.withAtMost(1), free.withAtMost(3))) {
            Verdict verdict = Checker.check(other, claim.claim(other));
            assertThat(verdict.kind()).isEqualTo(Verdict.Kind.REJECTED);
            assertThat(verdict.reasons()).singleElement().asString().startsWith("maxPoses is 2 but ");
        }
        assertThat(Checker.check(two, claim.claim(two)).kind()).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
    }
}
