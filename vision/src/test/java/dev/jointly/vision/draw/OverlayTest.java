package dev.jointly.vision.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.vision.fixture.Photos;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.StringReader;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class OverlayTest {
    private static final Anatomy BODY = Anatomy.of(
            "three",
            List.of("neck", "head", "hip"),
            List.of("neck"),
            List.of(List.of("neck", "head"), List.of("head", "hip")));

    private static Detection at(int part, double x, double y) {
        return new Detection(part, x, y, 0.5, 0);
    }

    /** Two people of a neck and more, a duplicate of the first one's head, and an unused head. */
    private static Problem problem(@Nullable Image image) {
        List<Detection> seen = List.of(
                at(0, 100, 150), at(1, 100, 50), at(1, 120, 50), at(0, 300, 150), at(2, 300, 250), at(1, 200, 200));
        return new Problem("a <b> & c", image, BODY, 0, seen, new PairCosts.Builder().build(6, false), List.of());
    }

    private static List<Pose> people() {
        return List.of(
                new Pose(new TreeMap<>(Map.of(0, 0, 1, 1)), new TreeMap<>(Map.of(1, List.of(2)))),
                new Pose(new TreeMap<>(Map.of(0, 3, 2, 4)), new TreeMap<>()));
    }

    private static Overlay overlay(@Nullable Image image) {
        return new Overlay(problem(image), people(), "2 people, gap < 1 %");
    }

    @Test
    void peopleAreDrawnOnThePhoto() {
        BufferedImage photo = Photos.plain(400, 300, new Color(10, 20, 30));
        BufferedImage drawn = overlay(new Image("p.jpg", 400, 300)).png(photo);
        assertThat(drawn.getWidth()).isEqualTo(400);
        assertThat(drawn.getHeight()).isEqualTo(300);
        // the photo where nothing is, each person's colour on its joints and half way along its limb
        assertThat(drawn.getRGB(390, 10)).isEqualTo(photo.getRGB(390, 10));
        assertLike(drawn.getRGB(100, 150), Palette.colour(0));
        assertLike(drawn.getRGB(100, 100), Palette.colour(0));
        assertLike(drawn.getRGB(300, 150), Palette.colour(1));
        // who is unused is grey
        Color unused = new Color(drawn.getRGB(200, 200));
        assertThat(unused.getRed())
                .isBetween(unused.getBlue() - 20, unused.getBlue() + 20)
                .isGreaterThan(50);
        // the caption's ground darkens the corner
        assertThat(drawn.getRGB(1, 298)).isNotEqualTo(photo.getRGB(1, 298));
    }

    /** Edges are smoothed, so a thin line's pixels are mixed with what is under them. */
    private static void assertLike(int rgb, Color expected) {
        Color found = new Color(rgb);
        assertThat(found.getRed()).isCloseTo(expected.getRed(), within(40));
        assertThat(found.getGreen()).isCloseTo(expected.getGreen(), within(40));
        assertThat(found.getBlue()).isCloseTo(expected.getBlue(), within(40));
    }

    @Test
    void withoutAPhotoTheGroundIsPlain() {
        BufferedImage drawn = overlay(null).png(null);
        assertThat(new Color(drawn.getRGB(drawn.getWidth() - 2, 1))).isEqualTo(SvgCanvas.GROUND);
        // detections span 200 x 200; a margin goes around
        assertThat(drawn.getWidth()).isBetween(210, 250);
    }

    @Test
    void theSvgSaysTheSame() throws Exception {
        String text = overlay(new Image("p.jpg", 400, 300)).svg();
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(text)));
        assertThat(svg.getDocumentElement().getAttribute("viewBox")).isEqualTo("0 0 400 300");
        assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("a <b> & c");
        assertThat(svg.getElementsByTagName("text").item(0).getTextContent()).isEqualTo("2 people, gap < 1 %");
        // four joints of a ground and a colour, one unused, one duplicate as a ring
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(4 * 2 + 1 + 1);
        // a limb, the tie of the duplicate, and a line past the head that is missing; each with its halo
        assertThat(svg.getElementsByTagName("line").getLength()).isEqualTo(3 * 2);
        Set<String> strokes = new HashSet<>();
        NodeList lines = svg.getElementsByTagName("line");
        for (int i = 0; i < lines.getLength(); i++) {
            strokes.add(((Element) lines.item(i)).getAttribute("stroke"));
        }
        assertThat(strokes).as("halo and two people").hasSize(3);
    }

    @Test
    void detectionsWithoutAPlaceAreLeftOut() {
        Problem nowhere = new Problem(
                "x",
                null,
                BODY,
                0,
                List.of(Detection.of(0, -1), Detection.of(1, -1)),
                new PairCosts.Builder().build(2, false),
                List.of());
        Overlay overlay = new Overlay(nowhere, people().subList(0, 0), "");
        assertThat(overlay.svg()).doesNotContain("circle", "text");
        assertThat(overlay.png(null).getWidth()).isPositive();
    }

    @Test
    void manyPeopleHaveManyColours() {
        Set<Integer> colours = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            colours.add(Palette.colour(i).getRGB());
        }
        assertThat(colours).hasSize(50);
    }
}
