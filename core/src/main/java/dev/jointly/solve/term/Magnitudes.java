package dev.jointly.solve.term;

import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.Arrays;

/**
 * How large the sums of a problem can get, in micro-units. Doubles, whose rounding the margins of {@link Grid} cover.
 *
 * @param mass the most that all negative costs, penalties and poses can save together
 * @param largest the largest single cost
 * @param start the magnitude of the bound that the first prices prove: each lead takes the best of every part, and each
 *     of these brings its best local assignment
 * @param leads detections that may lead a skeleton
 */
record Magnitudes(double mass, double largest, double start, int leads) {
    /** Without penalties. */
    static Magnitudes of(Problem problem) {
        int size = problem.size();
        int parts = problem.anatomy().size();
        int majors = problem.anatomy().majors().size();
        double[] saving = new double[size];
        double largest = Math.abs((double) problem.poseCost());
        double mass = 1 + largest;
        int leads = 0;
        for (int d = 0; d < size; d++) {
            double cost = problem.cost(d);
            largest = Math.max(largest, Math.abs(cost));
            saving[d] = Math.max(0, -cost);
            mass += saving[d];
            leads += problem.anatomy().isMajor(problem.part(d)) ? 1 : 0;
        }
        mass += leads * Math.max(0, -(double) problem.poseCost());
        Pairs pairs = new Pairs(problem, saving);
        double skeleton = Math.abs((double) problem.poseCost())
                + pairs.localSavings()
                + 2.0 * parts * (majors + 1) * pairs.mostSaved;
        return new Magnitudes(mass + pairs.saved, Math.max(largest, pairs.largest), leads * skeleton, leads);
    }

    /** With penalties for the detections that must be used, which add up to this. */
    Magnitudes withPenalties(double penalties) {
        return new Magnitudes(mass + penalties, largest, start + (leads + 1) * penalties, leads);
    }

    /** What pairs can save. */
    private static final class Pairs {
        private final Problem problem;
        private final double[] saving;
        /** By detection: what it can save as a local one, with every attractive pair of its part. */
        private final double[] asLocal;

        double saved;
        double mostSaved;
        double largest;

        Pairs(Problem problem, double[] saving) {
            this.problem = problem;
            this.saving = saving;
            asLocal = saving.clone();
            problem.pairs().forEach((a, b, micro) -> {
                if (micro != PairCosts.FORBIDDEN) {
                    double attractive = Math.max(0, -(double) micro);
                    saved += attractive;
                    mostSaved = Math.max(mostSaved, attractive);
                    largest = Math.max(largest, Math.abs((double) micro));
                    if (problem.part(a) == problem.part(b)) {
                        asLocal[a] += attractive;
                        asLocal[b] += attractive;
                    }
                }
            });
        }

        /** The sum over parts of the most that one detection and its local ones can save. */
        double localSavings() {
            double[] hosting = new double[problem.size()];
            if (problem.pairs().absentForbidden()) {
                problem.pairs().forEach((a, b, micro) -> {
                    if (micro != PairCosts.FORBIDDEN && problem.part(a) == problem.part(b)) {
                        double attractive = Math.max(0, -(double) micro);
                        hosting[a] += asLocal[b] + attractive;
                        hosting[b] += asLocal[a] + attractive;
                    }
                });
            } else {
                double[] ofPart = new double[problem.anatomy().size()];
                for (int d = 0; d < hosting.length; d++) {
                    ofPart[problem.part(d)] += 2 * asLocal[d];
                }
                Arrays.setAll(hosting, d -> ofPart[problem.part(d)]);
            }
            double[] best = new double[problem.anatomy().size()];
            for (int d = 0; d < hosting.length; d++) {
                int part = problem.part(d);
                best[part] = Math.max(best[part], saving[d] + hosting[d]);
            }
            return Arrays.stream(best).sum();
        }
    }
}
