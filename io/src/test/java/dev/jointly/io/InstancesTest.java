package dev.jointly.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import dev.jointly.certify.Checker;
import dev.jointly.certify.Verdict;
import dev.jointly.lp.Deadline;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.solve.compact.BareEngine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Problems whose optima are known: those of the project, and the larger set in the folder that {@code
 * JOINTLY_INSTANCES} names. Solved as {@code jointly solve} does and checked as {@code jointly verify} does, through
 * files' bytes.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InstancesTest {
    private static final Path OWN = Path.of("..", "instances");

    /** Below this many the bare engine ends in a moment. */
    private static final int FEW_DETECTIONS = 40;

    private final Solver solver = new Solver(new HighsEngine());

    @Test
    void own() throws IOException {
        List<Instance> instances = Instance.of(OWN);
        Round bcg = solveAll(instances, Method.BCG);
        Round pcg = solveAll(instances, Method.PCG);
        System.out.println(summary("instances", bcg, pcg));
        assertThat(failures(bcg, pcg)).isEmpty();
    }

    @Test
    void bareEngineFindsTheSameOptima() throws IOException {
        List<Instance> few = Instance.of(OWN).stream()
                .filter(instance -> instance.problem().size() < FEW_DETECTIONS)
                .toList();
        assertThat(few).hasSizeGreaterThan(5);
        for (Instance instance : few) {
            Deadline deadline = Deadline.after(Duration.ofMinutes(5));
            assertThat(BareEngine.solve(instance.problem(), new HighsEngine(), deadline)
                            .objective())
                    .as(instance.problem().id())
                    .hasValue(instance.optimum());
        }
    }

    @Test
    void shared() throws IOException {
        String folder = System.getenv("JOINTLY_INSTANCES");
        assumeTrue(folder != null, "JOINTLY_INSTANCES does not name a folder of problems with optima.ndjson");
        List<Instance> instances = Instance.of(Path.of(folder));
        Round bcg = solveAll(instances, Method.BCG);
        Round pcg = solveAll(instances, Method.PCG);
        System.out.println(summary("JOINTLY_INSTANCES", bcg, pcg));
        assertThat(failures(bcg, pcg)).isEmpty();
        List.of(bcg, pcg).forEach(InstancesTest::assertMostGapsAreClosedByCuts);
    }

    @Tag("slow")
    @Test
    void threadsChangeNothing() throws IOException {
        String folder = System.getenv("JOINTLY_INSTANCES");
        assumeTrue(folder != null, "JOINTLY_INSTANCES does not name a folder of problems with optima.ndjson");
        for (Instance instance : Instance.of(Path.of(folder))) {
            Solution alone = solver.solve(instance.problem(), Settings.defaults());
            for (int threads : Trials.all() ? new int[] {2, 8} : new int[] {2}) {
                assertThat(solver.solve(instance.problem(), Settings.defaults().withThreads(threads)))
                        .as("%s, %d threads", instance.problem().id(), threads)
                        .usingRecursiveComparison()
                        .ignoringFields("seconds", "trace")
                        .isEqualTo(alone);
            }
        }
    }

    /** The relaxation leaves a gap on 24 of them. */
    private static void assertMostGapsAreClosedByCuts(Round round) {
        List<List<Proof.Tree>> gaps = round.trials().stream()
                .map(trial -> trial.solution().orElseThrow().proof().trees())
                .filter(trees -> !trees.isEmpty())
                .toList();
        long withoutBranching = gaps.stream()
                .filter(trees -> trees.stream().allMatch(tree -> tree.nodes().size() == 1))
                .count();
        System.out.printf(
                "%s: %d of %d gaps closed without branching%n", round.method().label(), withoutBranching, gaps.size());
        assertThat(gaps).as("problems with a gap").hasSize(24);
        assertThat(withoutBranching).as("gaps closed without branching").isGreaterThanOrEqualTo(17);
    }

    /** All problems by one method, two or more at once; the processor's time includes what the engine's threads use. */
    private Round solveAll(List<Instance> instances, Method method) {
        long before = processNanos();
        List<Trial> trials =
                instances.parallelStream().map(i -> attempt(i, method)).toList();
        return new Round(method, trials, (processNanos() - before) * 1e-9);
    }

    private static long processNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Whatever goes wrong is kept, so that one failure does not hide the others. */
    private Trial attempt(Instance instance, Method method) {
        Settings settings = Settings.defaults().withMethod(method);
        String name = instance.problem().id() + " by " + method.label();
        try {
            Solution solution = solver.solve(instance.problem(), settings);
            Verdict verdict = verdict(instance.problem(), solution);
            return new Trial(name, instance, Optional.of(solution), broken(name, instance, solution, verdict));
        } catch (RuntimeException e) {
            return new Trial(name, instance, Optional.empty(), List.of(name + ": " + e));
        }
    }

    /** What {@code verify} says of the file that {@code solve} writes. */
    private static Verdict verdict(Problem problem, Solution solution) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try {
            SolutionWriter.write(solution, problem, Layout.PRETTY, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (ClaimReader claims = ClaimReader.of(problem.id(), new ByteArrayInputStream(file.toByteArray()))) {
            return Checker.check(problem, claims.next().claim(problem));
        }
    }

    /** What must hold of every solution, however it was found and whether or not it is optimal. */
    private static List<String> broken(String name, Instance instance, Solution solution, Verdict verdict) {
        long lower = solution.lowerBound();
        long upper = solution.objective();
        List<String> broken = new ArrayList<>();
        if (lower > instance.optimum() || upper < instance.optimum()) {
            broken.add(name + ": " + Micro.toString(lower) + " to " + Micro.toString(upper) + " does not contain "
                    + Micro.toString(instance.optimum()));
        }
        if (!verdict.accepted()) {
            broken.add(name + ": rejected: " + verdict.reasons());
        } else if (verdict.objective() != upper || verdict.lowerBound() < lower) {
            broken.add(name + ": the checker found other bounds than claimed: " + verdict);
        }
        boolean closed = lower == upper;
        if (closed != (solution.status() == Solution.Status.OPTIMAL)
                || (closed && verdict.kind() != Verdict.Kind.PROVEN_OPTIMAL)) {
            broken.add(name + ": gap " + Micro.toString(upper - lower) + " but status " + solution.status()
                    + " and verdict " + verdict.kind());
        }
        return broken;
    }

    /** What went wrong in either round; that something is not proven optimal counts. */
    private static List<String> failures(Round bcg, Round pcg) {
        List<String> failures = new ArrayList<>();
        for (Round round : List.of(bcg, pcg)) {
            for (Trial trial : round.trials()) {
                failures.addAll(trial.failures());
                if (!trial.proven()) {
                    failures.add(trial.name() + ": not proven optimal");
                }
                if (!trial.best()) {
                    failures.add(trial.name() + ": objective is not the optimum");
                }
                if (!trial.instance().relaxationTight() && trial.proven() && !trial.byTree()) {
                    failures.add(trial.name() + ": proven without a tree, though the relaxation is not tight");
                }
            }
        }
        return failures;
    }

    private static String summary(String folder, Round... rounds) {
        StringBuilder line =
                new StringBuilder(folder + ": " + rounds[0].trials().size() + " problems");
        for (Round round : rounds) {
            line.append(String.format(
                    Locale.ROOT,
                    "; %s: %d proven, %d of them by trees, %d at the optimum, worst gap %.4f %%, %.1f CPU s",
                    round.method().label(),
                    round.count(Trial::proven),
                    round.count(Trial::byTree),
                    round.count(Trial::best),
                    100 * round.worstGap(),
                    round.cpuSeconds()));
        }
        return line.toString();
    }

    /** One problem solved by one method; no solution where the solver threw. */
    private record Trial(String name, Instance instance, Optional<Solution> solution, List<String> failures) {
        boolean proven() {
            return solution.filter(s -> s.status() == Solution.Status.OPTIMAL).isPresent();
        }

        boolean byTree() {
            return solution.filter(s -> !s.proof().trees().isEmpty()).isPresent();
        }

        boolean best() {
            return solution.filter(s -> s.objective() == instance.optimum()).isPresent();
        }
    }

    /** All problems of a folder by one method. */
    private record Round(Method method, List<Trial> trials, double cpuSeconds) {
        long count(Predicate<Trial> so) {
            return trials.stream().filter(so).count();
        }

        double worstGap() {
            return trials.stream()
                    .flatMap(trial -> trial.solution().stream())
                    .mapToDouble(Solution::gap)
                    .max()
                    .orElse(Double.NaN);
        }
    }
}
