package dev.jointly.io.dlc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that pandas wrote, as HDF5 and as csv; {@code pandas/make.py} is the program. */
class DlcHdf5LabelsTest {
    @TempDir
    Path folder;

    private static InputStream resource(String name) {
        return Objects.requireNonNull(DlcHdf5LabelsTest.class.getResourceAsStream("pandas/" + name), name);
    }

    private Path hdf5(String name) throws IOException {
        Path file = folder.resolve("CollectedData_" + name + ".h5");
        try (InputStream in = new GZIPInputStream(resource(name + ".h5.gz"))) {
            Files.copy(in, file);
        }
        return file;
    }

    private static List<Truth> read(Path file) {
        return DlcLabels.read(file.toString(), InputStream.nullInputStream());
    }

    @ParameterizedTest
    @ValueSource(strings = {"mice", "keypoints", "one"})
    void theSameLabelsAsTheCsv(String name) throws IOException {
        List<Truth> labels;
        try (InputStream csv = resource(name + ".csv")) {
            labels = DlcLabels.read("-", csv);
        }
        assertThat(labels).hasSizeGreaterThan(1).anySatisfy(truth -> assertThat(truth.people())
                .isNotEmpty());
        assertThat(read(hdf5(name))).isEqualTo(labels);
    }

    /** The numbers are those of make.py. */
    @Test
    void numbersOfFourBytesAndMissingJoints() throws IOException {
        Joint absent = new Joint(0, 0, Mark.ABSENT);
        List<Truth> truths = read(hdf5("one"));
        assertThat(truths)
                .extracting(Truth::id)
                .containsExactly("labeled-data/m4s1/img0000.png", "labeled-data/m4s1/img0001.png");
        assertThat(truths.get(0).people()).singleElement().satisfies(animal -> assertThat(animal.joints())
                .containsExactly(new Joint(21.5, 265.25, Mark.VISIBLE), absent));
        assertThat(truths.get(1).people()).singleElement().satisfies(animal -> assertThat(animal.joints())
                .containsExactly(new Joint(10.25, 288.5, Mark.VISIBLE), new Joint(87.125, 152.75, Mark.VISIBLE)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "table|/df_with_missing/: found a data frame in the format \"table\" but expected \"fixed\"; give the csv file",
                "compressed|axis0_level0: found compressed values but expected plain values; give the csv file instead",
                "flat|found columns with 1 levels of labels but expected scorer, individuals, bodyparts, coords",
            })
    void whatIsRefused(String name, String message) throws IOException {
        Path file = hdf5(name);
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(file + ": " + message);
    }

    @Test
    void aFileThatIsCutOffIsRefused() throws IOException {
        Path file = hdf5("mice");
        byte[] bytes = Files.readAllBytes(file);
        for (int length = 0; length < bytes.length - 8; length += 997) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> read(file))
                    .as("%d bytes", length)
                    .isInstanceOf(BadInputException.class)
                    .hasMessageStartingWith(file + ": ")
                    .hasMessageNotContaining("\n");
        }
    }
}
