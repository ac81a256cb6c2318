package dev.jointly.vision.cost;

import dev.jointly.vision.cost.CostModel.Kind;
import dev.jointly.vision.cost.CostModel.Kinds;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * Finds omega and the balance of the kinds: one number after the other is changed a step up, else a step down, and the
 * change is kept if the result improves. The measure is the caller's; evaluating it means solving, so the search is
 * short: two rounds, with half the steps in the second.
 */
public final class Tuning {
    private static final int ROUNDS = 2;

    /** Anything less is chance, with as many images as people label. */
    private static final double LEAST_GAIN = 2e-3;

    /** The numbers: omega, then gain and weight of kinds; weights are multiplied and divided, the others added to. */
    private enum Knob {
        LIMB_GAIN(1),
        REACH_GAIN(1),
        REACH_WEIGHT(2),
        UNARY_GAIN(1),
        POSE_COST(2),
        LIMB_WEIGHT(1.5),
        UNARY_WEIGHT(1.5);

        private final double step;

        Knob(double step) {
            this.step = step;
        }

        CostModel turned(CostModel model, double steps) {
            Kinds kinds = model.kinds();
            double factor = Math.pow(step, steps);
            double change = step * steps;
            return switch (this) {
                case LIMB_GAIN -> with(model, kinds.unary(), more(kinds.limb(), 1, change), kinds.reach());
                case LIMB_WEIGHT -> with(model, kinds.unary(), more(kinds.limb(), factor, 0), kinds.reach());
                case REACH_GAIN -> with(model, kinds.unary(), kinds.limb(), more(kinds.reach(), 1, change));
                case REACH_WEIGHT -> with(model, kinds.unary(), kinds.limb(), more(kinds.reach(), factor, 0));
                case UNARY_GAIN -> with(model, more(kinds.unary(), 1, change), kinds.limb(), kinds.reach());
                case UNARY_WEIGHT -> with(model, more(kinds.unary(), factor, 0), kinds.limb(), kinds.reach());
                case POSE_COST -> model.withBalance(kinds, model.poseCost() + change);
            };
        }

        private static CostModel with(CostModel model, Kind unary, Kind limb, Kind reach) {
            return model.withBalance(new Kinds(unary, limb, reach, model.kinds().twin()), model.poseCost());
        }

        private static Kind more(Kind kind, double factor, double change) {
            return new Kind(kind.weight() * factor, kind.gain() + change);
        }
    }

    private Tuning() {}

    /** The most evaluations of the measure, for progress bars. */
    public static int mostTrials() {
        return 1 + 2 * ROUNDS * Knob.values().length;
    }

    /**
     * The best model found.
     *
     * @param measure how good the people of a model are, higher is better
     * @param trial receives the measure after each trial
     */
    public static CostModel tune(CostModel start, ToDoubleFunction<CostModel> measure, Consumer<Double> trial) {
        CostModel best = start;
        double most = measure.applyAsDouble(start);
        trial.accept(most);
        for (int round = 0; round < ROUNDS; round++) {
            for (Knob knob : Knob.values()) {
                for (double steps : new double[] {Math.pow(0.5, round), -Math.pow(0.5, round)}) {
                    CostModel turned = knob.turned(best, steps);
                    double value = measure.applyAsDouble(turned);
                    trial.accept(value);
                    if (value > most + LEAST_GAIN) {
                        most = value;
                        best = turned;
                        break;
                    }
                }
            }
        }
        return best;
    }
}
