package dev.jointly.vision.cost;

import dev.jointly.problem.PersonScore;
import dev.jointly.vision.cost.Calibration.Judged;
import java.util.List;
import java.util.stream.IntStream;

/** Fits the score of people to people found in labelled images. */
public final class PersonScoreFit {
    /** Columns of the examples; which feature names them does not matter. */
    private static final List<Feature> COLUMNS =
            List.of(Feature.SCORE, Feature.SCORE_LOGIT, Feature.AFFINITY, Feature.WIDEST, Feature.DISTANCE);

    private PersonScoreFit() {}

    /** A person found, and whether a label is similar to it. */
    public record Example(PersonScore.Features features, boolean labelled) {}

    /** The score, with nobody weak. */
    public static PersonScore of(List<Example> people) {
        Examples examples = new Examples(COLUMNS);
        people.forEach(person -> examples.add(values(person.features()), person.labelled()));
        Logistic fitted = LogisticFit.of(examples);
        double bias = fitted.bias();
        double[] weights = new double[COLUMNS.size()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = fitted.terms().get(i).weight();
            bias -= weights[i] * fitted.terms().get(i).centre();
        }
        return new PersonScore(bias, weights[0], weights[1], weights[2], weights[3], weights[4], 0);
    }

    /** How well scores are calibrated. */
    public static Calibration calibration(List<Double> scores, List<Example> people) {
        return Calibration.of(IntStream.range(0, people.size())
                .mapToObj(i -> new Judged(
                        Math.log(scores.get(i) / (1 - scores.get(i))),
                        people.get(i).labelled()))
                .toList());
    }

    /** The model with these scores of people. */
    public static CostModel scored(CostModel model, PersonScore score) {
        return new CostModel(
                model.name(),
                model.anatomy(),
                model.poseCost(),
                model.kinds(),
                model.mostCost(),
                model.hopeless(),
                model.limbLengths(),
                model.confident(),
                model.unary(),
                model.pairs(),
                score);
    }

    private static double[] values(PersonScore.Features person) {
        return new double[] {person.strength(), person.joints(), person.extent(), person.meanLink(), person.leastLink()
        };
    }
}
