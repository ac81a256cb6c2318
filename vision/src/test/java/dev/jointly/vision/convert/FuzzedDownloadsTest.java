package dev.jointly.vision.convert;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.jointly.vision.FuzzedModelsTest;
import java.io.ByteArrayInputStream;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** As {@code FuzzedModelsTest}, for what {@code model install} downloads. */
@Tag("slow")
class FuzzedDownloadsTest {
    private static final Map<String, byte[]> SHARDS = Map.of("a", new byte[6], "b", new byte[10]);

    @FuzzTest
    void graphModels(byte[] bytes) {
        FuzzedModelsTest.readOrRefused(() -> GraphModelReader.read("fuzzed", bytes, SHARDS));
    }

    @FuzzTest
    void archives(byte[] bytes) {
        FuzzedModelsTest.readOrRefused(
                () -> Tarball.files("fuzzed", new ByteArrayInputStream(bytes), name -> name.endsWith(".json")));
    }
}
