package dev.jointly.example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class TenLinesTest {
    /** The answer is worked out by hand in docs/certificate.md, section 7. */
    @Test
    void saysWhatTheDocumentationWorksOutByHand() {
        PrintStream before = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, UTF_8));
        try {
            TenLines.main(new String[0]);
        } finally {
            System.setOut(before);
        }
        assertThat(said.toString(UTF_8).lines())
                .containsExactlyInAnyOrder(
                        "{0=0, 1=2} with duplicates {1=[3]}",
                        "{0=1} with duplicates {}",
                        "cost         -5.5",
                        "proven bound -5.5");
    }
}
