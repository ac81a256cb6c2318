package dev.jointly.io.dlc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.io.BadInputException;
import dev.jointly.io.fixture.AnimalDetections;
import dev.jointly.io.fixture.RealData;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DlcFileTest {
    private static DlcFile read(Path file) {
        return DlcFile.read(file.toString(), InputStream.nullInputStream());
    }

    private static Path sample(String name) {
        try {
            return Path.of(
                    Objects.requireNonNull(DlcFileTest.class.getResource(name)).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void everyProtocolSaysTheSame(int protocol) {
        DlcFile video = read(sample("video-p" + protocol + ".pickle"));
        assertThat(video.parts()).containsExactly("head", "tail", "corner");
        assertThat(video.truths()).isEmpty();
        assertThat(video.frames()).extracting(Evidence::id).containsExactly("frame0", "frame1");
        Evidence frame = video.frames().get(0);
        // the third tail is nowhere
        assertThat(frame.candidates())
                .containsExactly(
                        new Candidate(0, 1.5, 2.5, 0.5),
                        new Candidate(0, 30.25, 4, 1),
                        new Candidate(1, 1, 12, 0.75),
                        new Candidate(1, 31, 14, 0.25));
        assertThat(frame.edges()).hasSize(2);
        assertThat(frame.edges().get(0).affinity()[0]).containsExactly(0.5, 0.25);
        assertThat(frame.edges().get(0).affinity()[1]).containsExactly(Double.NaN, -0.125);
        assertThat(frame.edges().get(1).affinity()).hasDimensions(2, 0);
        assertThat(video.frames().get(1).candidates()).isEqualTo(frame.candidates());
        assertThat(video.frames().get(1).edges()).isEmpty();
    }

    @Test
    void labelsBecomeTruth() {
        DlcFile labelled = read(sample("labelled.pickle"));
        assertThat(labelled.frames()).extracting(Evidence::id).containsExactly("labeled/img0.png");
        Truth truth = labelled.truths().get(0);
        assertThat(truth.id()).isEqualTo("labeled/img0.png");
        Joint absent = new Joint(0, 0, Mark.ABSENT);
        assertThat(truth.people().get(0).joints())
                .containsExactly(new Joint(2, 3, Mark.VISIBLE), absent, new Joint(5, 6, Mark.VISIBLE));
        assertThat(truth.people().get(1).joints())
                .containsExactly(new Joint(7, 8, Mark.VISIBLE), new Joint(9, 10, Mark.VISIBLE), absent);
    }

    @Test
    void anotherPickleIsNamedAsSuch() {
        assertThatThrownBy(() -> read(sample("assemblies.pickle")))
                .isInstanceOf(BadInputException.class)
                .hasMessageEndingWith(
                        "[\"metadata\"]: found nothing but expected the names of the parts, as in the file"
                                + " that ends in _full.pickle, which deeplabcut.analyze_videos writes");
        assertThatThrownBy(
                        () -> DlcAssemblies.read(sample("video-p4.pickle").toString(), InputStream.nullInputStream()))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("has detections but expected animals, as in _assemblies.pickle");
    }

    @ParameterizedTest
    @CsvSource({
        "mice_meta.pickle, tells how a video was analysed",
        "mice_assemblies.pickle, has animals that DeepLabCut has grouped already",
        "mice_el.pickle, has tracks of animals",
        "miceDLC_dlcrnet.h5, is a table of animals",
        "mice.csv, is a table of animals",
        "mice.MP4, is a video; run deeplabcut.analyze_videos on it",
    })
    void aFileThatLiesBesideTheRightOneIsNamed(String name, String what, @TempDir Path dir) throws IOException {
        Path file = Files.write(dir.resolve(name), new byte[] {(byte) 0x89, 'H', 'D', 'F', '\r', '\n'});
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(file + ": " + what)
                .hasMessageContaining(" that ends in _full.pickle");
        Files.delete(file);
        assertThatThrownBy(() -> read(file)).hasMessage(file + ": no such file");
        // a name is only a hint: what can be read is read
        Files.copy(sample("video-p4.pickle"), file);
        assertThat(read(file).frames()).isNotEmpty();
    }

    @Test
    void assemblies() {
        DlcAssemblies own = DlcAssemblies.read(sample("assemblies.pickle").toString(), InputStream.nullInputStream());
        assertThat(own.frames()).containsOnlyKeys(0, 2);
        assertThat(Objects.requireNonNull(own.frames().get(0)).get(0).placed()).isEqualTo(1);
        assertThat(Objects.requireNonNull(own.frames().get(0)).get(0).joints()[0])
                .containsExactly(1, 2, 0.5);
    }

    /** The JSON is rounded to the digits that the third column says. */
    @ParameterizedTest
    @CsvSource({
        "trimouse_eval, trimouse_eval60, 60",
        "trimouse_eval_b, trimouse_eval10, 10",
        "montblanc_eval, montblanc_eval30, 30",
        "trimouse_full, trimouse_video, 50",
        "montblanc_full, montblanc_video, 180",
        "multi_mouse_video_full, multimouse_undertrained_video, 31",
    })
    void realFilesAgreeWithTheirJson(String pickle, String json, int frames) {
        DlcFile file = read(RealData.file("deeplabcut/" + pickle + ".pickle"));
        AnimalDetections plain = AnimalDetections.read(RealData.file("deeplabcut/dlc_" + json + ".json.gz"));
        assertThat(file.parts()).isEqualTo(plain.parts());
        assertThat(file.frames()).hasSize(frames).hasSameSizeAs(plain.frames());
        assertThat(file.truths()).hasSameSizeAs(plain.truths());
        Map<String, Evidence> expected = new HashMap<>();
        plain.frames().forEach(frame -> expected.put(frame.id(), frame));
        long numbers = 0;
        for (Evidence frame : file.frames()) {
            numbers += same(frame, Objects.requireNonNull(expected.get(frame.id())));
        }
        Map<String, Truth> truths = new HashMap<>();
        plain.truths().forEach(truth -> truths.put(truth.id(), truth));
        for (Truth truth : file.truths()) {
            numbers += same(truth, Objects.requireNonNull(truths.get(truth.id())));
        }
        System.out.println(pickle + ".pickle: " + numbers + " numbers as in dlc_" + json + ".json.gz");
    }

    private static long same(Evidence a, Evidence b) {
        assertThat(a.candidates()).hasSameSizeAs(b.candidates());
        long numbers = 0;
        for (int i = 0; i < a.candidates().size(); i++) {
            Candidate c = a.candidates().get(i);
            Candidate d = b.candidates().get(i);
            assertThat(c.part()).isEqualTo(d.part());
            assertThat(c.x()).isCloseTo(d.x(), within(0.00051));
            assertThat(c.y()).isCloseTo(d.y(), within(0.00051));
            assertThat(c.score()).isCloseTo(d.score(), within(0.00051));
            numbers += 3;
        }
        Map<List<Integer>, Edge> edges = new HashMap<>();
        b.edges().forEach(edge -> edges.put(List.of(edge.a(), edge.b()), edge));
        assertThat(a.edges()).hasSameSizeAs(b.edges());
        for (Edge edge : a.edges()) {
            Edge other = Objects.requireNonNull(edges.get(List.of(edge.a(), edge.b())));
            for (int i = 0; i < edge.affinity().length; i++) {
                assertThat(edge.affinity()[i]).containsExactly(other.affinity()[i], within(0.00051));
                numbers += edge.affinity()[i].length;
            }
        }
        return numbers;
    }

    private static long same(Truth a, Truth b) {
        assertThat(a.people()).hasSameSizeAs(b.people());
        long numbers = 0;
        for (int p = 0; p < a.people().size(); p++) {
            for (int j = 0; j < a.parts().size(); j++) {
                Joint one = a.people().get(p).joints().get(j);
                Joint two = b.people().get(p).joints().get(j);
                assertThat(one.mark()).isEqualTo(two.mark());
                assertThat(one.x()).isCloseTo(two.x(), within(0.00051));
                assertThat(one.y()).isCloseTo(two.y(), within(0.00051));
                numbers += 2;
            }
        }
        return numbers;
    }

    @ParameterizedTest
    @CsvSource({"trimouse, 2330, 12, 3", "montblanc, 180, 4, 9"})
    void realAssemblies(String name, int frames, int parts, int atMost) {
        DlcAssemblies own = DlcAssemblies.read(
                RealData.file("deeplabcut/" + name + "_assemblies.pickle").toString(), InputStream.nullInputStream());
        assertThat(own.frames()).hasSize(frames);
        own.frames().values().forEach(animals -> {
            assertThat(animals).hasSizeLessThanOrEqualTo(atMost);
            animals.forEach(animal -> assertThat(animal.joints()).hasDimensions(parts, 3));
        });
    }
}
