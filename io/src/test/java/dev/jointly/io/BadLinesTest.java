package dev.jointly.io;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bad line of NDJSON, whatever is wrong with it, leaves the lines after it as they are. */
class BadLinesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                    {"zzz":                              | line 2, column 8: /zzz: the input ends in the middle of a document
                    {"zzz":}                             | line 2, column 8: /zzz: not valid JSON
                    }                                    | not valid JSON
                    {F,"id":"\\ud800"}                     | document 2 (line 2): /id: found "\\ud800" but expected the problem's id, of 1 to
                    {"id":"\\ud8"}                       | not valid JSON
                    {"id":"\u00ff"}                      | is not valid UTF-8: found no character at byte
                    {"id":"\u00ed\u00a0\u0080"}          | is not valid UTF-8: found no character at byte
                    \u00ef\u00bb\u00bf{"id":"a"}         | not valid JSON
                    {"id":"a","poseCost":NaN}            | /poseCost: found NaN but expected a finite number
                    {"id":"a","poseCost":-Infinity}      | /poseCost: found -Infinity but expected a finite number
                    {"detections":[{"part":"a","cost":1e999}]} | /detections/0/cost: found 1e999 but expected a number of magnitude at most 1e9
                    {F,"poseCost":-1e999999999999999}      | /id: found nothing but expected the problem's id
                    {"pairs":[[0,1,1e999]]}              | /pairs/0/2: found 1e999 but expected a number of magnitude at most 1e9
                    {"pairs":[[0,1,NaN]]}                | /pairs/0/2: found NaN but expected a finite number
                    {"pairs":[[0,1,-1e99999999999]]}     | /pairs/0/2: found -1e99999999999 but expected a number of magnitude
                    {"pairs":[[-1,1,1]]}                 | /pairs/0/0: found -1 but expected the index of a detection
                    {"pairs":[[0,1.0,1]]}                | /pairs/0/1: found 1.0 but expected the index of a detection
                    {"pairs":[[0,99999999999999999999,1]]} | /pairs/0/1: found 99999999999999999999 but expected the index
                    {"pairs":[[0,1]]}                    | /pairs/0: found the end of the array but expected a number
                    {"pairs":[[0,1,[]]]}                 | /pairs/0/2: found an array but expected a number
                    {"pairs":[0]}                        | /pairs/0: found 0 but expected a pair [a, b, cost]
                    {"pairs":{}}                         | /pairs: found an object but expected an array of pairs [a, b, cost]
                    {"pairs":[[0,1,1]],"pairs":[]}       | /pairs: found this field a second time but expected it once
                    {"zzz":1,"id":"a","zzz":2}           | /zzz: found this field a second time but expected it once
                    """)
    void theOthersAreRead(String line, String says) {
        String good = Samples.PROBLEM.replace("\n", " ");
        byte[] bytes = (good + "\n" + line.replace("F,", "\"format\":\"jointly/problem@1\",") + "\n" + good + "\n")
                .getBytes(ISO_8859_1);
        try (ProblemReader reader = ProblemReader.byLine("-", new ByteArrayInputStream(bytes))) {
            String id = reader.next().id();
            BadInputException bad = catchThrowableOfType(BadInputException.class, () -> {
                reader.next();
                reader.endLine();
            });
            assertThat(bad).hasMessageContaining(says.replace("\\\\", "\\"));
            assertThat(reader.skipLine()).hasValue(2);
            assertThat(reader.next().id()).isEqualTo(id);
            assertThat(reader.hasNext()).isFalse();
        }
    }
}
