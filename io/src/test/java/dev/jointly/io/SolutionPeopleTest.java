package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import java.io.ByteArrayInputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The places of people in solution files. */
class SolutionPeopleTest {
    private static DocumentReader<SolutionPeople> reader(String text) {
        return SolutionPeople.open("-", new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    @Test
    void placesByPartOneSolutionAfterAnother() {
        DocumentReader<SolutionPeople> reader = reader("""
                {"format": "jointly/solution@1", "problem": "f1", "status": "optimal", "certificate": {"x": [1]}, "poses": [
                  {"cost": -2.5, "global": {"neck": 0}, "joints": {"neck": {"detection": 0, "x": 12.5, "y": 40, "score": 1},
                   "head": {"detection": 7, "x": 1, "y": 2}}}]}
                {"format": "jointly/solution@1", "problem": "f2", "poses": []}
                """);
        SolutionPeople first = reader.next();
        assertThat(first.problem()).isEqualTo("f1");
        assertThat(first.people())
                .containsExactly(
                        Map.of("neck", new Joint(12.5, 40, Mark.VISIBLE), "head", new Joint(1, 2, Mark.VISIBLE)));
        assertThat(reader.next().people()).isEmpty();
        assertThat(reader.hasNext()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"format": "jointly/problem@1"} | found "jointly/problem@1" but expected "jointly/solution@1"
            {"format": "jointly/solution@1", "poses": []} | /problem: found nothing but expected the problem's id
            {"format": "jointly/solution@1", "problem": "f", "poses": [{"global": {}}]} | /joints: found nothing
            {"format": "jointly/solution@1", "problem": "f", "poses": [{"joints": {"neck": {"x": 1}}}]} | /y: found nothing
            {"format": "jointly/solution@1", "problem": "f", "poses": [{"joints": {"neck": 5}}]} | expected a joint
            """)
    void whatIsMissingIsNamed(String text, String message) {
        assertThatThrownBy(() -> reader(text).next())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(message);
    }
}
