package dev.jointly.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What docs/java.md calls thread-safe gives four threads at once the answers that brute force gives. */
@Timeout(300)
class SharedByThreadsTest {
    private static final int THREADS = 4;

    private static <T> List<T> atOnce(List<Callable<T>> work) throws Exception {
        CountDownLatch all = new CountDownLatch(work.size());
        ExecutorService threads = Executors.newFixedThreadPool(work.size());
        try {
            List<Future<T>> running = new ArrayList<>();
            for (Callable<T> one : work) {
                running.add(threads.submit(() -> {
                    all.countDown();
                    all.await();
                    return one.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> one : running) {
                results.add(one.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @Tag("slow")
    void oneSolver() throws Exception {
        Solver solver = new Solver(new HighsEngine());
        List<Problem> problems = new ArrayList<>();
        for (long seed = 1; seed <= 25; seed++) {
            problems.add(TinyProblems.random(seed));
        }
        List<Long> optima = problems.stream().map(BruteForce::optimum).toList();
        assertThat(optima.stream().distinct()).hasSizeGreaterThan(10);
        List<Callable<List<Long>>> work = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            work.add(() -> {
                List<Long> found = new ArrayList<>();
                for (Problem problem : problems) {
                    Solution solution = solver.solve(problem, Settings.defaults());
                    assertThat(Checker.lowerBound(problem, solution.proof())).isEqualTo(solution.objective());
                    found.add(solution.objective());
                }
                return found;
            });
        }
        assertThat(atOnce(work)).hasSize(THREADS).containsOnly(optima);
    }

    /** Costs of {@link WarmSession}, by hand: see {@link ExamplesTest}. */
    @Test
    void oneSession() throws Exception {
        Session session = new Session(new Solver(new HighsEngine()), WarmSession.problem(), Settings.defaults());
        List<Callable<List<Long>>> work = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            work.add(() -> {
                List<Long> found = new ArrayList<>();
                for (int round = 0; round < 10; round++) {
                    for (List<Pin> pins :
                            List.<List<Pin>>of(List.of(), List.of(new Pin.Together(1, 2)), List.of(new Pin.Skip(2)))) {
                        found.add(session.solve(pins).solution().objective());
                    }
                }
                return found;
            });
        }
        List<Long> expected = new ArrayList<>();
        for (int round = 0; round < 10; round++) {
            expected.addAll(List.of(Micro.of(-5), Micro.of(-4.5), Micro.of(-2)));
        }
        assertThat(atOnce(work)).hasSize(THREADS).containsOnly(expected);
    }
}
