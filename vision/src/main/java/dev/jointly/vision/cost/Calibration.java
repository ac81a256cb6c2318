package dev.jointly.vision.cost;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The calibration of probabilities, on examples that the models were not fitted to.
 *
 * @param examples number of examples
 * @param logLoss mean of -ln of the probability given to what was so
 * @param auc probability that of a true and a false example the true one got the higher probability
 * @param reliability ten bins of probability, for a reliability plot; empty bins are left out
 */
public record Calibration(int examples, double logLoss, double auc, List<Bin> reliability) {
    private static final int BINS = 10;

    /**
     * Examples of about the same probability.
     *
     * @param mean of the probabilities given
     * @param share of the examples that were true
     */
    public record Bin(int examples, double mean, double share) {}

    /** One example: the log-odds it was given, and how it was. */
    record Judged(double logOdds, boolean truth) {}

    static Calibration of(List<Judged> judged) {
        double loss = 0;
        int[] count = new int[BINS];
        double[] sum = new double[BINS];
        int[] trues = new int[BINS];
        for (Judged one : judged) {
            double p = 1 / (1 + Math.exp(-one.logOdds()));
            // ln(1 + e^-x) without overflow
            double against = one.truth() ? -one.logOdds() : one.logOdds();
            loss += Math.max(0, against) + Math.log1p(Math.exp(-Math.abs(against)));
            int bin = Math.min(BINS - 1, (int) (p * BINS));
            count[bin]++;
            sum[bin] += p;
            trues[bin] += one.truth() ? 1 : 0;
        }
        List<Bin> bins = new ArrayList<>();
        for (int b = 0; b < BINS; b++) {
            if (count[b] > 0) {
                bins.add(new Bin(count[b], sum[b] / count[b], trues[b] / (double) count[b]));
            }
        }
        return new Calibration(judged.size(), loss / judged.size(), auc(judged), bins);
    }

    /** By ranks; examples of equal odds share theirs. */
    private static double auc(List<Judged> judged) {
        List<Judged> sorted = new ArrayList<>(judged);
        sorted.sort(Comparator.comparingDouble(Judged::logOdds));
        double rankSum = 0;
        long trues = 0;
        int i = 0;
        while (i < sorted.size()) {
            int j = i;
            while (j < sorted.size() && sorted.get(j).logOdds() == sorted.get(i).logOdds()) {
                j++;
            }
            for (int k = i; k < j; k++) {
                if (sorted.get(k).truth()) {
                    rankSum += (i + 1 + j) / 2.0;
                    trues++;
                }
            }
            i = j;
        }
        long falses = sorted.size() - trues;
        return trues == 0 || falses == 0 ? Double.NaN : (rankSum - trues * (trues + 1) / 2.0) / trues / falses;
    }
}
