package dev.jointly.vision.cost;

import de.bwaldvogel.liblinear.FeatureNode;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Model;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import dev.jointly.vision.cost.Logistic.Term;
import java.util.ArrayList;
import java.util.List;

/**
 * Fits a logistic model to examples: least log loss plus a penalty on the squares of the weights of standardised
 * features. The only class that uses the fitting library.
 */
final class LogisticFit {
    /** How much the log loss of one example counts against half the sum of the squared weights. */
    private static final double LOSS_WEIGHT = 1;

    private static final double ACCURACY = 1e-6;

    static {
        Linear.disableDebugOutput();
    }

    private LogisticFit() {}

    /** The fitted model; examples that are all alike give a constant model. */
    static Logistic of(Examples examples) {
        int size = examples.features().size();
        double prior = Math.log((examples.positives() + 0.5) / (examples.size() - examples.positives() + 0.5));
        if (examples.positives() == 0 || examples.positives() == examples.size()) {
            return new Logistic(prior, List.of());
        }
        double[] mean = new double[size];
        double[] deviation = new double[size];
        for (int f = 0; f < size; f++) {
            mean[f] = examples.mean(f);
            deviation[f] = examples.deviation(f);
        }
        Parameter parameter = new Parameter(SolverType.L2R_LR, LOSS_WEIGHT, ACCURACY);
        parameter.setRegularizeBias(false);
        Model model = Linear.train(standardised(examples, mean, deviation), parameter);
        // weights are for the class the library saw first
        double sign = model.getLabels()[0] == 1 ? 1 : -1;
        double[] weights = model.getFeatureWeights();
        List<Term> terms = new ArrayList<>();
        for (int f = 0; f < size; f++) {
            terms.add(new Term(examples.features().get(f), mean[f], sign * weights[f] / deviation[f]));
        }
        return new Logistic(sign * weights[size], terms);
    }

    private static Problem standardised(Examples examples, double[] mean, double[] deviation) {
        int size = mean.length;
        Problem problem = new Problem();
        problem.l = examples.size();
        problem.n = size + 1;
        problem.bias = 1;
        problem.y = new double[examples.size()];
        problem.x = new FeatureNode[examples.size()][];
        for (int i = 0; i < examples.size(); i++) {
            problem.y[i] = examples.truth(i) ? 1 : 0;
            FeatureNode[] row = new FeatureNode[size + 1];
            for (int f = 0; f < size; f++) {
                double value = examples.values(i)[f];
                row[f] = new FeatureNode(f + 1, Double.isNaN(value) ? 0 : (value - mean[f]) / deviation[f]);
            }
            row[size] = new FeatureNode(size + 1, 1);
            problem.x[i] = row;
        }
        return problem;
    }
}
