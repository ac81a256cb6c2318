package dev.jointly.vision.cost;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A logistic model: ln(p / (1 - p)) = bias + sum of weight * (value - centre) over the terms. What was not measured (NaN)
 * speaks neither for nor against: its term counts 0, as if the value were the centre.
 */
public record Logistic(double bias, List<Term> terms) {

    /** One feature's part in it; the centre is the feature's mean where the model was fitted. */
    public record Term(Feature feature, double centre, double weight) {
        public Term {
            requireFinite("centre", centre);
            requireFinite("weight", weight);
        }
    }

    public Logistic {
        requireFinite("bias", bias);
        terms = List.copyOf(terms);
    }

    /** ln(p / (1 - p)) for the values of a candidate or of a pair. */
    public double logOdds(ToDoubleFunction<Feature> values) {
        double sum = bias;
        for (Term term : terms) {
            double value = values.applyAsDouble(term.feature());
            if (!Double.isNaN(value)) {
                sum += term.weight() * (value - term.centre());
            }
        }
        return sum;
    }

    static void requireFinite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " " + value + " must be finite");
        }
    }
}
