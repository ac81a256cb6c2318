package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.vision.eval.Bootstrap.Interval;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BootstrapTest {
    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    @Test
    void ofAMeanIsAboutTwoStandardErrorsWide() {
        // half zeros, half ones: standard error 0.5 / sqrt(400) = 0.025, so 95 % are within 0.049
        List<Double> coins =
                IntStream.range(0, 400).mapToObj(i -> (double) (i % 2)).toList();
        Interval interval = new Bootstrap(3).of(coins, BootstrapTest::mean);
        assertThat(interval.value()).isEqualTo(0.5);
        assertThat(interval.low()).isBetween(0.44, 0.46);
        assertThat(interval.high()).isBetween(0.54, 0.56);
    }

    @Test
    void sameSeedSameInterval() {
        List<Double> values =
                IntStream.range(0, 30).mapToObj(i -> (double) (i * i)).toList();
        assertThat(new Bootstrap(5).of(values, BootstrapTest::mean))
                .isEqualTo(new Bootstrap(5).of(values, BootstrapTest::mean))
                .isNotEqualTo(new Bootstrap(6).of(values, BootstrapTest::mean));
    }

    @Test
    void withoutVariationThereIsNoDoubt() {
        Interval interval = new Bootstrap(1).of(Collections.nCopies(10, 2.0), BootstrapTest::mean);
        assertThat(interval).isEqualTo(new Interval(2, 2, 2));
    }
}
