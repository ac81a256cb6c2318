package dev.jointly.bench;

import dev.jointly.generate.Crowding;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.solve.price.LocalPricer;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.price.SkeletonPricer;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One pass of each pricer over all reduced candidates at the start's prices, and one whole small solve. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PricingBenchmark {
    @Param({"EASY", "CROWDED", "DENSE"})
    Crowding crowding = Crowding.EASY;

    @Param("10")
    int people = 10;

    private Candidates candidates;
    private long[] nothing;
    private long[] weight;
    private SkeletonPricer skeletons;
    private LocalPricer locals;
    private Pricer both;
    private Problem small;
    private Solver solver;

    /** The problem, reduced. */
    @Setup
    public void reduce() {
        Problem problem = ProblemSources.generated(crowding, people, 1);
        Costs costs = new Costs(problem, Grid.of(problem, Grid.MAX_BITS));
        candidates = Reduction.of(costs);
        nothing = new long[costs.size()];
        weight = new long[costs.size()];
        for (int d = 0; d < weight.length; d++) {
            weight[d] = costs.theta(d);
        }
        skeletons = new SkeletonPricer(candidates);
        locals = new LocalPricer(candidates, Long.MAX_VALUE, () -> false);
        both = new Pricer(candidates);
        small = ProblemSources.generated(crowding, 2, 1);
        solver = new Solver(new HighsEngine());
    }

    /** The cheapest skeleton of every lead. */
    @Benchmark
    public long skeletons() {
        long sum = 0;
        for (int lead : candidates.leads()) {
            sum += skeletons.price(lead, weight, 0);
        }
        return sum;
    }

    /** The cheapest local assignment of every host. */
    @Benchmark
    public long locals() {
        long sum = 0;
        for (int host : candidates.hosts()) {
            sum += locals.price(host, nothing, 0);
        }
        return sum;
    }

    /** A whole pricing pass with its columns. */
    @Benchmark
    public Pricer.PricingResult pass() {
        return both.price(candidates.start(), 1);
    }

    /** Two people, problem to proof. */
    @Benchmark
    public Solution solve() {
        return solver.solve(small, Settings.defaults().withMethod(Method.PCG));
    }
}
