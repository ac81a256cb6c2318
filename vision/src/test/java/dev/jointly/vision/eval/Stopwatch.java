package dev.jointly.vision.eval;

import dev.jointly.evidence.Evidence;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.vision.net.ImageDetector;
import java.awt.image.BufferedImage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Seconds of a network or of the grouping, image by image, for tables. */
final class Stopwatch {
    private final List<Double> seconds = new ArrayList<>();
    private int proven;

    /** The same network, timed. */
    ImageDetector timed(ImageDetector network) {
        return new ImageDetector() {
            @Override
            public Evidence detect(String id, String photoFile, BufferedImage photo) {
                long start = System.nanoTime();
                Evidence evidence = network.detect(id, photoFile, photo);
                seconds.add((System.nanoTime() - start) / 1e9);
                return evidence;
            }

            @Override
            public void close() {
                network.close();
            }
        };
    }

    /** Solves to a gap of 0, for at most 60 s, timed. */
    Function<Problem, List<Pose>> solver() {
        Solver solver = new Solver(new HighsEngine());
        Settings settings = Settings.defaults().withMethod(Method.PCG).withTimeLimit(Duration.ofSeconds(60));
        return problem -> {
            long start = System.nanoTime();
            Solution solution = solver.solve(problem, settings);
            seconds.add((System.nanoTime() - start) / 1e9);
            proven += solution.status() == Solution.Status.OPTIMAL ? 1 : 0;
            return solution.poses();
        };
    }

    /** How many of the problems were solved to optimality. */
    int proven() {
        return proven;
    }

    @Override
    public String toString() {
        List<Double> sorted = seconds.stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "%.3f s in the median, %.3f at most",
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() - 1));
    }
}
