package dev.jointly.io.deepcut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.io.BadInputException;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.WritableDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(
        value = OS.WINDOWS,
        disabledReason = "files that were mapped into memory cannot be written again or deleted there")
class DeepCutReaderTest {
    /** Three detections, two classes: the last detection may be of either. */
    private static final double[][] CLASSES = {{0.9, 0.01}, {0.02, 0.8}, {0.3, 0.6}};

    private static final double[][] JOINS = {
        {0, 1, 0, 1, 0.7}, {0, 2, 0, 0, 0.4}, {2, 0, 1, 0, 0.2}, {1, 2, 1, 1, 0.1}, {0, 1, 1, 0, 0.5}
    };
    private static final double[][] PLACES = {{1, 2}, {3, 4}, {5, 6}};

    @TempDir
    Path dir;

    private Path write(double[][] classes, double[][] joins, double @Nullable [][] places, boolean reversed) {
        Path file = dir.resolve("problem-0001.h5");
        try (WritableHdfFile hdf = HdfFile.write(file)) {
            put(hdf, "part-class-probabilities", classes, reversed);
            put(hdf, "join-probabilities", joins, reversed);
            if (places != null) {
                put(hdf, "coordinates-vertices", places, reversed);
            }
        }
        return file;
    }

    private static void put(WritableHdfFile hdf, String name, double[][] table, boolean reversed) {
        if (!reversed) {
            hdf.putDataset(name, table);
            return;
        }
        double[][] columns = new double[table[0].length][table.length];
        for (int i = 0; i < table.length; i++) {
            for (int j = 0; j < table[i].length; j++) {
                columns[j][i] = table[i][j];
            }
        }
        WritableDataset dataset = hdf.putDataset(name, columns);
        dataset.putAttribute("reverse-shape", 1);
    }

    private static void check(Evidence evidence) {
        assertThat(evidence.id()).isEqualTo("problem-0001");
        assertThat(evidence.candidates())
                .containsExactly(
                        new Candidate(0, 1, 2, 0.9),
                        new Candidate(0, 5, 6, 0.3),
                        new Candidate(1, 3, 4, 0.8),
                        new Candidate(1, 5, 6, 0.6));
        assertThat(evidence.edges()).hasSize(3);
        assertThat(evidence.edges().get(0).affinity()[0]).containsExactly(Double.NaN, 0.4);
        assertThat(evidence.edges().get(0).affinity()[1]).containsExactly(0.4, Double.NaN);
        assertThat(evidence.edges().get(1).affinity()[0]).containsExactly(0.7, 0.2);
        assertThat(evidence.edges().get(1).affinity()[1]).containsExactly(Double.NaN, Double.NaN);
        assertThat(evidence.edges().get(2).affinity()[0]).containsExactly(Double.NaN, 0.1);
    }

    @Test
    void likelyClassesBecomeCandidates() {
        Evidence evidence =
                DeepCutReader.read(write(CLASSES, JOINS, PLACES, false).toString(), List.of());
        check(evidence);
        assertThat(evidence.parts()).containsExactly("part0", "part1");
    }

    @Test
    void matlabWritesItTheOtherWayRound() {
        Evidence evidence =
                DeepCutReader.read(write(CLASSES, JOINS, PLACES, true).toString(), List.of("head", "neck"));
        check(evidence);
        assertThat(evidence.parts()).containsExactly("head", "neck");
    }

    @Test
    void placesMayBeUnknown() {
        Evidence evidence =
                DeepCutReader.read(write(CLASSES, JOINS, null, false).toString(), List.of());
        assertThat(evidence.candidates()).extracting(Candidate::x).containsOnly(0.0);
    }

    private static BadInputException refused(Path file, String... names) {
        return catchThrowableOfType(BadInputException.class, () -> DeepCutReader.read(file.toString(), List.of(names)));
    }

    @Test
    void whatIsWrongIsNamed() throws IOException {
        assertThat(refused(write(new double[][] {{0.9, 1.5}}, JOINS, null, false)))
                .hasMessageContaining("part-class-probabilities: row 0: found 1.5 but expected a probability");
        assertThat(refused(write(CLASSES, new double[][] {{0, 3, 0, 1, 0.5}}, null, false)))
                .hasMessageContaining("join-probabilities: row 0: found 3.0 but expected a detection");
        assertThat(refused(write(CLASSES, new double[][] {{0, 1, 0.5, 1, 0.5}}, null, false)))
                .hasMessageContaining("row 0: found 0.5 but expected a part class");
        assertThat(refused(write(CLASSES, new double[][] {{0, 1, 0, 1}}, null, false)))
                .hasMessageContaining("found 4 columns but expected 5");
        assertThat(refused(write(CLASSES, JOINS, new double[][] {{1, 2}}, false)))
                .hasMessageContaining("found 1 rows but expected one for each of 3 detections");
        assertThat(refused(write(CLASSES, JOINS, null, false), "only")).hasMessageContaining("but 1 names for them");
        Path text = Files.writeString(dir.resolve("x.h5"), "no");
        assertThat(refused(text)).hasMessageContaining("x.h5: is not an HDF5 file");
        assertThat(refused(dir.resolve("absent.h5"))).hasMessageContaining("absent.h5: no such file");
        try (WritableHdfFile hdf = HdfFile.write(text)) {
            hdf.putDataset("other", CLASSES);
        }
        assertThat(refused(text)).hasMessageContaining("part-class-probabilities: found nothing");
    }

