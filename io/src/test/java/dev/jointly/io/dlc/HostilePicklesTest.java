package dev.jointly.io.dlc;

import static dev.jointly.io.dlc.Pickled.array;
import static dev.jointly.io.dlc.Pickled.body;
import static dev.jointly.io.dlc.Pickled.costs;
import static dev.jointly.io.dlc.Pickled.dictionary;
import static dev.jointly.io.dlc.Pickled.file;
import static dev.jointly.io.dlc.Pickled.frame;
import static dev.jointly.io.dlc.Pickled.list;
import static dev.jointly.io.dlc.Pickled.number;
import static dev.jointly.io.dlc.Pickled.numbers;
import static dev.jointly.io.dlc.Pickled.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jointly.io.BadInputException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Small files that ask for a lot of memory or time, and files that are right in every detail but one. */
class HostilePicklesTest {
    private static final String GOOD = frame(2, 1, costs(numbers(2, 1)));

    private static String refused(String pickle) {
        BadInputException e =
                catchThrowableOfType(BadInputException.class, () -> DlcFile.read("-", Pickled.of(pickle)));
        assertThat(e).isNotNull();
        return Objects.requireNonNull(e.getMessage());
    }

    @Test
    void theGoodFileIsGood() {
        DlcFile read = DlcFile.read("-", Pickled.of(file(text("f0"), GOOD, text("f1"), GOOD)));
        assertThat(read.frames()).hasSize(2);
        assertThat(read.frames().get(1).candidates()).hasSize(3);
        assertThat(read.frames().get(1).edges().get(0).affinity()).hasDimensions(2, 1);
    }

    @Test
    void anAxisOfLengthZeroHidesNoOther() {
        for (List<Integer> shape :
                List.of(List.of(Integer.MAX_VALUE, 0), List.of(0, Integer.MAX_VALUE), List.of(1 << 14, 0, 1 << 14))) {
            String affinity = array("f8", shape, new byte[0]);
            assertThat(refused(file(text("f0"), frame(1, 1, costs(affinity)))))
                    .contains("found an array of shape ")
                    .contains("but expected at most 67108864 items");
        }
        // below the limit, but still more than the file has bytes for
        assertThat(refused(file(text("f0"), frame(1, 1, costs(array("f8", List.of(1 << 25, 0), new byte[0]))))))
                .contains("found more values than its ");
    }

    @Test
    void textOfNoCharactersIsNoType() {
        String names = array("U0", List.of(Integer.MAX_VALUE), new byte[0]);
        assertThat(refused(body(names, list(), text("f0"), GOOD))).contains("found an array of type \"U0\"");
    }

    /** 400 frames which are one frame: 5 bytes each in the file, 500 kB each in memory. */
    @Test
    void whatIsMentionedAgainAndAgainCountsEachTime() {
        StringBuilder mentions = new StringBuilder();
        for (int i = 1; i < 400; i++) {
            mentions.append(text("f" + i)).append("h\u0000");
        }
        String large = frame(250, 250, costs(numbers(250, 250)));
        assertThat(refused(file(text("f0"), large + "\u0094" + mentions)))
                .contains("because it refers to some values many times");
    }

    /** Numbers of one hash that have no order among them would be looked for one by one. */
    @Test
    void keysThatCouldFloodADictionaryAreRefused() {
        assertThat(refused("}G\u0000\u0000\u0000\u0002\u0000\u0000\u0000\u0002Ns"))
                .contains("found the number 4.243991583E-314 as a key");
        assertThat(refused("}\u008a\u0008\u0001\u0000\u0000\u0000\u0001\u0000\u0000\u0000Ns"))
                .contains(
                        "found the number 4294967297 as a key but expected text of at most 1000 characters, a whole number");
        assertThat(refused(dictionary(text("k".repeat(1001)), "N"))).contains("found text of 1001 characters as a key");
    }

    @Test
    void longListsAndNamesAreRefused() {
        assertThat(refused(body(list(), list("N".repeat(100_001)), text("f0"), GOOD)))
                .contains("found 0 parts");
        assertThat(refused(body(list("N".repeat(100_001)), list(), text("f0"), GOOD)))
                .contains("found a list of 100001 but expected at most 100000 items");
        String piece = text("p") + "\u0094";
        assertThat(refused(file(piece + "0(" + "h\u0000".repeat(101) + "t", GOOD)))
                .contains("found 101 components of a name but expected at most 100");
    }

    @Test
    void aBodyHasParts() {
        String empty = dictionary(text("coordinates"), list(list()), text("confidence"), list(), text("costs"), "}");
        String labelled = dictionary(text("prediction"), empty, text("groundtruth"), list(list(), list()));
        assertThat(refused(body(list(), list(), text("f0"), labelled)))
                .isEqualTo(
                        "standard input: [\"metadata\"][\"all_joints_names\"]: found 0 parts but expected 1 to 200, all different");
    }

    @Test
    void everyTwoPartsHaveOnePairAtMost() {
        String parts = list(text("a"), text("b"));
        String ab = list(number(0), number(1));
        String ba = list(number(1), number(0));
        assertThat(refused(body(parts, list(ab, ba), text("f0"), GOOD)))
                .isEqualTo(
                        "standard input: [\"metadata\"][\"PAFgraph\"][1]: found the pair 1, 0 but expected two different parts, "
                                + "and every two once");
        assertThat(refused(body(parts, list(list(number(0), number(0))), text("f0"), GOOD)))
                .contains("[\"PAFgraph\"][0]: found the pair 0, 0");
    }
}
