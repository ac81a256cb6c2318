package dev.jointly.io.openpose;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.io.BadInputException;
import java.io.ByteArrayInputStream;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenPoseReaderTest {
    private static String file(int parts) {
        String empty = IntStream.range(3, parts)
                .mapToObj(part -> "\"" + part + "\":[]")
                .collect(Collectors.joining(","));
        return "{\"version\":1.3,\"people\":[{\"person_id\":[-1],\"pose_keypoints_2d\":[1,2,3]}],"
                + "\"part_candidates\":[{\"0\":[10,20.5,0.5],\"2\":[],\"1\":[1,2,1.03,3,4,0.25]," + empty + "}]}";
    }

    private static Evidence read(String text) {
        return OpenPoseReader.read("-", new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    @Test
    void candidatesOfBothBodies() {
        Evidence coco = read(file(18));
        assertThat(coco.parts())
                .hasSize(18)
                .startsWith("nose", "neck", "r-shoulder")
                .endsWith("r-ear", "l-ear");
        assertThat(coco.candidates())
                .containsExactly(
                        new Candidate(0, 10, 20.5, 0.5), new Candidate(1, 1, 2, 1), new Candidate(1, 3, 4, 0.25));
        assertThat(coco.edges()).isEmpty();
        assertThat(OpenPoseReader.body(coco)).isSameAs(OpenPoseBody.BODY_18);
        Evidence body25 = read(file(25));
        assertThat(body25.parts()).hasSize(25).contains("mid-hip", "r-heel");
        assertThat(OpenPoseReader.body(body25)).isSameAs(OpenPoseBody.BODY_25);
    }

    @Test
    void theFrameIsNamedByTheFile() {
        assertThat(OpenPoseReader.id("a/b/video_000000000012_keypoints.json")).isEqualTo("video_000000000012");
        assertThat(OpenPoseReader.id("x.json.gz")).isEqualTo("x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "part_candidates|candidates|/part_candidates: found nothing but expected",
                "[10,20.5,0.5]|[10,20.5]|/part_candidates/0/0: found the end of the array but expected a score",
                "[10,20.5,0.5]|[10,\"a\",0.5]|/part_candidates/0/0/1: found \"a\" but expected y",
                "\"17\"|\"77\"|/part_candidates/0/77: found a part that is neither",
                "\"17\"|\"01\"|found a part that is neither",
                "[]}]|[]},{}]|the end of the array after one object",
                "\"part_candidates\":[|\"part_candidates\":[],\"x\":[|found the end of the array but expected an array of one object",
            })
    void whatIsWrongIsNamed(String from, String to, String says) {
        assertThat(catchThrowableOfType(BadInputException.class, () -> read(file(18).replace(from, to))))
                .hasMessageStartingWith("standard input: ")
                .hasMessageContaining(says);
    }

    @Test
    void mutatedFilesAreReadOrRefused() {
        int read = 0;
        for (long seed = 0; seed < 2_000; seed++) {
            byte[] bytes = file(18).getBytes(UTF_8);
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = random.nextInt(3); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) (32 + random.nextInt(96));
            }
            try {
                OpenPoseReader.read("-", new ByteArrayInputStream(bytes));
                read++;
            } catch (BadInputException e) {
                assertThat(e.getMessage()).as("seed %d", seed).doesNotContain("\n");
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
        }
        assertThat(read).isBetween(50, 1_900);
    }
}
