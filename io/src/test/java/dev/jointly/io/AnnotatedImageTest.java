package dev.jointly.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.problem.Move;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnnotatedImageTest {
    private static List<AnnotatedImage> read(String text) {
        try (DocumentReader<List<AnnotatedImage>> reader = AnnotatedImage.reader("work.json", Samples.stream(text))) {
            return reader.next();
        }
    }

    private static List<AnnotatedImage> images(String images) {
        return read("{\"format\":\"jointly/annotations@1\",\"images\":[" + images + "]}");
    }

    @Test
    void pinsAreThoseOfTheProblemThenThoseOfTheAnnotator() {
        AnnotatedImage image = images(
                        "{\"name\":\"a.jpg\",\"added\":[1,2,4],\"deleted\":[[3],[]],\"moves\":[{\"detection\":0,\"x\":640,"
                                + "\"y\":0.5}],\"pins\":[{\"together\":[0,4]}],\"image\":\"/9j/4AAQ\",\"done\":true,\"problem\":"
                                + Samples.PROBLEM + "}")
                .get(0);
        Problem problem = Samples.read(Samples.PROBLEM);
        assertThat(ProblemDigest.sha256(Objects.requireNonNull(image.problem())))
                .isEqualTo(ProblemDigest.sha256(problem));
        assertThat(image.moves()).containsExactly(new Move(0, 640, 0.5));
        // 1, 2 and 4 have pins
        assertThat(image.pinned(problem).pins())
                .startsWith(problem.pins().toArray(Pin[]::new))
                .endsWith(new Pin.Together(0, 4), new Pin.Skip(3))
                .hasSize(problem.pins().size() + 2);
        // and now they have not
        Problem bare = problem.withPins(List.of());
        assertThat(image.pinned(bare).pins())
                .containsExactly(new Pin.Together(0, 4), new Pin.Skip(3), new Pin.Skip(1), new Pin.Skip(2));
    }

    @Test
    void aProblemMayBeElsewhere() {
        AnnotatedImage image = images("{\"name\":\"a.jpg\",\"moves\":[{\"detection\":7,\"x\":1,\"y\":1}]}")
                .get(0);
        assertThat(image.problem()).isNull();
        assertThatThrownBy(() -> image.pinned(Samples.read(Samples.PROBLEM)))
                .hasMessage("found a move of detection 7 but there are only 5 detections");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'moves':[{'detection':0,'x':640.5,'y':7}] | /images/0: found detection 0 moved to x = 640.5, y = 7.0 but expected a place inside the image of 640 x 425",
                "'moves':[{'detection':0,'x':1,'y':-0.5}] | /images/0: found detection 0 moved to x = 1.0, y = -0.5 but",
                "'moves':[{'detection':0,'x':1}] | /images/0/moves/0/y: found nothing but expected a finite number",
                "'moves':[{'detection':5,'x':1,'y':1}] | detection 5 but there are only 5 detections",
                "'deleted':[[5]] | detection 5 but there are only 5 detections",
                "'deleted':[5] | /images/0/deleted/0: found 5 but expected an array of detections",
                "'added':[9] | detection 9 but there are only 5 detections",
                "'pins':[{'use':5}] | detection 5 but there are only 5 detections",
                "'delete':[[5]] | /images/0/delete: found an unknown field \"delete\", maybe you meant \"deleted\""
            })
    void whatTheProblemDoesNotHaveIsRefused(String field, String message) {
        String image = "{\"name\":\"a.jpg\"," + field.replace('\'', '"') + ",\"problem\":" + Samples.PROBLEM + "}";
        assertThatThrownBy(() -> images(image))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("work.json: /images/0")
                .hasMessageContaining(message);
    }

    @Test
    void otherDocumentsAreRefused() {
        assertThatThrownBy(() -> read(Samples.PROBLEM)).hasMessageContaining("jointly/annotations@1");
        assertThatThrownBy(() -> images("{}")).hasMessageContaining("/images/0/name: found nothing");
        assertThatThrownBy(() -> read("{\"format\":\"jointly/annotations@1\"}"))
                .hasMessageContaining("/images: found nothing but expected an array of images");
    }
}
