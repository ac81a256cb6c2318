package dev.jointly.vision.cost;

import dev.jointly.vision.cost.CostModel.Kind;
import java.util.List;
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

    /** The numbers: omega, and gain and weight of kinds; weights are multiplied and divided, the others added to. */
    private static final List<Knob> KNOBS = List.of(
            gain(CostKind.LIMB, 1),
            gain(CostKind.REACH, 1),
            weight(CostKind.REACH, 2),
            gain(CostKind.UNARY, 1),
            (model, steps) -> model.withBalance(model.kinds(), model.poseCost() + 2 * steps),
            weight(CostKind.LIMB, 1.5),
            weight(CostKind.UNARY, 1.5));

    /** One number of a model, turned up by some steps. */
    private interface Knob {
        CostModel turned(CostModel model, double steps);
    }

    private static Knob gain(CostKind kind, double step) {
        return (model, steps) -> turned(model, kind, 1, step * steps);
    }

    private static Knob weight(CostKind kind, double step) {
        return (model, steps) -> turned(model, kind, Math.pow(step, steps), 0);
    }

    private static CostModel turned(CostModel model, CostKind kind, double factor, double change) {
        Kind old = model.kinds().of(kind);
        Kind turned = new Kind(old.weight() * factor, old.gain() + change);
        return model.withBalance(model.kinds().with(kind, turned), model.poseCost());
    }

    private Tuning() {}

    /** The most evaluations of the measure, for progress bars. */
    public static int mostTrials() {
        return 1 + 2 * ROUNDS * KNOBS.size();
    }

    /**
     * The best model found.
     *
     * @param measure how good the people of a model are, higher is better
     */
    public static CostModel tune(CostModel start, ToDoubleFunction<CostModel> measure) {
        CostModel best = start;
        double most = measure.applyAsDouble(start);
        for (int round = 0; round < ROUNDS; round++) {
            for (Knob knob : KNOBS) {
                for (double steps : new double[] {Math.pow(0.5, round), -Math.pow(0.5, round)}) {
                    CostModel turned = knob.turned(best, steps);
                    double value = measure.applyAsDouble(turned);
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
