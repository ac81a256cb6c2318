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
record Timing(double wall, double cpu, int runs) {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /**
     * How often to run.
     *
     * @param least runs
     * @param millis to be spent at least, in runs that count
     */
    record Repeats(int least, double millis) {
        static final Repeats ONCE = new Repeats(1, 0);
    }

    /** Runs again and again and keeps the time; whoever calls has warmed up. */
    static Timing of(Runnable work, Repeats effort) {
        List<Double> walls = new ArrayList<>();
        double spent = 0;
        long cpu = SYSTEM.getProcessCpuTime();
        while (walls.size() < effort.least() || spent < effort.millis()) {
            long start = System.nanoTime();
            work.run();
            walls.add((System.nanoTime() - start) * 1e-6);
            spent += walls.get(walls.size() - 1);
        }
        double used = (SYSTEM.getProcessCpuTime() - cpu) * 1e-6;
        return new Timing(
                Figures.median(walls.stream().mapToDouble(Double::doubleValue).toArray()),
                used / walls.size(),
                walls.size());
    }
}