    @Test
    void mutatedFilesAreReadOrRefused() throws IOException {
        byte[] good = Files.readAllBytes(write(CLASSES, JOINS, PLACES, true));
        Path file = dir.resolve("mutated.h5");
        int read = 0;
        for (long seed = 0; seed < 500; seed++) {
            byte[] bytes = good.clone();
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = random.nextInt(3); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            Files.write(file, bytes);
            try {
                DeepCutReader.read(file.toString(), List.of());
                read++;
            } catch (BadInputException e) {
                assertThat(e.getMessage()).as("seed %d", seed).doesNotContain("\n");
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
        }
        assertThat(read).isBetween(20, 490);
    }

    /** The tables above, in chunks of two rows and three columns, which stick out below and to the right. */
    private static HdfBytes.Stored chunked(String name, double[][] table, int... filters) {
        List<byte[]> chunks = new ArrayList<>();
        for (int top = 0; top < table.length; top += 2) {
            for (int left = 0; left < table[0].length; left += 3) {
                double[][] chunk = new double[2][3];
                for (int i = top; i < Math.min(top + 2, table.length); i++) {
                    for (int j = left; j < Math.min(left + 3, table[0].length); j++) {
                        chunk[i - top][j - left] = table[i][j];
                    }
                }
                chunks.add(HdfBytes.chunk(chunk, filters));
            }
        }
        return new HdfBytes.Stored(name, new long[] {table.length, table[0].length}, new int[] {2, 3}, filters, chunks);
    }

    private Path write(HdfBytes.Stored... tables) throws IOException {
        return Files.write(dir.resolve("problem-0001.h5"), HdfBytes.file(tables));
    }

    private Path write(HdfBytes.Stored classes) throws IOException {
        return write(classes, chunked("join-probabilities", JOINS), chunked("coordinates-vertices", PLACES));
    }

    @Test
    void chunksAreReadWithTheFiltersThatAreKnown() throws IOException {
        for (int[] filters : new int[][] {{}, {1}, {2}, {3}, {2, 1}, {2, 1, 3}, {3, 1}, {1, 1}}) {
            Path file = write(
                    chunked("part-class-probabilities", CLASSES, filters),
                    chunked("join-probabilities", JOINS, filters),
                    chunked("coordinates-vertices", PLACES, filters));
            check(DeepCutReader.read(file.toString(), List.of()));
        }
    }

    @ParameterizedTest
    @CsvSource({"32004, LZ4", "32000, LZF", "32008, bitshuffle", "32015, Zstandard", "4, szip", "777, filter 777"})
    void otherFiltersAreRefusedBeforeAnythingIsUnpacked(int filter, String name) throws IOException {
        assertThat(refused(write(chunked("part-class-probabilities", CLASSES, 2, filter))))
                .hasMessage(dir.resolve("problem-0001.h5") + ": part-class-probabilities: is compressed with " + name
                        + ", which is not read; rewrite the file with gzip, such as h5repack -f GZIP=4 IN OUT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"net.jpountz.lz4.LZ4Factory", "com.ning.compress.lzf.LZFDecoder"})
    void decodersThatAreNotUsedAreNotThere(String decoder) {
        assertThatThrownBy(() -> Class.forName(decoder)).isInstanceOf(ClassNotFoundException.class);
    }

    /** A few hundred bytes that declare anything. */
    @ParameterizedTest
    @CsvSource({
        "2147483647, 0, 2, 3, the shape [2147483647; 0]",
        "0, 2147483647, 2, 3, the shape [0; 2147483647]",
        "2147483647, 2147483647, 2, 3, the shape [2147483647; 2147483647]",
        "25000001, 1, 2, 3, at most 25000000 numbers",
        "25000000, 1, 1, 25000000, found chunks of 625000000000000 numbers in all",
        "3, 2, 2147483647, 2147483647, numbers in all but expected at most",
        "3, 2, 0, 3, found chunks of the shape [0; 3]",
        "1000000, 2, 2, 3, No chunk with offset",
    })
    void declaredSizesAreCheckedBeforeMemoryIsTaken(long rows, long columns, int down, int right, String says)
            throws IOException {
        HdfBytes.Stored declared = new HdfBytes.Stored(
                "part-class-probabilities",
                new long[] {rows, columns},
                new int[] {down, right},
                new int[] {1},
                List.of(HdfBytes.chunk(new double[2][3], new int[] {1})));
        assertThat(refused(write(declared))).hasMessageContaining(says.replace(';', ','));
    }

    @Test
    void aChunkUnpacksToItsOwnSizeAtMost() throws IOException {
        byte[] bomb = HdfBytes.deflated(new byte[10_000_000]);
        assertThat(bomb).hasSizeLessThan(10_000);
        assertThat(refused(write(new HdfBytes.Stored(
                        "part-class-probabilities",
                        new long[] {2, 3},
                        new int[] {2, 3},
                        new int[] {1},
                        List.of(bomb)))))
                .hasMessageContaining("found a chunk that unpacks to more than 52 bytes");
        assertThat(refused(write(new HdfBytes.Stored(
                        "part-class-probabilities",
                        new long[] {2, 3},
                        new int[] {2, 3},
                        new int[] {1},
                        List.of(HdfBytes.deflated(new byte[47]))))))
                .hasMessageContaining("found a chunk of 47 bytes but expected one of 48");
    }

    @Test
    void coordinatesAreFinite() {
        assertThat(refused(write(CLASSES, JOINS, new double[][] {{1, 2}, {3, Double.NaN}, {5, 6}}, false)))
                .hasMessageContaining("coordinates-vertices: row 1: found NaN but expected a finite coordinate");
    }
}
