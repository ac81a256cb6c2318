package dev.jointly.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.architecture.PublicApi;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What callers of io depend on changes only on purpose. */
class IoApiTest {
    @Test
    void theApiIsTheRecordedOne() throws IOException {
        PublicApi.of(ProblemReader.class)
                .requireRecorded("io", Path.of("src/test/resources/dev/jointly/io/io-api.txt"));
    }

    @Test
    void noSignatureMentionsAnInternalType() throws IOException {
        assertThat(PublicApi.of(ProblemReader.class).leaks(PublicApi.of(Problem.class)))
                .isEmpty();
    }
}
