package dev.jointly.bench.paper;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** Where the time of some runs went, as shares of all of it. */
record Profile(double linear, double integer, double pricing, double reducing, double rest) {
    static Profile of(List<Run> runs) {
        double all = sum(runs, Run::seconds);
        double linear = sum(runs, Run::lpSeconds) / all;
        double integer = sum(runs, Run::integerSeconds) / all;
        double pricing = sum(runs, Run::pricingSeconds) / all;
        double reducing = sum(runs, Run::reducingSeconds) / all;
        return new Profile(linear, integer, pricing, reducing, Math.max(0, 1 - linear - integer - pricing - reducing));
    }

    /** Runs too short for a sample have no figure; they are too short to matter, too. */
    private static double sum(List<Run> runs, ToDoubleFunction<Run> value) {
        return runs.stream().mapToDouble(value).filter(v -> !Double.isNaN(v)).sum();
    }
}
