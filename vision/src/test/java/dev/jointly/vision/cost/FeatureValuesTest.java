package dev.jointly.vision.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeatureValuesTest {
    private static final double[] LENGTHS = {10, 30};

    @Test
    void theWidestPathIsTheBestOfTheWeakestLinks() {
        PairAffinities affinities = new PairAffinities(Sample.two(), Sample.CHAIN);
        // head 0 to foot 4: over neck 2 min(0.9, 0.7), over neck 3 min(0.3, 0.1)
        assertThat(affinities.widest(0, 4)).isEqualTo(0.7);
        assertThat(affinities.widest(4, 0)).isEqualTo(0.7);
        // head 1 to foot 5: over neck 2 min(0.2, 0.4); nobody measured neck 3 with foot 5
        assertThat(affinities.widest(1, 5)).isEqualTo(0.2);
        assertThat(affinities.measured(0, 4)).isNaN();
        assertThat(affinities.measured(3, 0)).isEqualTo(0.3);
    }

    @Test
    void theScaleIsThatOfTheConfidentLimbsAround() {
        FeatureValues featureValues = new FeatureValues(Sample.two(), Sample.CHAIN, LENGTHS, 0.5);
        assertThat(featureValues.scale().of(0)).isEqualTo(1);
        // head 1 believes in neck 3 only, 20 long where 10 is usual
        assertThat(featureValues.scale().of(1)).isEqualTo(2);
        // foot 5 believes in nobody and gets the median of the others: 1, 2, 1, 2, 1
        assertThat(featureValues.scale().of(5)).isEqualTo(1);
    }

    @Test
    void withoutUsualLengthsTheMedianLimbIsOne() {
        FeatureValues featureValues = new FeatureValues(Sample.two(), Sample.CHAIN, null, 0.5);
        // limbs 10, 20 and 30 long: 15 is usual for head-neck and 30 for neck-foot, and 20 overall
        assertThat(featureValues.value(Feature.DISTANCE, 0, 2))
                .isCloseTo(10 / featureValues.scale().of(0, 2), within(1e-12));
        assertThat(featureValues.scale().of(1)).isCloseTo(20 / (15.0 / 20), within(1e-9));
    }

    @Test
    void offsetsAreInUnitsOfTheScale() {
        FeatureValues featureValues = new FeatureValues(Sample.two(), Sample.CHAIN, LENGTHS, 0.5);
        double unit = Math.sqrt(2);
        assertThat(featureValues.value(Feature.DX, 0, 1)).isCloseTo(30 / unit, within(1e-9));
        assertThat(featureValues.value(Feature.DISTANCE_SQUARED, 0, 1)).isCloseTo(900 / 2.0, within(1e-9));
        assertThat(featureValues.value(Feature.SCORE_LOGIT, 0)).isCloseTo(Math.log(4), within(1e-12));
    }

    @Test
    void partsAreMatchedByNameInAnyOrder() {
        Anatomy turned = Anatomy.of(
                "turned",
                List.of("foot", "neck", "head"),
                List.of("neck"),
                List.of(List.of("head", "neck"), List.of("neck", "foot")));
        PairAffinities affinities = new PairAffinities(Sample.two(), turned);
        assertThat(affinities.part(0)).isEqualTo(2);
        assertThat(affinities.widest(0, 4)).isEqualTo(0.7);
    }

    @Test
    void aPartTheBodyDoesNotHaveIsAnError() {
        Anatomy without =
                Anatomy.of("short", List.of("head", "neck"), List.of("head"), List.of(List.of("head", "neck")));
        Evidence evidence = Sample.two();
        assertThatThrownBy(() -> new PairAffinities(evidence, without))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("candidate 4 is a \"foot\"");
    }
}
