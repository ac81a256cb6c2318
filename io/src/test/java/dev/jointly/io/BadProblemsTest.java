package dev.jointly.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each case changes one thing in a good file and says what the complaint must name: path, value, expectation. */
class BadProblemsTest {
    /** @param says what the message must contain, in this order */
    record Case(String from, String to, List<String> says) {
        @Override
        public String toString() {
            return Excerpt.of(from + " -> " + to);
        }
    }

    private static Case bad(String from, String to, String... says) {
        return new Case(from, to, Arrays.asList(says));
    }

    static Stream<Case> cases() {
        String cost = "number of magnitude at most 1e9";
        String index = "index of a detection, a whole number from 0";
        String range = "index of a detection, 0 to 4";
        String name = "none of them a control character";
        String pin = "exactly one of together, apart, use and skip";
        String twice = "a second time but expected it once";
        return Stream.of(
                // format
                bad("problem@1", "problem@2", "/format", "\"jointly/problem@2\"", "\"jointly/problem@1\""),
                bad("problem@1", "solution@1", "/format", "\"jointly/solution@1\"", "this is a solution"),
                bad("\"jointly/problem@1\"", "1", "/format", "found 1", "\"jointly/problem@1\""),
                bad("\"format\":\"jointly/problem@1\",", "", "/format", "nothing", "\"jointly/problem@1\""),
                // id
                bad("\"id\":\"sample\",", "", "/id", "nothing", "the problem's id"),
                bad("\"sample\"", "\"\"", "/id", "\"\"", name),
                bad("\"sample\"", "\"a\\nb\"", "/id", "\"a\\u000ab\"", name),
                bad("\"sample\"", "\"a\\u0085b\"", "/id", "\"a\\u0085b\"", name),
                bad("\"sample\"", "\"a\\ud800b\"", "/id", "\"a\\ud800b\"", name),
                bad("\"sample\"", "\"" + "x".repeat(1001) + "\"", "/id", "x".repeat(60) + "...", "1 to 1000"),
                bad("\"sample\"", "785", "/id", "found 785", "the problem's id"),
                bad("\"sample\"", "null", "/id", "found null", "the problem's id"),
                bad("\"sample\"", "[\"sample\"]", "/id", "an array", "the problem's id"),
                bad(
                        "\"id\":\"sample\"",
                        "\"id\":\"sample\",\"maxPoses\":-1",
                        "/maxPoses",
                        "found -1",
                        "from 0 to 100000"),
                bad(
                        "\"id\":\"sample\"",
                        "\"id\":\"sample\",\"maxPoses\":2.5",
                        "/maxPoses",
                        "found 2.5",
                        "whole number"),
                bad(
                        "\"id\":\"sample\"",
                        "\"id\":\"sample\",\"maxPoses\":null",
                        "/maxPoses",
                        "found null",
                        "whole number"),
                // twice, misspelt
                bad("\"id\":\"sample\"", "\"id\":\"sample\",\"id\":\"sample\"", "/id", twice),
                bad("\"image\"", "\"new\":1,\"new\":2,\"image\"", "/new", twice),
                bad("\"cost\":-1}", "\"cost\":-1,\"cost\":-1}", "/detections/1/cost", twice),
                bad("\"id\"", "\"ID\"", "/ID", "\"ID\"", "maybe you meant \"id\""),
                bad("poseCost", "posecost", "/posecost", "\"posecost\"", "maybe you meant \"poseCost\""),
                bad("poseCost", "poseCots", "/poseCots", "\"poseCots\"", "maybe you meant \"poseCost\""),
                bad("\"detections\"", "\"detektion\"", "/detektion", "maybe you meant \"detections\""),
                bad("\"pairs\"", "\"pair\"", "/pair", "maybe you meant \"pairs\""),
                bad("\"absentPairs\"", "\"absent_pairs\"", "/absent_pairs", "maybe you meant \"absentPairs\""),
                bad("\"score\":0.93", "\"Score\":0.93", "/detections/0/Score", "maybe you meant \"score\""),
                bad("\"cost\":-1}", "\"cots\":-1}", "/detections/1/cots", "maybe you meant \"cost\""),
                bad("\"together\"", "\"togther\"", "/pins/0/togther", "maybe you meant \"together\""),
                // image
                bad("{\"file\":\"a.jpg\",\"width\":640,\"height\":425}", "\"a.jpg\"", "/image", "\"a.jpg\"", "object"),
                bad("\"file\":\"a.jpg\",", "", "/image/file", "nothing", "file name"),
                bad("\"width\":640", "\"width\":640.5", "/image/width", "640.5", "whole number of pixels"),
                bad("\"width\":640", "\"width\":0", "/image/width", "found 0", "above 0"),
                bad(",\"height\":425", "", "/image/height", "nothing", "whole number of pixels"),
                // anatomy
                bad("\"name\":\"mini\",", "", "/anatomy/name", "nothing", "the anatomy's name"),
                bad("[\"neck\",\"head\",\"hand\",\"foot\"]", "[]", "/anatomy/parts", "an empty array", "one part"),
                bad("\"foot\"],", "\"head\"],", "/anatomy/parts/3", "\"head\"", "every part once"),
                bad("\"foot\"],", "7],", "/anatomy/parts/3", "found 7", "a part's name"),
                bad("[\"neck\"],", "[],", "/anatomy/majors", "0 of them", "1 to 3 different parts"),
                bad(
                        "[\"neck\"],",
                        "[\"neck\",\"head\",\"hand\",\"foot\"],",
                        "/anatomy/majors",
                        "4 of them",
                        "1 to 3 different parts"),
                bad("[\"neck\"],", "[\"head\",\"head\"],", "/anatomy/majors/1", "\"head\"", "different parts"),
                bad("[\"neck\"],", "[\"nekc\"],", "/anatomy/majors/0", "\"nekc\"", "neck, head", "maybe you meant"),
                bad("[\"head\",\"hand\"]", "[\"head\",\"tail\"]", "/anatomy/limbs/1/1", "\"tail\"", "anatomy's parts"),
                bad("[\"head\",\"hand\"]", "[\"head\"]", "/anatomy/limbs/1", "the end of the array", "a part's name"),
                bad("[\"head\",\"hand\"]", "[\"head\",\"hand\",\"neck\"]", "/anatomy/limbs/1/2", "\"neck\"", "two"),
                bad("[\"head\",\"hand\"]", "\"head\"", "/anatomy/limbs/1", "\"head\"", "a limb"),
                bad("[\"head\",\"hand\"],", "", "/anatomy/limbs", "not a tree", "3 limbs"),
                bad("[\"head\",\"hand\"]", "[\"head\",\"foot\"]", "/anatomy/limbs", "not a tree", "cycle"),
                bad("[\"head\",\"hand\"]", "[\"head\",\"head\"]", "/anatomy/limbs", "not a tree", "cycle"),
                // numbers
                bad("\"poseCost\":6.5,", "", "/poseCost", "nothing", cost),
                bad("6.5", "\"6.5\"", "/poseCost", "\"6.5\"", cost),
                bad("6.5", "1e999", "/poseCost", "1e999", cost),
                bad("6.5", "1000000001", "/poseCost", "1000000001", cost),
                bad("6.5", "NaN", "/poseCost", "NaN", "finite number"),
                bad("6.5", "-Infinity", "/poseCost", "-Infinity", "finite number"),
                bad("6.5", "true", "/poseCost", "true", cost),
                bad("-9.59", "-1.0000001e9", "/detections/0/cost", "-1.0000001e9", cost),
                bad("-9.59", "{\"v\":1}", "/detections/0/cost", "an object", cost),
                bad("12.5", "1e400", "/detections/0/x", "1e400", "finite number"),
                bad("0.93", "null", "/detections/0/score", "null", "leave the field out"),
                bad("6.5", "0" + "1".repeat(5), "line 1, column", "/poseCost", "Leading zeroes"),
                bad("6.5", "1".repeat(1001), "/poseCost", "found a number of 1001 digits but expected at most 1000"),
                // detections
                bad("{\"part\":\"head\",\"cost\":-1}", "[1]", "/detections/1", "an array", "a detection"),
                bad("{\"part\":\"head\",\"cost\":-1}", "{\"cost\":-1}", "/detections/1/part", "nothing", "part's name"),
                bad("{\"part\":\"head\",\"cost\":-1}", "{\"part\":\"head\"}", "/detections/1/cost", "nothing", cost),
                bad(
                        "{\"part\":\"head\",\"cost\"",
                        "{\"part\":\"haed\",\"cost\"",
                        "/detections/1/part",
                        "\"haed\"",
                        "anatomy's parts",
                        "maybe you meant \"head\""),
                bad("{\"part\":\"head\",\"cost\"", "{\"part\":3,\"cost\"", "/detections/1/part", "found 3", "name"),
                // pairs
                bad("[1,2,0.5]", "[1,99,0.5]", "/pairs/1/1", "found 99", range),
                bad("[1,2,0.5]", "[5,2,0.5]", "/pairs/1/0", "found 5", range),
                bad("[1,2,0.5]", "[-1,2,0.5]", "/pairs/1/0", "found -1", index),
                bad("[1,2,0.5]", "[1.5,2,0.5]", "/pairs/1/0", "found 1.5", index),
                bad("[1,2,0.5]", "[1,3000000000,0.5]", "/pairs/1/1", "found 3000000000", index),
                bad("[1,2,0.5]", "[1,2]", "/pairs/1", "the end of the array", cost),
                bad("[1,2,0.5]", "[1,2,0.5,0.5]", "/pairs/1/3", "0.5", "[a, b, cost]"),
                bad("[1,2,0.5]", "{\"a\":1}", "/pairs/1", "an object", "[a, b, cost]"),
                bad("[1,2,0.5]", "[1,2,-1e10]", "/pairs/1/2", "-1e10", cost),
                bad("[1,2,0.5]", "[1,1,0.5]", "/pairs/1", "[1, 1, 0.5]", "two different detections"),
                bad("[0,3,-2]", "[1,0,7]", "/pairs/2", "[1, 0, 7.0]", "/pairs/0", "every pair once"),
                bad("[1,2,0.5]", "[2,4,0.5]", "/pairs/1", "[2, 4, 0.5]", "\"hand\" and \"foot\"", "of a limb"),
                bad("\"pairs\":[", "\"links\":[", "/pairs", "nothing", "an array of pairs [a, b, cost]"),
                bad("\"zero\"", "\"none\"", "/absentPairs", "\"none\"", "\"forbidden\" or \"zero\""),
                bad("\"zero\"", "false", "/absentPairs", "false", "\"forbidden\" or \"zero\""),
                // pins
                bad("{\"use\":2}", "{}", "/pins/2", "none of them", pin),
                bad("{\"use\":2}", "{\"use\":2,\"skip\":3}", "/pins/2/skip", "\"skip\" beside \"use\"", pin),
                bad("{\"use\":2}", "{\"use\":[2]}", "/pins/2/use", "an array", index),
                bad("{\"use\":2}", "{\"use\":5}", "/pins/2/use", "found 5", range),
                bad("{\"use\":2}", "\"use\"", "/pins/2", "\"use\"", pin),
                bad("[0,4]}", "[4,4]}", "/pins/1/apart", "[4, 4]", "two different detections"),
                bad("[0,4]}", "[0,17]}", "/pins/1/apart/1", "found 17", range),
                bad("[0,4]}", "[0]}", "/pins/1/apart", "the end of the array", index),
                bad("[0,4]}", "[0,4,1]}", "/pins/1/apart/2", "found 1", "two indices"),
                bad("[0,4]}", "0}", "/pins/1/apart", "found 0", "two indices"),
                // syntax
                bad("6.5,", "6.5", "line 1, column 2", "/poseCost", "not valid JSON"),
                bad("\"zero\"", "zero", "line 1, column", "/absentPairs", "zero"),
                bad("\"skip\":3}]", "\"skip\":3}}", "line 1, column", "/pins", "'}'", "starting at line 1, column"),
                bad("}]}", "}]", "line 1, column", "ends in the middle of a document"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void complainsInOneLine(Case bad) {
        assertThat(Samples.PROBLEM).contains(bad.from());
        String text = Samples.PROBLEM.replaceFirst(Pattern.quote(bad.from()), Matcher.quoteReplacement(bad.to()));
        String message = complaint(text);
        assertThat(message)
                .startsWith("test.problem.json: ")
                .doesNotContain("\n", "\r")
                .containsSubsequence(bad.says())
                .hasSizeLessThan(400);
    }

    private static String complaint(String text) {
        BadInputException e = catchThrowableOfType(BadInputException.class, () -> Samples.read(text));
        assertThat(e).as("nothing wrong found in %s", text).isNotNull();
        return String.valueOf(e.getMessage());
    }

    @Test
    void whatIsNoTextAtAllGetsAdvice() {
        byte[] jpeg = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xe0};
        byte[] pickle = {(byte) 0x80, 4, (byte) 0x95};
        for (byte[] start : List.of(jpeg, pickle)) {
            assertThatThrownBy(() -> ProblemReader.of("a.jpg", new ByteArrayInputStream(start))
                            .next())
                    .isInstanceOf(BadInputException.class)
                    .hasMessage("a.jpg: is binary but expected JSON; images are for jointly pose, files of other tools"
                            + " for jointly import");
        }
    }

    @Test
    void theFileTheTableStartsFromIsGood() {
        assertThat(Samples.read(Samples.PROBLEM).size()).isEqualTo(5);
        assertThat(cases().count()).isGreaterThan(60);
    }

    @Test
    void wholeDocumentsOfTheWrongKind() {
        assertThat(complaint("")).isEqualTo("test.problem.json: is empty but expected a problem");
        assertThat(complaint(" \n ")).contains("is empty");
        assertThat(complaint("[]")).contains("top level", "an array", "a problem");
        assertThat(complaint("3")).contains("top level", "found 3", "a problem");
        assertThat(complaint("hello")).contains("line 1, column", "hello");
        assertThat(complaint("{}")).contains("/format", "nothing");
        assertThat(complaint(Samples.PROBLEM + " ]")).contains("line 1, column", "']'");
    }

    @Test
    void syntaxErrorsCarryLineAndColumnOfPrettyFiles() {
        assertThat(complaint("{\n  \"id\": \"a\",\n  \"poseCost\": 6..5\n}"))
                .contains("line 3, column 16", "/poseCost");
    }

    @Test
    void invisibleAndEndlessThingsAreMadeVisibleAndShort() {
        assertThat(complaint("{\"format\":\"" + "\\u202e\\u0000z".repeat(1000) + "\"}"))
                .contains("\"\\u202e\\u0000z", "...")
                .matches("[\\x20-\\x7e]+")
                .hasSizeLessThan(600);
        String key = "k".repeat(900);
        assertThat(complaint("{\"" + key + "\":1,\"" + key + "\":1}"))
                .contains("...", "found this field a second time")
                .hasSizeLessThan(200);
    }

    @Test
    void badUtf8IsSaid() {
        byte[] bytes = Samples.PROBLEM.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        bytes[Samples.PROBLEM.indexOf("sample")] = (byte) 0xff;
        BadInputException e = catchThrowableOfType(BadInputException.class, () -> Samples.read(bytes));
        assertThat(e)
                .hasMessageContaining(
                        "is not valid UTF-8: found no character at byte " + Samples.PROBLEM.indexOf("sample"));
    }

    @Test
    void indicesWithoutDetections() {
        String none = Samples.PROBLEM.replaceFirst("\"detections\":\\[.*?\\]", "\"detections\":[]");
        assertThat(complaint(none)).contains("/pairs/0/0", "found 0", "no detections");
    }
}
