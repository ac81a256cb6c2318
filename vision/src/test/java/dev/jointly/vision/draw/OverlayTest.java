package dev.jointly.vision.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.PersonScore;
import dev.jointly.problem.Problem;
import dev.jointly.vision.fixture.Photos;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.imageio.ImageIO;
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
    void peopleAreDrawnOnThePhotoAndTheCaptionBelowIt() {
        BufferedImage photo = Photos.plain(400, 300, new Color(10, 20, 30));
        BufferedImage drawn = overlay(new Image("p.jpg", 400, 300)).image(photo, 1600);
        assertThat(drawn.getWidth()).isEqualTo(400);
        // letters of 14 units of 400 / 640 pixels, in a strip 1.6 times as high
        assertThat(drawn.getHeight()).isEqualTo(300 + 14);
        // the photo where nothing is, each person's colour on its joints and half way along its limb
        assertThat(drawn.getRGB(390, 10)).isEqualTo(photo.getRGB(390, 10));
        assertThat(drawn.getRGB(1, 299)).isEqualTo(photo.getRGB(1, 299));
        assertThat(new Color(drawn.getRGB(1, 301))).isEqualTo(Canvas.CAPTION_GROUND);
        assertLike(drawn.getRGB(100, 150), Overlay.COLOURS.get(0));
        assertLike(drawn.getRGB(100, 100), Overlay.COLOURS.get(0));
        assertLike(drawn.getRGB(300, 150), Overlay.COLOURS.get(1));
        // who is unused is grey
        Color unused = new Color(drawn.getRGB(200, 200));
        assertThat(unused.getRed())
                .isBetween(unused.getBlue() - 20, unused.getBlue() + 20)
                .isGreaterThan(50);
        BufferedImage bare = new Overlay(problem(null), people(), "").image(photo, 1600);
        assertThat(bare.getHeight()).isEqualTo(300);
    }

    /** Everybody has a score of a half. */
    @Test
    void weakPeopleAreFaint() {
        Image image = new Image("p.jpg", 400, 300);
        Overlay plain = overlay(image);
        Overlay faint = new Overlay(
                problem(image).withPersonScore(new PersonScore(0, 0, 0, 0, 0, 0, 0.6)), people(), "2 people");
        BufferedImage photo = Photos.plain(400, 300, Color.BLACK);
        Color strong = new Color(plain.image(photo, 1600).getRGB(100, 100));
        Color weak = new Color(faint.image(photo, 1600).getRGB(100, 100));
        assertThat(weak.getBlue()).isBetween(20, strong.getBlue() / 2);
    }

    @Test
    void largePhotosAreDrawnSmaller() {
        Problem far = new Problem(
                "far",
                new Image("p.jpg", 4000, 3000),
                BODY,
                0,
                List.of(at(0, 1000, 1500), at(1, 1000, 500)),
                new PairCosts.Builder().build(2, false),
                List.of());
        List<Pose> one = List.of(new Pose(new TreeMap<>(Map.of(0, 0, 1, 1)), new TreeMap<>()));
        BufferedImage drawn = new Overlay(far, one, "").image(Photos.plain(4000, 3000, new Color(10, 20, 30)), 500);
        assertThat(drawn.getWidth()).isEqualTo(500);
        assertThat(drawn.getHeight()).isEqualTo(375);
        assertLike(drawn.getRGB(125, 125), Overlay.COLOURS.get(0));
        assertLike(drawn.getRGB(400, 300), new Color(10, 20, 30));
        // a small one is not enlarged
        assertThat(overlay(null)
                        .image(Photos.plain(400, 300, Color.BLACK), 1600)
                        .getWidth())
                .isEqualTo(400);
    }

    @Test
    void aPhotoOfAnotherSizeIsRefused() {
        Overlay overlay = overlay(new Image("p.jpg", 400, 300));
        assertThatThrownBy(() -> overlay.image(Photos.plain(300, 400, Color.BLACK), 1600))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the image is 300 x 400 pixels but problem \"a <b> & c\" says 400 x 300");
    }

    /** The same skeleton twice, once with its arm on the left and once on the right. */
    @Test
    void leftLimbsHaveAWhiteLine() {
        Anatomy arms = Anatomy.of(
                "arms",
                List.of("neck", "lhand", "rhand"),
                List.of("neck"),
                List.of(List.of("neck", "lhand"), List.of("neck", "rhand")));
        Problem problem = new Problem(
                "x",
                null,
                arms,
                0,
                List.of(at(0, 200, 150), at(1, 100, 150), at(2, 300, 150)),
                new PairCosts.Builder().build(3, false),
                List.of());
        List<Pose> one = List.of(new Pose(new TreeMap<>(Map.of(0, 0, 1, 1, 2, 2)), new TreeMap<>()));
        BufferedImage drawn = new Overlay(problem, one, "").image(Photos.plain(1280, 640, Color.BLACK), 1600);
        // lines 6 pixels wide: the middle of the left one is white and its border is not
        assertLike(drawn.getRGB(150, 150), Color.WHITE);
        assertLike(drawn.getRGB(150, 152), Overlay.COLOURS.get(0));
        assertLike(drawn.getRGB(250, 150), Overlay.COLOURS.get(0));
        assertLike(drawn.getRGB(100, 150), Color.WHITE);
        assertLike(drawn.getRGB(300, 150), Overlay.COLOURS.get(0));
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
        BufferedImage drawn = overlay(null).image(null, 1600);
        assertThat(new Color(drawn.getRGB(drawn.getWidth() - 2, 1))).isEqualTo(Canvas.GROUND);
        // detections span 200 x 200; a margin of 17 goes around, and the whole is drawn with 1000 pixels
        assertThat(drawn.getWidth()).isEqualTo(1000);
        assertLike(
                drawn.getRGB((int) ((100 - 83) / 234.0 * 1000), (int) ((100 - 33) / 234.0 * 1000)),
                Overlay.COLOURS.get(0));
        assertThat(overlay(null).image(null, 300).getWidth()).isEqualTo(300);
    }

    @Test
    void theSvgSaysTheSame() throws Exception {
        String text = overlay(new Image("p.jpg", 400, 300)).svg();
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(text)));
        assertThat(svg.getDocumentElement().getAttribute("viewBox")).isEqualTo("0 0 400 314");
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
        assertThat(overlay.image(null, 1600).getWidth()).isPositive();
    }

    @Test
    void anSvgMayContainThePhoto() throws Exception {
        String text = overlay(null).svg(Photos.plain(400, 300, Color.RED), 200);
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(text)));
        String data = ((Element) svg.getElementsByTagName("image").item(0)).getAttribute("href");
        assertThat(data).startsWith("data:image/jpeg;base64,");
        BufferedImage inside = ImageIO.read(
                new ByteArrayInputStream(Base64.getDecoder().decode(data.substring(data.indexOf(',') + 1))));
        assertThat(inside.getWidth()).isEqualTo(200);
        assertLike(inside.getRGB(100, 10), Color.RED);
        assertThat(svg.getDocumentElement().getAttribute("width")).isEqualTo("200");
    }

    @Test
    void theNameOfAFileTellsItsFormat() throws IOException {
        assertThat(DrawingFormat.of("a.b/x.PNG")).contains(DrawingFormat.PNG);
        assertThat(DrawingFormat.of("x.jpeg")).contains(DrawingFormat.JPG);
        assertThat(DrawingFormat.of("x.jpg")).contains(DrawingFormat.JPG);
        assertThat(DrawingFormat.of("x.svg")).contains(DrawingFormat.SVG);
        assertThat(DrawingFormat.of("png")).isEmpty();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DrawingFormat.JPG.write(overlay(null), Photos.plain(400, 300, Color.RED), 200, out);
        assertThat(out.toByteArray()).startsWith(0xff, 0xd8);
        assertLike(ImageIO.read(new ByteArrayInputStream(out.toByteArray())).getRGB(190, 5), Color.RED);
    }
}
