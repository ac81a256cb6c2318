package dev.jointly.server.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.pose.Pose;
import dev.jointly.problem.Pin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MarkedPinsTest {
    private static final List<Pose> SHOWN = List.of(
            pose(Map.of(0, WristScene.LEFT_NECK, 1, WristScene.LEFT_HEAD, 2, WristScene.WRIST)),
            pose(Map.of(0, WristScene.RIGHT_NECK, 1, WristScene.RIGHT_HEAD)));

    private final MarkedPins pins = new MarkedPins(WristScene.problem());
    private final List<String> hints = new ArrayList<>();

    private static Pose pose(Map<Integer, Integer> global) {
        return new Pose(new TreeMap<>(global), new TreeMap<>());
    }

    private List<Pin> pins(Mark... marks) {
        return pins.of(List.of(marks), SHOWN, hints);
    }

    @Test
    void aPointMeansTheNearestDetection() {
        assertThat(pins(new Mark.UseThis(52, 32))).containsExactly(new Pin.Use(WristScene.UNWANTED_HEAD));
        assertThat(pins(new Mark.NotThis(101, 61))).containsExactly(new Pin.Skip(WristScene.WRIST));
        assertThat(hints).isEmpty();
    }

    @Test
    void notThisMeansWhatIsOnTheScreenEvenIfSomethingElseIsNearer() {
        assertThat(pins(new Mark.NotThis(52, 32))).containsExactly(new Pin.Skip(WristScene.LEFT_HEAD));
    }

    @Test
    void aMarkKeepsItsMeaningWhenThePeopleChange() {
        Mark mark = new Mark.NotThis(52, 32);
        assertThat(pins(mark)).containsExactly(new Pin.Skip(WristScene.LEFT_HEAD));
        List<Pose> now = List.of(pose(Map.of(0, WristScene.LEFT_NECK, 1, WristScene.UNWANTED_HEAD)));
        assertThat(pins.of(List.of(mark), now, hints)).containsExactly(new Pin.Skip(WristScene.LEFT_HEAD));
        // a second click at the same spot, nearly, is about what came in its place
        assertThat(pins.of(List.of(mark, new Mark.NotThis(52, 33)), now, hints))
                .containsExactly(new Pin.Skip(WristScene.LEFT_HEAD), new Pin.Skip(WristScene.UNWANTED_HEAD));
    }

    @Test
    void aMarkThatIsGoneIsForgotten() {
        pins(new Mark.NotThis(52, 32));
        assertThat(pins()).isEmpty();
        List<Pose> now = List.of(pose(Map.of(0, WristScene.LEFT_NECK, 1, WristScene.UNWANTED_HEAD)));
        assertThat(pins.of(List.of(new Mark.NotThis(52, 32)), now, hints))
                .containsExactly(new Pin.Skip(WristScene.UNWANTED_HEAD));
    }

    @Test
    void aPointFarFromEverythingMeansNothing() {
        // three hundredths of 200 pixels are 6
        assertThat(pins(new Mark.UseThis(100, 66))).containsExactly(new Pin.Use(WristScene.WRIST));
        assertThat(pins(new Mark.UseThis(100, 66.1))).isEmpty();
        assertThat(hints).containsExactly("There is no detection within 6 pixels of (100, 66).");
    }

    @Test
    void aBoxJoinsOneDetectionOfEachPart() {
        assertThat(pins(Mark.SamePerson.of(155, 65, 95, 55)))
                .containsExactly(new Pin.Together(WristScene.RIGHT_NECK, WristScene.WRIST));
        // the unwanted head is in here too, but the other one is on the screen
        assertThat(pins(Mark.SamePerson.of(40, 20, 105, 65)))
                .containsExactly(
                        new Pin.Together(WristScene.LEFT_NECK, WristScene.LEFT_HEAD),
                        new Pin.Together(WristScene.LEFT_NECK, WristScene.WRIST));
    }

    @Test
    void aBoxAroundUnlikelyDetectionsJoinsNothing() {
        List<Pose> nobody = List.of();
        List<Pin> found = pins.of(List.of(Mark.SamePerson.of(50.5, 30.5, 60, 65)), nobody, hints);
        assertThat(found).isEmpty();
        assertThat(hints).hasSize(1).first().asString().startsWith("The box holds no joint");
    }

    @Test
    void pinsInWords() {
        assertThat(MarkedPins.words(WristScene.problem(), new Pin.Together(WristScene.RIGHT_NECK, WristScene.WRIST)))
                .isEqualTo("neck at (150, 60) together with wrist at (100, 60)");
        assertThat(MarkedPins.words(WristScene.problem(), new Pin.Skip(WristScene.LEFT_HEAD)))
                .isEqualTo("not using head at (50, 30)");
    }
}
