package dev.jointly.io.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.BadInputException;
import dev.jointly.io.dlc.DlcAssemblies;
import dev.jointly.io.export.DlcAssembliesPickle.Video;
import dev.jointly.io.export.Solved.Person;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file as DeepLabCut would read it: by Python's unpickler. */
class DlcAssembliesPickleTest {
    /** Prints types and values; numpy's own functions where it is installed, otherwise stand-ins for the four it needs. */
    private static final String SCRIPT = """
            import io, pickle, struct, sys
            class Array:
                def __setstate__(self, state):
                    version, self.shape, dtype, fortran, data = state
                    assert version == 1 and fortran is False and dtype.order == '<'
                    self.dtype = dtype.name
                    rows, columns = self.shape
                    flat = struct.unpack('<%dd' % (rows * columns), data)
                    self.rows = [list(flat[i * columns:(i + 1) * columns]) for i in range(rows)]
                def tolist(self):
                    return self.rows
            class DType:
                def __init__(self, name, align, copy):
                    assert name == 'f8' and not align and copy
                    self.name = 'float64'
                def __setstate__(self, state):
                    assert state == (3, '<', None, None, None, -1, -1, 0), state
                    self.order = state[1]
            def reconstruct(kind, shape, code):
                assert kind is Array and shape == (0,) and code == b'b'
                return Array()
            NAMES = {('numpy.core.multiarray', '_reconstruct'): reconstruct,
                     ('numpy', 'ndarray'): Array, ('numpy', 'dtype'): DType}
            class Restricted(pickle.Unpickler):
                def find_class(self, module, name):
                    return NAMES[module, name]
            data = open(sys.argv[1], 'rb').read()
            if sys.argv[2] == 'numpy':
                import numpy
                value = pickle.loads(data)
                assert all(type(a) is numpy.ndarray and a.flags.c_contiguous and a.flags.owndata and a.flags.writeable
                           for k, v in value.items() for a in (v.values() if k == 'single' else v))
            else:
                value = Restricted(io.BytesIO(data)).load()
            assert type(value) is dict
            for frame, animals in value.items():
                print(type(frame).__name__, frame, type(animals).__name__, len(animals))
                for key, array in animals.items() if frame == 'single' else enumerate(animals):
                    print(' ', key, tuple(array.shape), str(array.dtype), array.tolist())
            """;

    @TempDir
    Path dir;

    private static Solved frame(String id, List<Map<Integer, Integer>> animals) {
        Anatomy anatomy = Anatomy.of(
                "mouse",
                List.of("snout", "spine", "tail"),
                List.of("spine"),
                List.of(List.of("snout", "spine"), List.of("spine", "tail")));
        List<Detection> seen = List.of(
                new Detection(0, 1.5, 2.25, 0.5, Micro.of(-1)),
                new Detection(1, 300.125, 40.0, 1.0, Micro.of(-1)),
                new Detection(2, 7.0, -8.5, 0.25, Micro.of(-1)),
                new Detection(1, 500.0, 600.0, 0.75, Micro.of(-1)));
        Problem problem =
                new Problem(id, null, anatomy, 0, seen, new PairCosts.Builder().build(seen.size(), true), List.of());
        return new Solved(
                problem,
                new Bounds(true, 0, 0),
                animals.stream()
                        .map(global -> Person.of(problem, 0, global, Map.of()))
                        .toList());
    }

