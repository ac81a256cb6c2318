package dev.jointly.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.jointly.bench.measure.Figures;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * How long something takes in a warm JVM.
 *
 * @param wall milliseconds, the median of the runs
 * @param cpu milliseconds of the whole process, JIT and garbage collection included, the mean of the runs; the system
 *     counts in steps of 10 ms or so, which is why short runs are repeated
 */
record Timing(double wall, double cpu) {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Runs at least so often and at least so many milliseconds; the caller has warmed up. */
    static Timing of(Runnable work, int runs, double millis) {
        List<Double> walls = new ArrayList<>();
        double spent = 0;
        long cpu = SYSTEM.getProcessCpuTime();
        while (walls.size() < runs || spent < millis) {
            long start = System.nanoTime();
            work.run();
            walls.add((System.nanoTime() - start) * 1e-6);
            spent += walls.get(walls.size() - 1);
        }
        double used = (SYSTEM.getProcessCpuTime() - cpu) * 1e-6;
        return new Timing(Figures.median(walls, Double::doubleValue), used / walls.size());
    }
}
