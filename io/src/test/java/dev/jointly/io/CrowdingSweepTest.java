package dev.jointly.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Verdict;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Generated scenes of every crowding, each to be proven optimal, through the bytes of its file. A handful by default;
 * {@code -Djointly.sweep=1000} makes the table of {@code dev/algorithm.md}.
 */
@Timeout(value = 6, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("slow")
class CrowdingSweepTest {
    private static final int COUNT = Integer.getInteger("jointly.sweep", 20);
    /** The hardest of these take minutes, so that a quick look takes only the first. */
    private static final int LARGE = COUNT < 100 ? 2 : COUNT / 5;

    private static final Method METHOD =
            Method.valueOf(System.getProperty("jointly.sweep.method", "pcg").toUpperCase(Locale.ROOT));

    private final Solver solver = new Solver(new HighsEngine());

    /** One problem's figures. */
    private record Trial(
            String id,
            int detections,
            Solution solution,
            Verdict verdict,
            double rootGap,
            double checkSeconds,
            int certificateBytes) {

        boolean proven() {
            return solution.status() == Solution.Status.OPTIMAL && verdict.kind() == Verdict.Kind.PROVEN_OPTIMAL;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s: %d detections, %s, %s, gap %.6f, %d nodes, %.1f s",
                    id,
                    detections,
                    solution.status(),
                    verdict.kind(),
                    solution.gap(),
                    solution.nodes(),
                    solution.seconds());
        }
    }

    @Test
    void everySceneIsProvenOptimal() throws IOException {
        PrintStream out = System.out;
        out.println("by " + METHOD.label() + "; quantiles 50 %, 90 %, 99 %, 100 %");
        out.println("| crowding | detections | problems | proven | seconds | nodes | with a tree | root gap of those, %"
                + " | certificate, bytes per detection | check, ms |");
        out.println("|---|---|---|---|---|---|---|---|---|---|");
        List<Trial> unproven = new ArrayList<>();
        for (Crowding crowding : Crowding.values()) {
            unproven.addAll(sweep(crowding, 3, 8, 50, 150, COUNT));
        }
        unproven.addAll(sweep(Crowding.ADVERSARIAL, 8, 14, 150, 300, LARGE));
        assertThat(unproven).isEmpty();
    }

    /** The first so many problems, by seed, that have a wanted size. Returns those not proven. */
    private List<Trial> sweep(Crowding crowding, int fewest, int most, int smallest, int largest, int count)
            throws IOException {
        List<Trial> trials = new ArrayList<>();
        for (long seed = 1; trials.size() < count; seed++) {
            int people = fewest + (int) (seed % (most - fewest + 1));
            String id = crowding.name().toLowerCase(Locale.ROOT) + "-" + people + "-" + seed;
            Problem problem = Generator.generate(id, people, crowding, seed);
            if (problem.size() >= smallest && problem.size() <= largest) {
                trials.add(solved(problem));
            }
        }
        List<Trial> withTree = trials.stream()
                .filter(t -> !t.solution().proof().trees().isEmpty())
                .toList();
        System.out.printf(
                Locale.ROOT,
                "| %s | %d to %d | %d | %d | %s | %s | %d | %s | %s | %s |%n",
                crowding.name().toLowerCase(Locale.ROOT),
                smallest,
                largest,
                trials.size(),
                trials.stream().filter(Trial::proven).count(),
                quantiles(trials, "%.3f", t -> t.solution().seconds()),
                quantiles(trials, "%.0f", t -> t.solution().nodes()),
                withTree.size(),
                quantiles(withTree, "%.3f", t -> 100 * t.rootGap()),
                quantiles(trials, "%.0f", t -> (double) t.certificateBytes() / t.detections()),
                quantiles(trials, "%.1f", t -> 1000 * t.checkSeconds()));
        return trials.stream().filter(t -> !t.proven()).toList();
    }

    private Trial solved(Problem problem) throws IOException {
        Solution solution = solver.solve(problem, Settings.defaults().withMethod(METHOD));
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        SolutionWriter.write(solution, problem, Layout.LINE, file);
        long before = System.nanoTime();
        Verdict verdict;
        try (ClaimReader claims = ClaimReader.of(problem.id(), new ByteArrayInputStream(file.toByteArray()))) {
            verdict = Checker.check(problem, claims.next().claim(problem));
        }
        double seconds = (System.nanoTime() - before) * 1e-9;
        Proof proof = solution.proof();
        Proof root = new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3());
        double rootGap = Solution.gap(solution.objective(), Checker.lowerBound(problem, root));
        String text = file.toString(StandardCharsets.UTF_8);
        int certificate = text.length() - text.indexOf("\"certificate\"");
        Trial trial = new Trial(problem.id(), problem.size(), solution, verdict, rootGap, seconds, certificate);
        if (!trial.proven() || solution.seconds() > 60) {
            System.out.println(trial);
        }
        return trial;
    }

    private static String quantiles(List<Trial> trials, String format, ToDoubleFunction<Trial> figure) {
        double[] sorted = trials.stream().mapToDouble(figure).sorted().toArray();
        List<String> some = new ArrayList<>();
        for (double share : new double[] {0.5, 0.9, 0.99, 1}) {
            some.add(
                    sorted.length == 0
                            ? "-"
                            : String.format(Locale.ROOT, format, sorted[(int) Math.ceil(share * sorted.length) - 1]));
        }
        return String.join(", ", some);
    }
}