    private static byte[] written(@Nullable Video video, Solved... frames) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Exporter exporter = new DlcAssembliesPickle(out, video)) {
            for (Solved frame : frames) {
                exporter.add(frame);
            }
        }
        return out.toByteArray();
    }

    private List<String> python(byte[] pickle, String numpy) throws IOException, InterruptedException {
        Path file = Files.write(dir.resolve("assemblies.pickle"), pickle);
        Path out = dir.resolve("out");
        Process process;
        try {
            process = new ProcessBuilder("python3", "-c", SCRIPT, file.toString(), numpy)
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
        } catch (IOException e) {
            Assumptions.assumeTrue(false, "skipped: there is no python3");
            throw e;
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(out, UTF_8);
        Assumptions.assumeFalse(
                numpy.equals("numpy") && said.contains("No module named 'numpy'"),
                "skipped: python3 has no numpy; the run without it covers the same file");
        assertThat(process.exitValue()).as(said).isZero();
        return said.lines().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"numpy", "without"})
    void pythonReadsWhatDeepLabCutWouldHaveWritten(String numpy) throws IOException, InterruptedException {
        // of two animals the one with three joints is stronger
        byte[] pickle = written(
                null,
                frame("frame0003", List.of(Map.of(1, 3), Map.of(0, 0, 1, 1, 2, 2))),
                frame("frame0004", List.of()),
                frame("labeled-data/m1/img2329.png", List.of(Map.of(2, 2))));
        String nothing = "[nan, nan, nan, nan]";
        assertThat(python(pickle, numpy))
                .containsExactly(
                        "int 3 list 2",
                        "  0 (3, 4) float64 [[1.5, 2.25, 0.5, -1.0], [300.125, 40.0, 1.0, -1.0], [7.0, -8.5, 0.25, -1.0]]",
                        "  1 (3, 4) float64 [" + nothing + ", [500.0, 600.0, 0.75, -1.0], " + nothing + "]",
                        "int 2329 list 1",
                        "  0 (3, 4) float64 [" + nothing + ", " + nothing + ", [7.0, -8.5, 0.25, -1.0]]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"numpy", "without"})
    void partsOfTheVideoThatNobodyGroupedHaveTheirPlaces(String numpy) throws IOException, InterruptedException {
        TreeMap<Integer, double[][]> single = new TreeMap<>(Map.of(1, new double[][] {{9, 8, 0.5}}));
        Video video = new Video(List.of("tail", "ear", "snout", "spine"), single);
        String nothing = "[nan, nan, nan, nan]";
        assertThat(python(written(video, frame("frame1", List.of(Map.of(0, 0, 2, 2)))), numpy))
                .containsExactly(
                        "int 1 list 1",
                        "  0 (4, 4) float64 [[7.0, -8.5, 0.25, -1.0], " + nothing + ", [1.5, 2.25, 0.5, -1.0], "
                                + nothing + "]",
                        "str single dict 1",
                        "  1 (1, 3) float64 [[9.0, 8.0, 0.5]]");
    }

    @Test
    void ourOwnReaderReadsMoreFramesThanAByteCounts() throws IOException {
        List<Solved> frames = new ArrayList<>();
        for (int i = 0; i < 70_000; i += 10_000) {
            frames.add(frame("frame" + i, List.of(Map.of(0, 0))));
        }
        byte[] pickle = written(null, frames.toArray(Solved[]::new));
        DlcAssemblies read = DlcAssemblies.read("-", new ByteArrayInputStream(pickle));
        assertThat(read.frames().keySet()).containsExactly(0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000);
        assertThat(read.frames().get(60_000)).singleElement().satisfies(animal -> {
            assertThat(animal.joints()[0]).containsExactly(1.5, 2.25, 0.5);
            assertThat(animal.placed()).isEqualTo(1);
        });
    }

    @Test
    void framesNeedNumbersOfTheirOwnAndKnownParts() {
        assertThatThrownBy(() -> written(null, frame("street", List.of())))
                .isInstanceOf(BadInputException.class)
                .hasMessage("problem \"street\" has no number of a frame at the end of its id, such as frame0012,"
                        + " which dlc-assemblies needs");
        assertThatThrownBy(() -> written(null, frame("a/frame7", List.of()), frame("b/frame07", List.of())))
                .isInstanceOf(BadInputException.class)
                .hasMessage("problem \"b/frame07\" is a second frame 7 but dlc-assemblies is one video; export each"
                        + " video on its own");
        assertThatThrownBy(() -> written(new Video(List.of("snout", "tail"), null), frame("frame1", List.of())))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("has the part \"spine\" but the parts of this video are snout, tail");
    }
}
