package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.vision.cost.CostModel.Kind;
import dev.jointly.vision.cost.Logistic.Term;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The numbers of a cost model that a structured fit changes, as one vector of differences from a start: bias and weights of
 * every model of detections, limbs and reach pairs, and last omega. Weights are of features divided by their deviation, so
 * that one step suits all.
 */
final class Weights {
    private final CostModel start;
    /** Where the numbers of each part's and each pair's model begin. */
    private final int[] unary;

    private final Map<Limb, Integer> pairs = new TreeMap<>();
    private final int size;
    /** Sum of squares of each feature, less its centre, and number of values. */
    private final double[] squares;

    private final int[] count;

    Weights(CostModel start) {
        this.start = start;
        unary = new int[start.anatomy().size()];
        int next = 0;
        for (int p = 0; p < unary.length; p++) {
            unary[p] = next;
            next += 1 + start.unary().get(p).terms().size();
        }
        for (var entry : new TreeMap<>(start.pairs()).entrySet()) {
            if (entry.getKey().a() != entry.getKey().b()) {
                pairs.put(entry.getKey(), next);
                next += 1 + entry.getValue().terms().size();
            }
        }
        size = next + 1;
        squares = new double[size];
        count = new int[size];
    }

    int size() {
        return size;
    }

    /** Counts the features of an image into the deviations. */
    void measure(FeatureValues values, Labels labels) {
        for (int d = 0; d < values.affinities().size(); d++) {
            int own = d;
            int at = unary[values.affinities().part(d)];
            measure(at, start.unary().get(values.affinities().part(d)), f -> values.value(f, own));
        }
        pairs.forEach((parts, at) -> {
            for (int a : values.affinities().ofPart(parts.a())) {
                for (int b : values.affinities().ofPart(parts.b())) {
                    if (labels.somebody(a) && labels.somebody(b)) {
                        measure(at, model(parts), f -> values.value(f, a, b));
                    }
                }
            }
        });
    }

    private void measure(int at, Logistic model, ToDoubleFunction<Feature> values) {
        for (int t = 0; t < model.terms().size(); t++) {
            Term term = model.terms().get(t);
            double value = values.applyAsDouble(term.feature()) - term.centre();
            if (!Double.isNaN(value)) {
                squares[at + 1 + t] += value * value;
                count[at + 1 + t]++;
            }
        }
    }

    private double deviation(int at) {
        double deviation = count[at] == 0 ? 0 : Math.sqrt(squares[at] / count[at]);
        return deviation > 1e-9 ? deviation : 1;
    }

    /** Adds the slope of a person's cost: how it changes with each number, times a factor. */
    void add(FeatureValues values, Collection<Integer> person, double factor, double[] slope) {
        slope[size - 1] += factor;
        for (int d : person) {
            int part = values.affinities().part(d);
            Logistic model = start.unary().get(part);
            add(unary[part], model, start.kinds().unary(), f -> values.value(f, d), factor, slope);
            for (int e : person) {
                Integer at = pairs.get(new Limb(part, values.affinities().part(e)));
                if (at != null) {
                    Limb parts = new Limb(part, values.affinities().part(e));
                    Kind kind = start.anatomy().isLimb(parts.a(), parts.b())
                            ? start.kinds().limb()
                            : start.kinds().reach();
                    add(at, model(parts), kind, f -> values.value(f, d, e), factor, slope);
                }
            }
        }
    }

    private void add(
            int at, Logistic model, Kind kind, ToDoubleFunction<Feature> values, double factor, double[] slope) {
        slope[at] -= factor * kind.weight();
        for (int t = 0; t < model.terms().size(); t++) {
            Term term = model.terms().get(t);
            double value = values.applyAsDouble(term.feature()) - term.centre();
            if (!Double.isNaN(value)) {
                slope[at + 1 + t] -= factor * kind.weight() * value / deviation(at + 1 + t);
            }
        }
    }

    /** The start, changed by these differences. */
    CostModel model(double[] change) {
        List<Logistic> newUnary = new ArrayList<>();
        for (int p = 0; p < unary.length; p++) {
            newUnary.add(changed(start.unary().get(p), unary[p], change));
        }
        Map<Limb, Logistic> newPairs = new TreeMap<>(start.pairs());
        pairs.forEach((parts, at) -> newPairs.put(parts, changed(model(parts), at, change)));
        return start.withModels(newUnary, newPairs).withBalance(start.kinds(), start.poseCost() + change[size - 1]);
    }

    private Logistic changed(Logistic model, int at, double[] change) {
        List<Term> terms = new ArrayList<>();
        for (int t = 0; t < model.terms().size(); t++) {
            Term term = model.terms().get(t);
            double weight = term.weight() + change[at + 1 + t] / deviation(at + 1 + t);
            terms.add(new Term(term.feature(), term.centre(), weight));
        }
        return new Logistic(model.bias() + change[at], terms);
    }

    private Logistic model(Limb parts) {
        return start.pairs().getOrDefault(parts, new Logistic(0, List.of()));
    }
}
