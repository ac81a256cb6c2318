package dev.jointly.io.dlc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.io.FrameNumber;
import dev.jointly.io.fixture.RealData;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Identities of a real file; whose network was hardly trained, but whose layout is that of all. */
class DlcIdentitiesTest {
    @Test
    void eachDetectionOfAnAnimalHasAScorePerAnimal() {
        Path file = RealData.file("deeplabcut/multi_mouse_video_full.pickle");
        DlcIdentities identities = DlcIdentities.read(file.toString(), InputStream.nullInputStream());
        DlcFile detections = DlcFile.read(file.toString(), InputStream.nullInputStream());
        int seen = 0;
        for (Evidence frame : detections.frames()) {
            int number = FrameNumber.of(frame.id()).orElseThrow().number();
            for (Evidence.Candidate each : frame.candidates()) {
                assertThat(identities.of(number, frame.parts().get(each.part()), each.x(), each.y()))
                        .hasSize(3);
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(1000);
        assertThat(identities.of(0, detections.parts().get(0), -7, -7)).isEmpty();
        // as a plain reader of pickles has it: the first detection of the first frame
        assertThat(identities.of(0, "bodypart1", 14.899, 14.76).get(0)).isCloseTo(0.156, within(1e-3));
    }

    @Test
    void aFileWithoutIdentitiesSaysSo() {
        Path file = RealData.file("deeplabcut/trimouse_full.pickle");
        assertThatThrownBy(() -> DlcIdentities.read(file.toString(), InputStream.nullInputStream()))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("has no scores of identities");
    }

    @Test
    void scoresOfAPersonAreSums() {
        assertThat(DlcIdentities.sum(List.of(List.of(0.25, 0.5), List.of(), List.of(0.25, 0.25))))
                .containsExactly(0.5, 0.75);
        assertThat(DlcIdentities.sum(List.of())).isEmpty();
    }
}
