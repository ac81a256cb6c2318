package dev.jointly.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jointly.problem.ProblemDigest;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A certificate has no fields but those its page names: what a checker does not know might change what is proven. */
class UnknownFieldsTest {
    private static final List<String> NAMES = List.of(
            "note", "lambda2", "cuts ", "lambda", "lamda1", "Lambda1", "tree", "cut", "sigmas", "x", "", "\\u0000",
            "format ");

    private static void read(String text) {
        try (ClaimReader reader = ClaimReader.of("test.solution.json", Samples.stream(text))) {
            reader.next().claim(Samples.read(Samples.PROBLEM));
        }
    }

    /** @param at the first field of some object */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"scaleBits\":2|/certificate/|format, scaleBits, lambda1, lambda3, posePrice, trees",
                "\"detections\":[0,3]|/certificate/trees/0/|detections, cuts, nodes",
                "\"join\":[0,0]|/certificate/trees/0/nodes/0/|join, local, in, out, shift, lambda1, lambda3, sigma, posePrice",
                "\"local\":[0,3]|/certificate/trees/0/nodes/1/|join, local, in, out, shift, lambda1, lambda3, sigma, posePrice",
                "\"shift\":9|/certificate/trees/0/nodes/2/|join, local, in, out, shift, lambda1, lambda3, sigma, posePrice",
                "\"lambda1\":[0,11]|/certificate/trees/0/nodes/4/|join, local, in, out, shift, lambda1, lambda3, sigma, posePrice",
                "\"use\":[3]|/certificate/trees/0/cuts/1/|use, host"
            })
    void areRefusedByName(String at, String path, String known) {
        for (String name : NAMES) {
            for (String value : List.of("null", "[]", "{\"a\":1}", "\"text\"")) {
                String text = Samples.CUT_SOLUTION.replaceFirst(
                        Pattern.quote(at), Matcher.quoteReplacement("\"" + name + "\":" + value + "," + at));
                BadInputException e = catchThrowableOfType(BadInputException.class, () -> read(text));
                assertThat(e).as("%s in %s", name, path).isNotNull();
                assertThat(String.valueOf(e.getMessage()))
                        .startsWith("test.solution.json: " + path)
                        .contains("found an unknown field \"" + name + "\" but expected only " + known)
                        .doesNotContain("\n");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"seconds\":0.25", "\"cost\":-9.09", "\"format\":\"jointly/solution@1\""})
    void arePassedOverElsewhere(String at) {
        assertThat(Samples.SOLUTION).contains(at);
        for (String name : List.of("note", "Cost", "globl", "requestdGap")) {
            String more = "\"" + name + "\":[1]," + at;
            read(Samples.SOLUTION.replaceFirst(Pattern.quote(at), Matcher.quoteReplacement(more)));
        }
    }

    /** Whoever solves a problem is told of a field that looks misspelt; whoever checks a solution takes the file as it is. */
    @Test
    void thatLookMisspeltMakeNoProblemInvalid() {
        String text = Samples.PROBLEM.replaceFirst("\"id\"", "\"absentPair\":7,\"id\"");
        try (ProblemReader reader = ProblemReader.asGiven("p", Samples.stream(text))) {
            assertThat(ProblemDigest.sha256(reader.next()))
                    .isEqualTo(ProblemDigest.sha256(Samples.read(Samples.PROBLEM)));
        }
        assertThat(catchThrowableOfType(BadInputException.class, () -> Samples.read(text)))
                .hasMessageContaining("maybe you meant \"absentPairs\"");
    }

    /** A field that came after the freeze: files that had it before, whatever it was, are checked as they were. */
    @Test
    void addedSinceMakeNoProblemInvalid() {
        String text = Samples.PROBLEM.replaceFirst("\"id\"", "\"personScore\":\"x\",\"id\"");
        try (ProblemReader reader = ProblemReader.asGiven("p", Samples.stream(text))) {
            assertThat(ProblemDigest.sha256(reader.next()))
                    .isEqualTo(ProblemDigest.sha256(Samples.read(Samples.PROBLEM)));
        }
        assertThat(catchThrowableOfType(BadInputException.class, () -> Samples.read(text)))
                .hasMessageContaining("/personScore");
    }
}
