package dev.jointly.io.hdf5;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.jointly.io.BadInputException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;

/** As {@code FuzzedReadersTest}, for data frames in HDF5. */
@Tag("slow")
class FuzzedPandasFrameTest {
    @FuzzTest
    void frame(byte[] bytes) {
        try {
            PandasFrame frame = PandasFrame.read(new Hdf5Content("fuzzed.h5", ByteBuffer.wrap(bytes)));
            assertThat(frame.values().length).isEqualTo(frame.rows().size());
        } catch (BadInputException e) {
            assertThat(e.getMessage())
                    .startsWith("fuzzed.h5: ")
                    .doesNotContain("\n")
                    .hasSizeLessThanOrEqualTo(400);
        }
    }
}
