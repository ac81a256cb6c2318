package dev.jointly.io.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jointly.io.AnnotatedImage;
import dev.jointly.io.BadInputException;
import dev.jointly.io.ClaimDocument;
import dev.jointly.io.ClaimReader;
import dev.jointly.io.json.JsonShape.Limit;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Limits hold for every value once, whether a reader looks at it or not. */
class JsonLimitsTest {
    private static final String SOLUTION = """
            {"format":"jointly/solution@1","problemSha256":"aa","status":"optimal","objective":0,"lowerBound":0,"poses":[%s],
             "margins":[%s],"certificate":{"format":"jointly/certificate@3","scaleBits":20,"lambda1":[],"lambda3":[]}}""";

    private static InputStream in(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    private static String times(int count, String text) {
        return String.join(",", Collections.nCopies(count, text));
    }

    private static <T> T read(JsonShape shape, String text, Function<JsonValue, T> format) {
        return JsonSource.of("f", in(text)).only("a document", shape, format);
    }

    private static void refused(JsonShape shape, String text, String message) {
        assertThat(catchThrowableOfType(BadInputException.class, () -> read(shape, text, value -> value)))
                .hasMessage(message);
    }

    private static ClaimDocument solution(String poses, String margins) {
        return ClaimReader.of("s", in(SOLUTION.formatted(poses, margins))).next();
    }

    @Test
    void entriesOfListsInListsAreNotCountedWithThem() {
        JsonShape shape = JsonShape.of("a document").with("prices", Limit.inAll(3, 3, "prices"));
        List<long[]> prices =
                read(shape, "{\"prices\":[[1,2,3,4],[1,2,3,4],[1,2,3,4]]}", value -> value.get("prices", "prices")
                        .entries("prices", price -> price.wholes("a price", "a number")));
        assertThat(prices).hasSize(3).allSatisfy(price -> assertThat(price).hasSize(4));
        refused(
                shape,
                "{\"prices\":[[1],[1],[1],[1]]}",
                "f: /prices/3: found more than 3 prices but expected at most that many");
    }

    @Tag("slow")
    @Test
    void aPriceOfAMarginCountsOnce() {
        String margin = "{\"pose\":0,\"pins\":[],\"atLeast\":0,\"prices\":[" + times(100_000, "[1,2,3]") + "]}";
        assertThat(solution("", times(13, margin)).margins()).hasSize(13);
        BadInputException tooMany =
                catchThrowableOfType(BadInputException.class, () -> solution("", times(51, margin)));
        assertThat(tooMany)
                .hasMessage(
                        "s: /margins/50/prices/0: found more than 5000000 pins and prices of margins but expected at"
                                + " most that many");
    }

    @Tag("slow")
    @Test
    void eachCertificateHasItsOwnNodes() {
        String nodes = times(1_100_000, "{\"lambda1\":[],\"lambda3\":[]}");
        String certificate =
                "{\"format\":\"jointly/certificate@3\",\"scaleBits\":20,\"lambda1\":[],\"lambda3\":[],\"trees\":["
                        + "{\"detections\":[],\"nodes\":[" + nodes + "]}]}";
        String margin = "{\"pose\":0,\"pins\":[],\"atLeast\":0,\"certificate\":" + certificate + "}";
        assertThat(solution("", margin + "," + margin).margins()).hasSize(2);
    }

    @Tag("slow")
    @Test
    void eachPoseHasItsOwnDuplicates() {
        String parts = IntStream.range(0, 51)
                .mapToObj(part -> "\"p" + part + "\":[" + times(100_000, "0") + "]")
                .collect(Collectors.joining(","));
        String pose = "{\"cost\":0,\"global\":{},\"local\":{" + parts + "}}";
        assertThat(catchThrowableOfType(BadInputException.class, () -> solution(pose, "")))
                .hasMessage(
                        "s: /poses/0/local/p50/0: found more than 5000000 duplicates but expected at most that many");
        String half = "{\"cost\":0,\"global\":{},\"local\":{" + parts.substring(0, parts.indexOf(",\"p26\"")) + "}}";
        assertThat(solution(half + "," + half, "").margins()).isEmpty();
    }

    @Test
    void eachImageHasItsOwnAnnotations() {
        String image = "{\"name\":\"n%d\",\"deleted\":[[" + times(99_999, "0") + "]]}";
        String images = IntStream.range(0, 3).mapToObj(image::formatted).collect(Collectors.joining(","));
        List<AnnotatedImage> read = AnnotatedImage.reader(
                        "a", in("{\"format\":\"" + AnnotatedImage.FORMAT + "\",\"images\":[" + images + "]}"))
                .next();
        assertThat(read).hasSize(3);
    }

    @Test
    void valuesInMemoryAreCounted() {
        String many = times(101, "[" + times(100_000, "0") + "]");
        refused(
                JsonShape.of("a document", "x"),
                "{\"x\":[" + many + "]}",
                "f: /x/99/99898: found more than 10000000 values in one document but expected at most that many");
        JsonShape taking = JsonShape.of("a document")
                .list("x", "lists", Limit.of(1_000, "lists"), value -> value.entries("numbers")
                        .size());
        List<Integer> sizes = read(taking, "{\"x\":[" + many + "]}", value -> value.list("x"));
        assertThat(sizes).hasSize(101).containsOnly(100_000);
    }

    @Test
    void asManyUnknownFieldsAsAllowed() {
        String most = IntStream.range(0, Limits.FIELDS)
                .mapToObj(i -> "\"unknown" + i + "\":0")
                .collect(Collectors.joining(","));
        JsonShape shape = JsonShape.of("a document", "a", "b");
        int behind = read(shape, "{\"a\":1," + most + ",\"b\":2}", value -> value.integer("b", "b"));
        assertThat(behind).isEqualTo(2);
        refused(shape, "{" + most + ",\"unknown\":0}", "f: /unknown: found more than 10000 fields in one object");
    }

    @Test
    void whatIsPassedOverIsCountedToo() {
        JsonShape shape = JsonShape.of("a document", "a");
        String number = "1".repeat(1_001);
        refused(
                shape,
                "{\"zzz\":[" + number + "]}",
                "f: /zzz/0: found a number of 1001 digits but expected at most 1000");
        String name = "{\"zzz\":{\"" + "n".repeat(1_001) + "\":1}}";
        assertThat(catchThrowableOfType(BadInputException.class, () -> read(shape, name, value -> value)))
                .hasMessageMatching(
                        "f: /zzz/n+\\.\\.\\.n+: found a field name of 1001 characters but expected at most 1000");
        refused(shape, "{\"zzz\":1,\"zzz\":1}", "f: /zzz: found this field a second time but expected it once");
        String harmless = "{\"zzz\":{\"b\":1,\"b\":\"" + "long".repeat(50_000) + "\",\"c\":-0.0e-999999999},\"a\":1}";
        int behind = read(shape, harmless, value -> value.integer("a", "a"));
        assertThat(behind).isEqualTo(1);
    }

    @Test
    void requestsHaveFewerDigitsAlsoInWhatIsPassedOver() {
        JsonShape shape = JsonShape.of("a request", "a");
        for (String number : List.of("1".repeat(101), "0." + "1".repeat(100), "1e" + "0".repeat(100))) {
            for (String field : List.of("a", "zzz")) {
                byte[] body = ("{\"" + field + "\":" + number + "}").getBytes(UTF_8);
                assertThat(catchThrowableOfType(BadInputException.class, () -> JsonSource.request("r", body)
                                .only("a request", shape, value -> value)))
                        .as(field + " " + number)
                        .hasMessageContaining("digits but expected at most 100");
            }
        }
    }

    @Test
    void documentsOfOurOwnMayHaveNumbersThatAreNotFinite() {
        JsonValue all = JsonSource.any("f", in("[NaN, +INF, -Infinity, 1e999, -0]"));
        assertThat(all.numbers())
                .containsExactly(
                        Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
        for (String bad : List.of("", " ", "[", "[1,]", "{\"a\":1,\"a\":2}")) {
            assertThat(catchThrowableOfType(BadInputException.class, () -> JsonSource.any("f", in(bad))))
                    .as(bad)
                    .hasMessageStartingWith("f: ");
        }
    }
}
