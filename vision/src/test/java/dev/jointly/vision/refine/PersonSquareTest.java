package dev.jointly.vision.refine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.vision.net.SinglePose.Square;
import dev.jointly.vision.refine.SecondLook.PersonSquare;
import java.awt.geom.Point2D;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PersonSquareTest {
    private static Point2D at(double x, double y) {
        return new Point2D.Double(x, y);
    }

    @Test
    void aroundTheHipsByTheTorso() {
        Map<String, Point2D> joints = Map.of(
                "l-hip", at(210, 300), "r-hip", at(190, 300), "l-shoulder", at(220, 200), "r-shoulder", at(180, 200));
        // the torso reaches 100 up from (200, 300): 190 to each side; the body would be 120
        assertThat(PersonSquare.of(joints, 1000, 1000)).isEqualTo(new Square(10, 110, 380));
    }

    @Test
    void aroundTheHipsByTheBody() {
        Map<String, Point2D> joints = Map.of(
                "l-hip", at(200, 300), "r-shoulder", at(180, 200), "l-ankle", at(210, 500), "nose", at(190, 140));
        // an ankle 200 below: 240 to each side; the torso would be 190
        assertThat(PersonSquare.of(joints, 1000, 1000)).isEqualTo(new Square(-40, 60, 480));
    }

    @Test
    void aroundTheBoxWithoutATorso() {
        Map<String, Point2D> joints = Map.of("nose", at(100, 100), "l-shoulder", at(150, 180));
        // the middle is (125, 140), 40 away from the borders of the box
        assertThat(PersonSquare.of(joints, 1000, 1000)).isEqualTo(new Square(77, 92, 96));
    }

    @Test
    void aroundThePhotoIfItWouldBeLarger() {
        Map<String, Point2D> joints = Map.of("l-hip", at(200, 150), "l-shoulder", at(200, 10));
        // 1.9 times 140 to each side is more than 400
        assertThat(PersonSquare.of(joints, 400, 300)).isEqualTo(new Square(0, -50, 400));
    }

    @Test
    void aSingleJointHasASquareToo() {
        assertThat(PersonSquare.of(Map.of("nose", at(50, 60)), 400, 300)).isEqualTo(new Square(42, 52, 16));
        assertThat(PersonSquare.longerSide(List.of(at(10, 20), at(40, 100), at(30, 60))))
                .isEqualTo(80);
    }
}
