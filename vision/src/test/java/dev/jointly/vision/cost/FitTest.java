package dev.jointly.vision.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.evidence.Measure;
import dev.jointly.vision.cost.Calibration.Judged;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FitTest {
    @Test
    void findsTheModelTheExamplesWereDrawnFrom() {
        long seed = 11;
        Random random = new Random(seed);
        Examples examples = new Examples(List.of(Feature.AFFINITY, Feature.DISTANCE));
        for (int i = 0; i < 20_000; i++) {
            double affinity = random.nextDouble();
            double distance = 3 * random.nextDouble();
            double p = 1 / (1 + Math.exp(-(1 + 4 * affinity - 2 * distance)));
            examples.add(new double[] {affinity, distance}, random.nextDouble() < p);
        }
        Logistic fitted = LogisticFit.of(examples);
        assertThat(fitted.terms().get(0).weight()).as("seed " + seed).isCloseTo(4, within(0.25));
        assertThat(fitted.terms().get(1).weight()).as("seed " + seed).isCloseTo(-2, within(0.15));
        assertThat(fitted.logOdds(feature -> 0)).as("seed " + seed).isCloseTo(1, within(0.2));
    }

    @Test
    void whatIsAlwaysSoIsOnlyCounted() {
        Examples examples = new Examples(List.of(Feature.DISTANCE));
        for (int i = 0; i < 9; i++) {
            examples.add(new double[] {i}, true);
        }
        Logistic fitted = LogisticFit.of(examples);
        assertThat(fitted.terms()).isEmpty();
        assertThat(fitted.bias()).isEqualTo(Math.log(9.5 / 0.5));
    }

    @Test
    void whatWasNotMeasuredCountsAsTheMean() {
        Examples examples = new Examples(List.of(Feature.AFFINITY));
        examples.add(new double[] {1}, true);
        examples.add(new double[] {0}, false);
        examples.add(new double[] {Double.NaN}, true);
        examples.add(new double[] {Double.NaN}, false);
        Logistic fitted = LogisticFit.of(examples);
        assertThat(fitted.terms().get(0).centre()).isEqualTo(0.5);
        assertThat(fitted.terms().get(0).weight()).isPositive();
        assertThat(fitted.logOdds(feature -> Double.NaN)).isCloseTo(0, within(1e-3));
    }

    @Test
    void calibrationByHand() {
        // p: 0.8 true, 0.8 false, 0.2 false; of two (true, false) pairs one is a tie
        double logOdds = Math.log(4);
        Calibration calibration = Calibration.of(
                List.of(new Judged(logOdds, true), new Judged(logOdds, false), new Judged(-logOdds, false)));
        assertThat(calibration.auc()).isEqualTo(0.75);
        assertThat(calibration.logLoss())
                .isCloseTo(-(Math.log(0.8) + Math.log(0.2) + Math.log(0.8)) / 3, within(1e-12));
        assertThat(calibration.reliability()).hasSize(2);
        assertThat(calibration.reliability().get(1).share()).isEqualTo(0.5);
    }

    @Test
    void tuningTakesWhatIsBetterAndLeavesTheRest() {
        CostModel start = CostModel.defaults(Sample.CHAIN, Measure.FIELD);
        List<Double> trials = new ArrayList<>();
        double wanted = start.poseCost() + 3;
        CostModel best = Tuning.tune(start, model -> {
            trials.add(model.poseCost());
            return -Math.abs(model.poseCost() - wanted);
        });
        assertThat(best.poseCost()).isEqualTo(wanted);
        assertThat(best.kinds()).isEqualTo(start.kinds());
        assertThat(trials).hasSizeLessThanOrEqualTo(Tuning.mostTrials());
    }
}
