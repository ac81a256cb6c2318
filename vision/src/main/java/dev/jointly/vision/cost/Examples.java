package dev.jointly.vision.cost;

import java.util.ArrayList;
import java.util.List;

/** Data for fitting or evaluating a logistic model: values of features, and the outcome. */
final class Examples {
    private final List<Feature> features;
    private final List<double[]> values = new ArrayList<>();
    private final List<Boolean> truths = new ArrayList<>();
    private int positives;

    Examples(List<Feature> features) {
        this.features = List.copyOf(features);
    }

    List<Feature> features() {
        return features;
    }

    void add(double[] value, boolean truth) {
        values.add(value);
        truths.add(truth);
        positives += truth ? 1 : 0;
    }

    int size() {
        return values.size();
    }

    int positives() {
        return positives;
    }

    double[] values(int i) {
        return values.get(i);
    }

    boolean truth(int i) {
        return truths.get(i);
    }

    /** Mean of a feature where it was measured; 0 where it never was. */
    double mean(int feature) {
        double sum = 0;
        int count = 0;
        for (double[] row : values) {
            if (!Double.isNaN(row[feature])) {
                sum += row[feature];
                count++;
            }
        }
        return count == 0 ? 0 : sum / count;
    }

    /** Standard deviation likewise; 1 for a feature that does not vary. */
    double deviation(int feature) {
        double mean = mean(feature);
        double sum = 0;
        int count = 0;
        for (double[] row : values) {
            if (!Double.isNaN(row[feature])) {
                sum += (row[feature] - mean) * (row[feature] - mean);
                count++;
            }
        }
        double deviation = count == 0 ? 0 : Math.sqrt(sum / count);
        return deviation > 1e-9 ? deviation : 1;
    }
}
