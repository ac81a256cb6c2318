package dev.jointly.spark;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Frames of one or two people who stand apart, six parts each: a dozen detections, and less than a millisecond to solve. No two are
 * alike.
 *
 * @param count of frames
 */
record TinyFrames(int count) {
    private static final long SEED = 20_261_117;
    private static final int PARTS = 6;

    static Problem frame(int number) {
        return Generator.generate("t" + number, 1 + number % 2, Crowding.EASY, SEED + number, PARTS);
    }

    /** Writes them as Parquet, in their order, into this many files of about the same size. */
    void write(Path folder, int files) throws IOException {
        Files.createDirectories(folder);
        IntStream.range(0, files).parallel().forEach(file -> {
            int from = (int) ((long) count * file / files);
            int to = (int) ((long) count * (file + 1) / files);
            try {
                ProblemTable.write(
                        () -> IntStream.range(from, to)
                                .mapToObj(TinyFrames::frame)
                                .iterator(),
                        folder.resolve(String.format(Locale.ROOT, "tiny-%03d.parquet", file)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
