package dev.jointly.io;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.jointly.io.dlc.DlcConfig;
import dev.jointly.io.dlc.DlcLabels;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.pickle.PickleReader;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;

/** As {@code FuzzedReadersTest}, for the other documents that the program and the service read. */
@Tag("slow")
class FuzzedDocumentsTest {
    private static <T> void readAll(byte[] bytes, Function<InputStream, DocumentReader<T>> opening) {
        FuzzedReadersTest.readOrRefused(() -> {
            try (DocumentReader<T> reader = opening.apply(new ByteArrayInputStream(bytes))) {
                while (reader.hasNext()) {
                    assertThat(reader.next()).isNotNull();
                }
            }
        });
    }

    @FuzzTest
    void tracks(byte[] bytes) {
        FuzzedReadersTest.readOrRefused(() -> {
            try (TracksReader reader = TracksReader.of("fuzzed", new ByteArrayInputStream(bytes))) {
                while (reader.hasNext()) {
                    reader.next().verdict();
                }
            }
        });
    }

    @FuzzTest
    void checks(byte[] bytes) {
        readAll(bytes, in -> CheckDocument.reader("fuzzed", in));
    }

    @FuzzTest
    void pins(byte[] bytes) {
        readAll(bytes, in -> EditReader.pins("fuzzed", in));
        readAll(bytes, in -> EditReader.pin("fuzzed", in));
        readAll(bytes, in -> TracksAsked.reader("fuzzed", in));
    }

    @FuzzTest
    void missedJoints(byte[] bytes) {
        readAll(bytes, in -> EditReader.missedJoint("fuzzed", in));
    }

    @FuzzTest
    void annotations(byte[] bytes) {
        readAll(bytes, in -> AnnotatedImage.reader("fuzzed", in));
    }

    @FuzzTest
    void people(byte[] bytes) {
        readAll(bytes, in -> SolutionPeople.open("-", in));
    }

    @FuzzTest
    void anatomies(byte[] bytes) {
        FuzzedReadersTest.readOrRefused(() -> {
            try (JsonSource source = JsonSource.of("fuzzed", new ByteArrayInputStream(bytes))) {
                AnatomyJson.ofSource(source);
            }
        });
    }

    /** Documents with line breaks in them or without, good and broken ones: what a batch resumes from. */
    @FuzzTest
    void lines(byte[] bytes) {
        FuzzedReadersTest.readOrRefused(() -> {
            try (DocumentLines<?> lines =
                    DocumentLines.open("-", new ByteArrayInputStream(bytes), "id", ProblemReader::of)) {
                while (lines.hasNext()) {
                    lines.next();
                }
            }
        });
    }

    @FuzzTest
    void pickles(byte[] bytes) {
        FuzzedReadersTest.readOrRefused(() -> PickleReader.read("-", new ByteArrayInputStream(bytes)));
    }

    @FuzzTest
    void dlcConfig(byte[] bytes) {
        FuzzedReadersTest.readOrRefused(
                () -> DlcConfig.read("-", new ByteArrayInputStream(bytes)).limbs());
    }

    @FuzzTest
    void dlcLabels(byte[] bytes) {
        FuzzedReadersTest.readOrRefused(() -> DlcLabels.read("-", new ByteArrayInputStream(bytes)));
    }
}
