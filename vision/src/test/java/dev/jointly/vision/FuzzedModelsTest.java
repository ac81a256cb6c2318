package dev.jointly.vision;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.cost.CostModelReader;
import dev.jointly.vision.net.ModelCardReader;
import java.io.ByteArrayInputStream;
import java.util.Objects;
import org.junit.jupiter.api.Tag;

/** Whatever the bytes, a reader gives a model or one line about what is wrong; {@code .ci/fuzz} looks for bytes where not. */
@Tag("slow")
public class FuzzedModelsTest {
    /** Of an input that is called fuzzed. */
    public static void readOrRefused(Runnable reading) {
        readOrRefused("fuzzed", reading);
    }

    /** Of an input of this name. */
    public static void readOrRefused(String name, Runnable reading) {
        try {
            reading.run();
        } catch (BadInputException e) {
            String message = Objects.requireNonNull(e.getMessage());
            assertThat(message.codePointCount(0, message.length())).isBetween(1, 300 + name.length());
            assertThat(message).startsWith(name + ": ").doesNotContain("\n");
        }
    }

    @FuzzTest
    void costModels(byte[] bytes) {
        readOrRefused(() -> CostModelReader.read("fuzzed", new ByteArrayInputStream(bytes)));
    }

    @FuzzTest
    void modelCards(byte[] bytes) {
        readOrRefused(() -> ModelCardReader.read("fuzzed", new ByteArrayInputStream(bytes)));
    }
}
