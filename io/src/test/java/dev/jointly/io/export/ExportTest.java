package dev.jointly.io.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.io.BadInputException;
import dev.jointly.io.coco.CocoReader;
import dev.jointly.io.export.CocoResults.CocoNames;
import dev.jointly.io.fixture.JsonTree;
import dev.jointly.io.openpose.OpenPoseBody;
import dev.jointly.io.openpose.OpenPoseReader;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Move;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.PersonScore;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Proof;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class ExportTest {
    private static final int NOSE = 0;
    private static final int NECK = 1;
    private static final int R_SHOULDER = 2;

    /** Two people: one with neck, nose (seen twice) and shoulder, one with a neck only; and an unused neck. */
    private static Solved solved(String id, @Nullable Image image) {
        return solved(id, image, 100.0);
    }

    /** @param x of the first neck */
    private static Solved solved(String id, @Nullable Image image, double x) {
        List<Detection> seen = List.of(
                new Detection(NECK, x, 50.0, 0.9, Micro.of(-2)),
                new Detection(NOSE, 102.5, 30.0, 0.8, Micro.of(-1)),
                new Detection(NOSE, 103.5, 31.25, null, Micro.of(0.25)),
                new Detection(R_SHOULDER, 90.0, 55.0, 0.7, Micro.of(-1)),
                new Detection(NECK, 300.0, 60.0, 0.6, Micro.of(-4)),
                new Detection(NECK, 10.0, 11.0, 0.1, Micro.of(4)));
        Problem problem = new Problem(
                id, image, OpenPoseBody.BODY_18, Micro.of(1), seen, new PairCosts.Builder().build(6, false), List.of());
        Claim claim = new Claim(
                ProblemDigest.sha256(problem),
                true,
                Micro.of(-6.75),
                Micro.of(-7.5),
                0,
                List.of(
                        new ClaimedPose(
                                Micro.of(-2.75), Map.of(NECK, 0, NOSE, 1, R_SHOULDER, 3), Map.of(NOSE, List.of(2))),
                        new ClaimedPose(Micro.of(-3), Map.of(NECK, 4), Map.of())),
                new Proof(0, new long[6], new long[6]));
        return Solved.of(problem, claim);
    }

    private static final Image PHOTO = new Image("000000000785.jpg", 400, 200);

    private interface Making {
        Exporter of(ByteArrayOutputStream out) throws IOException;
    }

    private static byte[] export(Making making, Solved... pictures) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Exporter exporter = making.of(out)) {
            for (Solved solved : pictures) {
                exporter.add(solved);
            }
        }
        return out.toByteArray();
    }

    private static void valid(String schema, byte[] json) throws IOException {
        try (InputStream in = Objects.requireNonNull(ExportTest.class.getResourceAsStream(schema + ".schema.json"))) {
            assertThat(JsonSchemaFactory.getInstance(VersionFlag.V202012)
                            .getSchema(in)
                            .validate(new String(json, UTF_8), InputFormat.JSON))
                    .isEmpty();
        }
    }

    private static Object tree(byte[] json) throws IOException {
        return JsonTree.read(new ByteArrayInputStream(json));
    }

    @Test
    void cocoAnnotationsAreReadAgain() throws IOException {
        byte[] file = export(
                out -> new CocoAnnotations(out, "person"),
                solved("000000000785", PHOTO),
                solved("000000000786", new Image("b.jpg", 10, 20)));
        valid("coco-annotations", file);
        List<Truth> read = CocoReader.read("-", new ByteArrayInputStream(file));
        assertThat(read).extracting(Truth::image).containsExactly(PHOTO, new Image("b.jpg", 10, 20));
        assertThat(read.get(0).parts()).isEqualTo(OpenPoseBody.BODY_18.parts());
        // the strongest first
        assertThat(read.get(0).people()).extracting(Truth.Person::marked).containsExactly(3, 1);
        Truth.Person person = read.get(0).people().get(0);
        assertThat(person.joints().get(NOSE)).isEqualTo(new Joint(102.5, 30, Mark.VISIBLE));
        assertThat(person.joints().get(3)).isEqualTo(new Joint(0, 0, Mark.ABSENT));
        assertThat(person.box()).isEqualTo(new Truth.Box(90, 30, 12.5, 25));
        assertThat(person.area()).isEqualTo(312.5);

        Map<String, Object> root = JsonTree.object(tree(file));
        Map<String, Object> annotation =
                JsonTree.object(JsonTree.array(root.get("annotations")).get(0));
        assertThat(annotation).containsEntry("image_id", 785.0).containsEntry("id", 1.0);
        assertThat(annotation).containsEntry("cost", -2.75).containsEntry("num_keypoints", 3.0);
        assertThat(JsonTree.object(annotation.get("duplicates")).get("nose"))
                .isEqualTo(List.of(Map.of("detection", 2.0, "x", 103.5, "y", 31.25, "score", 1.0)));
        Map<String, Object> category =
                JsonTree.object(JsonTree.array(root.get("categories")).get(0));
        assertThat(JsonTree.array(category.get("skeleton")))
                .hasSize(17)
                .contains(List.of(1.0, 2.0), List.of(16.0, 18.0))
                .doesNotContain(List.of(0.0, 1.0));
        assertThat(JsonTree.object(JsonTree.array(root.get("images")).get(0)))
                .containsEntry("gap", 0.1)
                .containsEntry("status", "optimal");
        assertThat(JsonTree.object(root.get("info"))).containsEntry("largestGap", 0.1);
    }

    @Test
    void cocoResultsHaveCocosSeventeen() throws IOException {
        byte[] file = export(CocoResults::new, solved("000000000785", null));
        valid("coco-results", file);
        List<Object> people = JsonTree.array(tree(file));
        assertThat(people).hasSize(2);
        Map<String, Object> person = JsonTree.object(people.get(0));
        assertThat(person).containsEntry("image_id", 785.0);
        // three joints of 0.9, 0.8 and 0.7 in a box of 12.5 by 25 pixels
        double extent = Math.hypot(12.5, 25);
        assertThat(JsonTree.number(person.get("score")))
                .isCloseTo(2.4 / Math.pow(3, 0.75) * Math.pow(extent, 0.25), within(1e-9));
        List<Object> points = JsonTree.array(person.get("keypoints"));
        assertThat(points.subList(0, 3)).containsExactly(102.5, 30.0, 1.0);
        // right_shoulder is COCO's seventh; the neck has no place
        assertThat(points.subList(18, 21)).containsExactly(90.0, 55.0, 1.0);
        assertThat(points.stream().filter(v -> v.equals(0.0)).count()).isEqualTo(45);
    }

    @Test
    void namesAreRecognisedHoweverTheyAreSpelt() {
        List<String> mpii = List.of(
                "RAnkle",
                "rknee",
                "right hip",
                "l_hip",
                "LKnee",
                "left-ankle",
                "RWrist",
                "relbow",
                "rshoulder",
                "lshoulder",
                "lelbow",
                "lwrist",
                "neck",
                "head");
        assertThat(CocoNames.positions(mpii)).containsExactly(-1, -1, -1, -1, -1, 9, 8, 10, 7, 11, 6, 3, 2, 4, 1, 5, 0);
        assertThat(CocoNames.positions(List.of("nose", "leftear", "rightear", "tail")))
                .isEmpty();
    }

    @Test
    void anotherBodyKeepsItsParts() throws IOException {
        Anatomy mouse = Anatomy.of("m", List.of("snout", "tail"), List.of("tail"), List.of(List.of("snout", "tail")));
        Problem problem = new Problem(
                "frame12",
                null,
                mouse,
                0,
                List.of(new Detection(1, 5.0, 6.0, 0.5, -1)),
                new PairCosts.Builder().build(1, true),
                List.of());
        Claim claim = new Claim(
                ProblemDigest.sha256(problem),
                false,
                -1,
                -1,
                0,
                List.of(new ClaimedPose(-1, Map.of(1, 0), Map.of())),
                new Proof(0, new long[1], new long[1]));
        Solved solved = Solved.of(problem, claim);
        Map<String, Object> person = JsonTree.object(
                JsonTree.array(tree(export(CocoResults::new, solved))).get(0));
        assertThat(person.get("keypoints")).isEqualTo(List.of(0.0, 0.0, 0.0, 5.0, 6.0, 1.0));
        // ids that are no numbers are counted
        assertThat(person).containsEntry("image_id", 1.0);
        assertThatThrownBy(() -> export(out -> new CvatXml(out, "a"), solved, solved("1", null)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("another anatomy");
    }

    @Test
    void whatIsFarOutsideAnyImageIsRefused() throws IOException {
        assertThat(export(out -> new CocoAnnotations(out, "person"), solved("1", PHOTO, -1e9)))
                .isNotEmpty();
        assertThatThrownBy(() -> solved("1", PHOTO, 3e300))
                .isInstanceOf(BadInputException.class)
                .hasMessage("problem \"1\": found detection 0 at x = 3.0E300, y = 50.0 but expected coordinates of "
                        + "magnitude at most 1e9 to export it");
    }

    @Test
    void whatXmlCannotHoldIsRefused() throws Exception {
        for (String bad : new String[] {"a\ufffe", "a\uffff", "a\u0001", "a\ud800"}) {
            assertThatThrownBy(() -> export(out -> new CvatXml(out, bad), solved("1", PHOTO)))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining(
                            String.format("with the character U+%04X, which XML cannot hold", (int) bad.charAt(1)));
        }
        assertThatThrownBy(() -> export(out -> new CvatXml(out, "a"), solved("1\ufffe", null)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("U+FFFE");
        String good = "\u00e9\u20ac\ufffd\ud83d\ude00<&\"";
        byte[] file = export(out -> new CvatXml(out, good), solved("1", new Image(good, 400, 200)));
        Document xml = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(file));
        assertThat(((Element) xml.getElementsByTagName("image").item(0)).getAttribute("name"))
                .isEqualTo(good);
        assertThat(((Element) xml.getElementsByTagName("skeleton").item(0)).getAttribute("label"))
                .isEqualTo(good);
    }

    @Test
    void openPoseIsReadAgain() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OpenPoseFile.write(solved("a", null), out);
        valid("openpose", out.toByteArray());
        Evidence read = OpenPoseReader.read("-", new ByteArrayInputStream(out.toByteArray()));
        assertThat(read.candidates())
                .containsExactly(
                        new Candidate(NOSE, 102.5, 30, 0.8),
                        new Candidate(NOSE, 103.5, 31.25, 1),
                        new Candidate(NECK, 100, 50, 0.9),
                        new Candidate(NECK, 300, 60, 0.6),
                        new Candidate(NECK, 10, 11, 0.1),
                        new Candidate(R_SHOULDER, 90, 55, 0.7));
        Map<String, Object> root = JsonTree.object(tree(out.toByteArray()));
        Map<String, Object> person =
                JsonTree.object(JsonTree.array(root.get("people")).get(0));
        List<Object> points = JsonTree.array(person.get("pose_keypoints_2d"));
        assertThat(points).hasSize(54);
        assertThat(points.subList(0, 9)).containsExactly(102.5, 30.0, 0.8, 100.0, 50.0, 0.9, 90.0, 55.0, 0.7);
        assertThat(person).containsEntry("cost", -2.75);
        assertThat(root).containsEntry("gap", 0.1);
    }

    @Test
    void cvatFitsItsSchema() throws Exception {
        byte[] file = export(out -> new CvatXml(out, "person"), solved("a & b", PHOTO), solved("c", null));
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(ExportTest.class.getResource("cvat.xsd"))
                .newValidator()
                .validate(new StreamSource(new ByteArrayInputStream(file)));
        Document xml = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(file));
        assertThat(xml.getElementsByTagName("image").getLength()).isEqualTo(2);
        assertThat(xml.getElementsByTagName("skeleton").getLength()).isEqualTo(4);
        Element skeleton = (Element) xml.getElementsByTagName("skeleton").item(0);
        Element nose = (Element) skeleton.getElementsByTagName("points").item(0);
        assertThat(nose.getAttribute("points")).isEqualTo("102.5,30");
        assertThat(nose.getAttribute("outside")).isEqualTo("0");
        Element elbow = (Element) skeleton.getElementsByTagName("points").item(3);
        assertThat(elbow.getAttribute("label")).isEqualTo("r-elbow");
        assertThat(elbow.getAttribute("outside")).isEqualTo("1");
        assertThat(skeleton.getElementsByTagName("attribute").item(0).getTextContent())
                .isEqualTo("-2.75");
        assertThat(skeleton.getElementsByTagName("attribute").item(1).getTextContent())
                .isEqualTo("nose: 2");
        assertThat(new String(file, UTF_8))
                .contains("<!-- optimal, objective -6.75, lower bound -7.5, gap 0.1 -->", "name=\"000000000785.jpg\"")
                .contains("name=\"c\"");
    }

    @Test
    void labelStudioIsInPercent() throws IOException {
        byte[] file = export(out -> new LabelStudioTasks(out, "person"), solved("a", PHOTO));
        valid("labelstudio", file);
        Map<String, Object> task = JsonTree.object(JsonTree.array(tree(file)).get(0));
        assertThat(JsonTree.object(task.get("data")))
                .containsEntry("image", "000000000785.jpg")
                .containsEntry("gap", 0.1);
        List<Object> result = JsonTree.array(
                JsonTree.object(JsonTree.array(task.get("predictions")).get(0)).get("result"));
        // two boxes, four joints
        assertThat(result).hasSize(6);
        Map<String, Object> nose = JsonTree.object(result.get(1));
        assertThat(nose).containsEntry("parentID", "person1");
        assertThat(JsonTree.object(nose.get("value")))
                .containsEntry("x", 25.625)
                .containsEntry("y", 15.0)
                .containsEntry("keypointlabels", List.of("nose"));
        assertThat(JsonTree.object(JsonTree.object(result.get(0)).get("meta"))).containsEntry("cost", -2.75);
        assertThatThrownBy(() -> export(out -> new LabelStudioTasks(out, "p"), solved("a", null)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("has no image, whose size Label Studio needs (import it with --size");
    }

    @Test
    void ultralyticsLabelsAreSharesOfTheImage() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // the first neck is to the left of the image, which is 400 x 200
        UltralyticsLabels.write(solved("a", PHOTO, -8), out);
        List<String> lines = out.toString(UTF_8).lines().toList();
        assertThat(lines).hasSize(2);
        // nose 102.5, 30; neck 0, 50; shoulder 90, 55; fifteen parts are missing
        assertThat(lines)
                .contains("0 0.128125 0.212500 0.256250 0.125000 0.256250 0.150000 2 0.000000 0.250000 2"
                        + " 0.225000 0.275000 2" + " 0 0 0".repeat(15));
        assertThat(lines)
                .contains("0 0.750000 0.300000 0.000000 0.000000 0 0 0 0.750000 0.300000 2" + " 0 0 0".repeat(16));
        assertThatThrownBy(() -> UltralyticsLabels.write(solved("a", null), out))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("has no image, whose size Ultralytics needs");
    }

    @Test
    void csvHasARowForEachJoint() throws IOException {
        String file = new String(export(JointsCsv::new, solved("a,b", null), solved("c", PHOTO)), UTF_8);
        List<String> lines = file.lines().toList();
        assertThat(lines.get(0)).isEqualTo("image,person,strength,cost,part,detection,x,y,score");
        assertThat(lines).hasSize(1 + 2 * 4);
        // nose, neck and shoulder in the order of the anatomy; then the neck of the second person
        assertThat(lines.subList(1, 5))
                .extracting(line -> line.replaceFirst("^(.*?,[12]),[^,]*,", "$1,"))
                .containsExactly(
                        "\"a,b\",1,-2.75,nose,1,102.5,30.0,0.8",
                        "\"a,b\",1,-2.75,neck,0,100.0,50.0,0.9",
                        "\"a,b\",1,-2.75,r-shoulder,3,90.0,55.0,0.7",
                        "\"a,b\",2,-3.0,neck,4,300.0,60.0,0.6");
        double extent = Math.hypot(102.5 - 90, 55 - 30) / 400;
        double strength = 2.4 / Math.pow(3, 0.75) * Math.pow(extent, 0.25);
        assertThat(Double.parseDouble(lines.get(5).split(",", -1)[2])).isCloseTo(strength, within(1e-12));
    }

    private static Map<String, Object> firstAnnotation(Solved solved) throws IOException {
        Object coco = tree(export(out -> new CocoAnnotations(out, "person"), solved));
        return JsonTree.object(
                JsonTree.array(JsonTree.object(coco).get("annotations")).get(0));
    }

    @Test
    void movedJointsAreWhereTheyWerePutAndMarked() throws IOException {
        Solved moved = solved("a", PHOTO).moved(List.of(new Move(1, 120, 31.5), new Move(5, 0, 200)));
        Map<String, Object> annotation = firstAnnotation(moved);
        assertThat(JsonTree.array(annotation.get("keypoints"))).startsWith(120.0, 31.5, 2.0, 100.0, 50.0, 2.0);
        assertThat(annotation)
                .containsEntry("bbox", List.of(90.0, 31.5, 30.0, 23.5))
                .containsEntry("moved", List.of("nose"));
        assertThat(new String(export(CocoResults::new, moved), UTF_8)).containsOnlyOnce("\"moved\"");
        assertThat(new String(export(out -> new LabelStudioTasks(out, "person"), moved), UTF_8))
                .containsOnlyOnce("\"moved\"");
        assertThat(new String(export(out -> new CvatXml(out, "person"), moved), UTF_8))
                .containsOnlyOnce("source=\"manual\"")
                .contains("label=\"nose\" source=\"manual\" outside=\"0\" occluded=\"0\" points=\"120,31.5\"");
        List<String> csv =
                new String(export(JointsCsv::new, moved), UTF_8).lines().toList();
        assertThat(csv.get(0)).endsWith(",score,moved");
        assertThat(csv.get(1)).endsWith("nose,1,120.0,31.5,0.8,true");
        assertThat(csv.get(2)).endsWith("neck,0,100.0,50.0,0.9,false");
    }

    @Test
    void movesThatCannotBeAreRefused() {
        Solved solved = solved("a", PHOTO);
        assertThatThrownBy(() -> solved.moved(List.of(new Move(1, 400.5, 3))))
                .isInstanceOf(BadInputException.class)
                .hasMessage(
                        "problem \"a\": found detection 1 moved to x = 400.5, y = 3.0 but expected a place inside the"
                                + " image of 400 x 200");
        assertThatThrownBy(() -> solved.moved(List.of(new Move(6, 1, 1))))
                .hasMessageContaining("detection 6 but there are only 6 detections");
        assertThatThrownBy(() -> solved.moved(List.of(new Move(0, 1, 1), new Move(0, 2, 2))))
                .hasMessageContaining("a second move of detection 0");
        assertThatThrownBy(() -> solved("a", null).moved(List.of(new Move(0, 2e9, 0))))
                .hasMessageContaining("at most 1e9");
    }

    @Test
    void noJointIsExportedOutsideOfItsImage() throws IOException {
        Solved beyond = solved("a", PHOTO, -7.5);
        Map<String, Object> annotation = firstAnnotation(beyond);
        assertThat(JsonTree.array(annotation.get("keypoints"))).startsWith(102.5, 30.0, 2.0, 0.0, 50.0, 2.0);
        assertThat(annotation).containsEntry("bbox", List.of(0.0, 30.0, 102.5, 25.0));
        assertThat(new String(export(JointsCsv::new, beyond), UTF_8)).contains(",neck,0,0.0,50.0,");
        assertThat(new String(export(JointsCsv::new, solved("a", null, -7.5)), UTF_8))
                .contains(",neck,0,-7.5,50.0,");
    }

    /** By the number of joints: two log-odds each, less five. */
    @Test
    void weakPeopleAreLeftOutUnlessTrackedOrMoved() throws IOException {
        Solved plain = solved("a", PHOTO);
        Problem scored = plain.problem().withPersonScore(new PersonScore(-5, 0, 2, 0, 0, 0, 0.5));
        Claim claim = new Claim(
                ProblemDigest.sha256(scored),
                true,
                0,
                0,
                0,
                List.of(
                        new ClaimedPose(0, Map.of(NECK, 0, NOSE, 1, R_SHOULDER, 3), Map.of()),
                        new ClaimedPose(0, Map.of(NECK, 4), Map.of())),
                new Proof(0, new long[6], new long[6]));
        Solved shown = Solved.of(scored, claim);
        assertThat(shown.people()).hasSize(1);
        assertThat(shown.weak()).isEqualTo(1);
        double score = 1 / (1 + Math.exp(-1));
        assertThat(shown.people().get(0).score().getAsDouble()).isCloseTo(score, within(1e-12));
        assertThat(new String(export(JointsCsv::new, shown), UTF_8)).endsWith("," + score + "\n");
        assertThat(Solved.asClaimed(scored, claim, List.of(1, 2)).people()).hasSize(2);
        assertThat(shown.moved(List.of(new Move(0, 1, 1))).weak()).isEqualTo(1);
        Solved meant = shown.moved(List.of(new Move(4, 1, 1)));
        assertThat(meant.people()).hasSize(2);
        assertThat(meant.weak()).isZero();
    }

    @Test
    void csvLeavesCellsEmptyThatTheProblemDoesNotKnow() throws IOException {
        Problem bare = new Problem(
                "bare",
                null,
                OpenPoseBody.BODY_18,
                0,
                List.of(Detection.of(NECK, -1)),
                new PairCosts.Builder().build(1, false),
                List.of());
        Solved solved = new Solved(
                bare,
                new Bounds(true, Micro.of(-1), Micro.of(-1)),
                List.of(Solved.Person.of(bare, Micro.of(-1), Map.of(NECK, 0), Map.of())));
        assertThat(new String(export(JointsCsv::new, solved), UTF_8)).endsWith(",-1.0,neck,0,,,\n");
    }

    @Test
    void deepLabCutsTable() throws IOException {
        ByteArrayOutputStream people = new ByteArrayOutputStream();
        byte[] file =
                export(out -> new DlcCsv(out, people, false, false, false), solved("a,b", null), solved("c", null));
        List<String> rows = new String(file, UTF_8).lines().toList();
        assertThat(rows).hasSize(6);
        int columns = 1 + 2 * 18 * 3;
        assertThat(rows.subList(0, 4)).allMatch(row -> row.split(",", -1).length == columns);
        assertThat(rows.get(0)).startsWith("scorer,jointly,jointly");
        assertThat(rows.get(1)).startsWith("individuals,individual1").endsWith(",individual2");
        assertThat(rows.get(2)).startsWith("bodyparts,nose,nose,nose,neck,neck,neck,r-shoulder");
        assertThat(rows.get(3)).startsWith("coords,x,y,likelihood,x,y,likelihood");
        assertThat(rows.get(4)).startsWith("\"a,b\",102.5,30.0,0.8,100.0,50.0,0.9,90.0");
        String[] cells = rows.get(5).split(",", -1);
        assertThat(cells).hasSize(columns);
        assertThat(List.of(cells).subList(55, 61)).containsExactly("", "", "", "300.0", "60.0", "0.6");
        assertThat(people.toString(UTF_8).lines().toList())
                .containsSubsequence(
                        "frame,individual,cost,duplicates,status,objective,lower_bound,gap",
                        "\"a,b\",individual1,-2.75,nose: 2,optimal,-6.75,-7.5,0.1",
                        "\"a,b\",individual2,-3.0,,optimal,-6.75,-7.5,0.1");
    }

    @Test
    void whatDoesNotBelongTogetherIsRefused() {
        Problem problem = solved("a", null).problem();
        Proof proof = new Proof(0, new long[6], new long[6]);
        assertThatThrownBy(() -> Solved.of(problem, new Claim("0", true, 0, 0, 0, List.of(), proof)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("that of another problem");
        for (int d : new int[] {-1, 1, 6}) {
            Claim claim = new Claim(
                    ProblemDigest.sha256(problem),
                    true,
                    0,
                    0,
                    0,
                    List.of(new ClaimedPose(0, Map.of(NECK, d), Map.of())),
                    proof);
            assertThatThrownBy(() -> Solved.of(problem, claim))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("detection " + d + " as \"neck\", which it is not");
        }
    }
}
