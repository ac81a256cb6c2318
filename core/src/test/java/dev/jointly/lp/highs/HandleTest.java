package dev.jointly.lp.highs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandleTest {
    /** The native object is there before the first option is set. */
    @Test
    void anOptionThatIsRefusedLeavesNothingBehind() {
        assertThat(new HighsEngine().name()).startsWith("HiGHS");
        List<Handle> made = new ArrayList<>();
        assertThatIllegalStateException()
                .isThrownBy(() -> new Handle(Highs.SIMPLEX_INTERRUPT, handle -> {
                    made.add(handle);
                    assertThat(handle.closed()).isFalse();
                    handle.option("no such option", 1);
                }))
                .withMessage("HiGHS refused no such option");
        assertThat(made).hasSize(1);
        assertThat(made.get(0).closed()).isTrue();
    }
}
