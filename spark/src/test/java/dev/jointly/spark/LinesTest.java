package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinesTest {
    @Test
    void linesKnowWhereTheyStartAndBlankOnesDoNotCount() throws IOException {
        String long1 = "x".repeat(100_000);
        byte[] text = ("a\n\n  \nü\n" + long1 + "\r\nend").getBytes(UTF_8);
        List<String> lines = new ArrayList<>();
        List<Long> starts = new ArrayList<>();
        try (Lines reader = new Lines(new ByteArrayInputStream(text), 0)) {
            for (String line = reader.next(); line != null; line = reader.next()) {
                lines.add(line);
                starts.add(reader.start());
            }
            assertThat(reader.position()).isEqualTo(text.length);
        }
        assertThat(lines).containsExactly("a", "ü", long1 + "\r", "end");
        assertThat(starts).containsExactly(0L, 6L, 9L, 9L + 100_002);
    }
}
