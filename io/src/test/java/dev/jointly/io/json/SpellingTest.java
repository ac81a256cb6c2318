package dev.jointly.io.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {
    @Test
    void slipsAreCounted() {
        assertThat(Spelling.slips("cost", "cost")).isZero();
        assertThat(Spelling.slips("cost", "csot")).isEqualTo(1);
        assertThat(Spelling.slips("cost", "costs")).isEqualTo(1);
        assertThat(Spelling.slips("cost", "cast")).isEqualTo(1);
        assertThat(Spelling.slips("", "abc")).isEqualTo(3);
        assertThat(Spelling.slips("kitten", "sitting")).isEqualTo(3);
    }

    @Test
    void shortNamesAreOnlyMistakenForTheirOtherCase() {
        List<String> known = List.of("x", "id", "use", "cost", "together");
        assertThat(Spelling.nearest("X", known)).hasValue("x");
        assertThat(Spelling.nearest("z", known)).isEmpty();
        assertThat(Spelling.nearest("idx", known)).isEmpty();
        assertThat(Spelling.nearest("used", known)).isEmpty();
        assertThat(Spelling.nearest("costs", known)).hasValue("cost");
        assertThat(Spelling.nearest("costly", known)).isEmpty();
        assertThat(Spelling.nearest("tgoethre", known)).hasValue("together");
        assertThat(Spelling.nearest("gathers", known)).isEmpty();
        assertThat(Spelling.nearest("c".repeat(50_000), known)).isEmpty();
    }
}
