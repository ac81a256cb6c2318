package dev.jointly.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TrialsTest {
    @Test
    void aShorterLaneTriesTheFirstOfALonger() {
        assumeTrue(System.getProperty("jointly.seed") == null, "a single seed is asked for");
        List<Long> tried = new ArrayList<>();
        for (long seed : Trials.seeds(3, 2, 12)) {
            assertThat(Trials.current()).isEqualTo(seed);
            tried.add(seed);
        }
        assertThat(tried)
                .isEqualTo(
                        switch (System.getProperty("jointly.lane")) {
                            case "full" -> LongStream.rangeClosed(3, 14).boxed().toList();
                            case "merge" -> List.of(3L, 4L, 5L);
                            default -> List.of(3L, 4L);
                        });
        assertThat(Trials.current()).as("none is being tried any more").isNull();
        assertThatIllegalArgumentException().isThrownBy(() -> Trials.count(6, 5));
    }

    @Test
    void whateverATestFailsWithNamesTheSeed() {
        RuntimeException failure = new IllegalStateException("from the depths");
        NamedSeed.name("before", failure);
        assertThat(failure.getSuppressed()).isEmpty();
        for (long seed : Trials.seeds(11, 1, 1)) {
            NamedSeed.name("during", failure);
            assertThat(failure.getSuppressed())
                    .singleElement()
                    .asString()
                    .endsWith("during failed at seed " + seed + "; -Djointly.seed=" + seed + " tries it alone");
        }
    }
}
