package dev.jointly.io.coco;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Box;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.io.BadInputException;
import dev.jointly.problem.Image;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CocoReaderTest {
    private static final String SAMPLE = """
            {"info": {"year": 2017}, "licenses": [],
             "images": [{"id": 785, "file_name": "val/000000000785.jpg", "width": 640, "height": 425, "license": 4},
                        {"id": 9, "file_name": "empty.png", "width": 10, "height": 10}],
             "annotations": [
               {"id": 1, "image_id": 785, "category_id": 1, "iscrowd": 0, "area": 27.5, "num_keypoints": 2,
                "bbox": [1, 2, 3.5, 4], "keypoints": [10, 20, 2, 0, 0, 0, 11, 21, 1], "segmentation": [[1, 2, 3]]},
               {"id": 2, "image_id": 785, "category_id": 1, "iscrowd": 1, "area": 9, "bbox": [0, 0, 3, 3],
                "segmentation": {"counts": [1, 2], "size": [4, 4]}},
               {"id": 3, "image_id": 785, "category_id": 18, "iscrowd": 0, "area": 9, "bbox": [0, 0, 3, 3]}],
             "categories": [{"id": 18, "name": "dog"},
                            {"id": 1, "name": "person", "keypoints": ["nose", "left_eye", "right_eye"],
                             "skeleton": [[1, 2]]}]}
            """;

    private static List<Truth> read(String text) {
        return CocoReader.read("-", new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    @Test
    void peopleAreWhoTheFileSays() {
        List<Truth> truths = read(SAMPLE);
        assertThat(truths).extracting(Truth::id).containsExactly("000000000785", "empty");
        Truth photo = truths.get(0);
        assertThat(photo.image()).isEqualTo(new Image("val/000000000785.jpg", 640, 425));
        assertThat(photo.parts()).containsExactly("nose", "left_eye", "right_eye");
        assertThat(photo.people()).hasSize(2);
        Truth.Person person = photo.people().get(0);
        assertThat(person.joints())
                .containsExactly(
                        new Joint(10, 20, Mark.VISIBLE), new Joint(0, 0, Mark.ABSENT), new Joint(11, 21, Mark.HIDDEN));
        assertThat(person.marked()).isEqualTo(2);
        assertThat(person.area()).isEqualTo(27.5);
        assertThat(person.box()).isEqualTo(new Box(1, 2, 3.5, 4));
        assertThat(person.crowd()).isFalse();
        assertThat(photo.people().get(1).crowd()).isTrue();
        assertThat(photo.people().get(1).marked()).isZero();
        assertThat(truths.get(1).people()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "10, 20, 2, 0|10, 20, 3, 0|/annotations/0/keypoints/2: found 3.0 but expected 0, 1 or 2",
                "10, 20, 2, 0|10, 20, 0|/annotations/0/keypoints: found 8 numbers but expected 9",
                "\"image_id\": 785, \"category_id\": 1, \"iscrowd\": 1|\"image_id\": 7, \"category_id\": 1|/annotations/1/image_id: found 7",
                "\"area\": 27.5|\"area\": -1|/annotations/0/area: found -1",
                "[1, 2, 3.5, 4]|[1, 2, 3.5]|/annotations/0/bbox: found 3 numbers",
                "\"width\": 640|\"width\": 0|/images/0: found 0 x 425",
                "\"id\": 9|\"id\": 785|/images/1/id: found 785 a second time",
                "\"keypoints\": [\"nose\"|\"points\": [\"nose\"|/categories: found none with keypoints",
                "\"annotations\"|\"people\"|/annotations: found nothing",
            })
    void whatIsWrongIsNamed(String from, String to, String says) {
        assertThat(SAMPLE).contains(from);
        assertThat(catchThrowableOfType(BadInputException.class, () -> read(SAMPLE.replace(from, to))))
                .hasMessageStartingWith("standard input: ")
                .hasMessageContaining(says);
    }
}
