package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.io.fixture.AnimalDetections;
import dev.jointly.io.fixture.CocoPeople;
import dev.jointly.io.fixture.HumanDetections;
import dev.jointly.io.fixture.RealData;
import dev.jointly.problem.Image;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvidenceFileTest {
    static final String SAMPLE = "{\"format\":\"jointly/evidence@1\",\"id\":\"sample\","
            + "\"image\":{\"file\":\"a.jpg\",\"width\":640,\"height\":425},\"parts\":[\"neck\",\"head\",\"hand\"],"
            + "\"candidates\":[[1,5.5,5,0.5],[0,5,9.25,1],[1,6,5,0.4]],"
            + "\"edges\":[{\"parts\":[0,1],\"affinity\":[[0.8,null]]},{\"parts\":[2,1],\"affinity\":[]}]}\n";

    static Evidence read(String text) {
        return read(text.getBytes(UTF_8));
    }

    static Evidence read(byte[] bytes) {
        try (EvidenceReader reader = EvidenceReader.of("e", new ByteArrayInputStream(bytes))) {
            return reader.next();
        }
    }

    static byte[] write(Evidence evidence, Layout layout) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            EvidenceWriter.write(evidence, layout, out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static void same(Evidence a, Evidence b) {
        assertThat(a.id()).isEqualTo(b.id());
        assertThat(a.image()).isEqualTo(b.image());
        assertThat(a.parts()).isEqualTo(b.parts());
        assertThat(a.candidates()).isEqualTo(b.candidates());
        assertThat(a.edges()).hasSameSizeAs(b.edges());
        for (int e = 0; e < a.edges().size(); e++) {
            assertThat(a.edges().get(e).a()).isEqualTo(b.edges().get(e).a());
            assertThat(a.edges().get(e).b()).isEqualTo(b.edges().get(e).b());
            assertThat(Arrays.deepEquals(
                            a.edges().get(e).affinity(), b.edges().get(e).affinity()))
                    .isTrue();
        }
    }

    @Test
    void theSampleSaysWhatItSays() {
        Evidence sample = read(SAMPLE);
        assertThat(sample.id()).isEqualTo("sample");
        assertThat(sample.image()).isEqualTo(new Image("a.jpg", 640, 425));
        assertThat(sample.candidates())
                .containsExactly(
                        new Candidate(1, 5.5, 5, 0.5), new Candidate(0, 5, 9.25, 1), new Candidate(1, 6, 5, 0.4));
        assertThat(sample.edges().get(0).affinity()[0]).containsExactly(0.8, Double.NaN);
        assertThat(sample.edges().get(1).affinity()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatIsWrittenIsReadAgain(long seed) {
        Random random = new Random(seed);
        List<Candidate> candidates = new ArrayList<>();
        int[] count = new int[3];
        for (int i = random.nextInt(20); i > 0; i--) {
            int part = random.nextInt(3);
            count[part]++;
            candidates.add(new Candidate(part, random.nextGaussian() * 100, random.nextDouble(), random.nextDouble()));
        }
        List<Edge> edges = new ArrayList<>();
        for (int[] parts : new int[][] {{0, 1}, {2, 1}, {2, 2}}) {
            double[][] affinity = new double[count[parts[0]]][count[parts[1]]];
            for (double[] row : affinity) {
                Arrays.setAll(row, j -> random.nextInt(5) == 0 ? Double.NaN : random.nextGaussian());
            }
            edges.add(new Edge(parts[0], parts[1], affinity));
        }
        Evidence evidence = new Evidence("seed " + seed, null, List.of("a", "b", "c"), candidates, edges);
        for (Layout layout : Layout.values()) {
            same(read(write(evidence, layout)), evidence);
        }
        same(read(Samples.gzip(write(evidence, Layout.LINE))), evidence);
        assertThat(SchemaTest.complaints(SchemaTest.EVIDENCE, new String(write(evidence, Layout.PRETTY), UTF_8)))
                .isEmpty();
    }

    @Test
    void samplesOfFieldsAreReadAgain() throws IOException {
        Edge edge = new Edge(0, 1, new double[][] {{0.5}}, new double[][] {{0.8}}, new double[][] {{-0.1}});
        List<Candidate> two = List.of(new Candidate(0, 1, 2, 0.5), new Candidate(1, 3, 4, 0.5));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EvidenceWriter.write(new Evidence("a", null, List.of("neck", "head"), two, List.of(edge)), Layout.LINE, out);
        String text = out.toString(UTF_8);
        try (EvidenceReader reader = EvidenceReader.of("a", new ByteArrayInputStream(text.getBytes(UTF_8)))) {
            Edge read = reader.next().edges().get(0);
            assertThat(read.share()).isEqualTo(edge.share());
            assertThat(read.least()).isEqualTo(edge.least());
        }
        String wrong = text.replace("[[0.8]]", "[[0.8,1]]");
        try (EvidenceReader reader = EvidenceReader.of("a", new ByteArrayInputStream(wrong.getBytes(UTF_8)))) {
            assertThatThrownBy(reader::next).hasMessageContaining("/edges/0/share/0: found 2 numbers but expected 1");
        }
    }

    @Test
    void manyFollowOneAnother() {
        try (EvidenceReader reader =
                EvidenceReader.of("e", new ByteArrayInputStream((SAMPLE + SAMPLE).getBytes(UTF_8)))) {
            reader.next();
            reader.next();
            assertThat(reader.hasNext()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "evidence@1|problem@1|/format: found \"jointly/problem@1\" but expected \"jointly/evidence@1\"",
                "\"id\":\"sample\",||/id: found nothing but expected",
                "[1,5.5,5,0.5]|[3,5.5,5,0.5]|/candidates/0/0: found 3 but expected the position of a part, 0 to 2",
                "[1,5.5,5,0.5]|[-1,5.5,5,0.5]|/candidates/0/0: found -1",
                "[1,5.5,5,0.5]|[1,5.5,5,1.5]|/candidates/0/3: found 1.5 but expected a number from 0 to 1",
                "[1,5.5,5,0.5]|[1,5.5,5]|/candidates/0",
                "[1,5.5,5,0.5]|[1,NaN,5,0.5]|found NaN but expected a finite number",
                "[0.8,null]|[0.8]|/edges/0/affinity/0: found 1 numbers but expected 2, one for each detection of \"head\"",
                "[0.8,null]|[0.8,null],[1,2]|/edges/0/affinity: found 2 rows but expected 1",
                "[0.8,null]|[0.8,\"x\"]|/edges/0/affinity/0/1: found \"x\" but expected an affinity",
                "[2,1]|[1,0]|/edges/1/parts: found [1, 0] after /edges/0",
                "[2,1]|[2,7]|/edges/1/parts/1: found 7",
                "\"hand\"]|\"head\"]|/parts/2: found \"head\" a second time",
                "\"candidates\"|\"candidate\"|maybe you meant \"candidates\"",
            })
    void whatIsWrongIsNamed(String from, String to, String says) {
        String text = SAMPLE.replace(from, to == null ? "" : to);
        assertThat(text).isNotEqualTo(SAMPLE);
        assertThat(catchThrowableOfType(BadInputException.class, () -> read(text)))
                .hasMessageContaining(says);
    }

    @Test
    void hostileFilesAreRefusedBeforeTheyFillTheMemory() {
        String head = "{\"edges\":[{\"affinity\":[";
        for (String endless : new String[] {"[],", "[" + "1,".repeat(1000) + "1],"}) {
            String text = head + endless.repeat(endless.length() > 10 ? 6000 : 101_000);
            assertThat(catchThrowableOfType(BadInputException.class, () -> read(text)))
                    .hasMessageContaining("found more than");
        }
        String many = "{\"candidates\":[" + "[0,0,0,0],".repeat(100_001);
        assertThat(catchThrowableOfType(BadInputException.class, () -> read(many)))
                .hasMessageContaining("more than 100000");
    }

    @Test
    void mutatedFilesAreReadOrRefused() {
        int read = 0;
        for (long seed = 0; seed < 3_000; seed++) {
            byte[] bytes = SAMPLE.getBytes(UTF_8);
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = random.nextInt(3); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) (32 + random.nextInt(96));
            }
            try {
                Evidence evidence = read(bytes);
                same(read(write(evidence, Layout.LINE)), evidence);
                read++;
            } catch (BadInputException e) {
                assertThat(e.getMessage()).as("seed %d", seed).doesNotContain("\n");
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
        }
        assertThat(read).isBetween(100, 2_500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"humans_fullres", "humans_train256"})
    void realDetectionsOfPeople(String name) {
        List<Evidence> photos = HumanDetections.read(RealData.file("detections/" + name + "_detections.json.gz"));
        assertThat(photos).hasSize(name.equals("humans_fullres") ? 94 : 150);
        for (Evidence photo : photos) {
            Image image = java.util.Objects.requireNonNull(photo.image());
            assertThat(photo.candidates())
                    .allMatch(c -> c.x() >= 0 && c.x() <= image.width() && c.y() >= 0 && c.y() <= image.height());
            same(read(write(photo, Layout.LINE)), photo);
        }
    }

    @Test
    void realTruthBelongsToRealEvidence() {
        List<String> truths = CocoPeople.read(RealData.file("coco/coco_val2017_people.json.gz")).stream()
                .map(truth -> truth.id())
                .toList();
        long shared = HumanDetections.read(RealData.file("detections/humans_fullres_detections.json.gz")).stream()
                .filter(photo -> truths.contains(photo.id()))
                .count();
        assertThat(shared).isEqualTo(49);
        AnimalDetections mice = AnimalDetections.read(RealData.file("deeplabcut/dlc_trimouse_eval60.json.gz"));
        assertThat(mice.frames()).hasSize(60);
        assertThat(mice.truths()).hasSize(60);
        mice.frames().forEach(frame -> same(read(write(frame, Layout.LINE)), frame));
    }
}
