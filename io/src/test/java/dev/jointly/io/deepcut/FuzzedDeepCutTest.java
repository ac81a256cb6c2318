package dev.jointly.io.deepcut;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.jointly.io.BadInputException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** As {@code FuzzedReadersTest}, for HDF5; checksums are put right, or nothing behind them would ever be met. */
@Tag("slow")
class FuzzedDeepCutTest {
    @FuzzTest
    void deepCut(byte[] bytes) {
        try {
            DeepCutReader.read("fuzzed.h5", ByteBuffer.wrap(HdfBytes.repaired(bytes)), List.of());
        } catch (BadInputException e) {
            assertThat(e.getMessage())
                    .startsWith("fuzzed.h5: ")
                    .doesNotContain("\n")
                    .hasSizeLessThanOrEqualTo(300);
        }
    }
}
