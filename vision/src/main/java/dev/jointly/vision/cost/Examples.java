package dev.jointly.vision.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

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

    /** Values of all features where they can be asked for. */
    void add(ToDoubleFunction<Feature> value, boolean truth) {
        add(features.stream().mapToDouble(value).toArray(), truth);
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
        return mean(feature, value -> value);
    }

    /** Standard deviation likewise; 1 for a feature that does not vary. */
    double deviation(int feature) {
        double mean = mean(feature);
        double deviation = Math.sqrt(mean(feature, value -> (value - mean) * (value - mean)));
        return deviation > 1e-9 ? deviation : 1;
    }

    private double mean(int feature, DoubleUnaryOperator of) {
        double sum = 0;
        int count = 0;
        for (double[] row : values) {
            if (!Double.isNaN(row[feature])) {
                sum += of.applyAsDouble(row[feature]);
                count++;
            }
        }
        return count == 0 ? 0 : sum / count;
    }
}
