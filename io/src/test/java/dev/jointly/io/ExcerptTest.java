package dev.jointly.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTest {
    @Test
    void errorLinesAreCutAt300Characters() {
        assertThat(new BadInputException("x".repeat(300))).hasMessage("x".repeat(300));
        assertThat(new BadInputException("x".repeat(301))).hasMessage("x".repeat(297) + "...");
        assertThat(new BadInputException("x".repeat(5_000_000), new IllegalStateException()))
                .hasMessage("x".repeat(297) + "...");
    }

    @Test
    void escapesCountAsTheyAreShown() {
        assertThat(Excerpt.line("\u202e".repeat(50))).isEqualTo("\\u202e".repeat(50));
        assertThat(Excerpt.line("\u202e".repeat(51)))
                .hasSize(300)
                .startsWith("\\u202e")
                .endsWith("...");
    }

    @Test
    void noCharacterIsCutInTwo() {
        String smile = "\ud83d\ude00";
        assertThat(Excerpt.line(smile.repeat(300))).isEqualTo(smile.repeat(300));
        assertThat(Excerpt.line(smile.repeat(400))).isEqualTo(smile.repeat(297) + "...");
        assertThat(Excerpt.of(smile.repeat(61))).isEqualTo(smile.repeat(60) + "...");
    }
}
