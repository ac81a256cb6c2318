package dev.jointly.vision;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Photos, networks and detections that are not part of the project; tests that want them are skipped without. */
public final class OutsideData {
    private OutsideData() {}

    /** A file or folder below {@code JOINTLY_DATA}; skips the test where there is none. */
    public static Path path(String name) {
        String root = System.getenv("JOINTLY_DATA");
        assumeTrue(root != null, "JOINTLY_DATA does not say where the outside data is");
        Path path = Path.of(root).resolve(name);
        assumeTrue(Files.exists(path), path + " is not there");
        return path;
    }

    /** The photos, in the order of their names. */
    public static List<Path> photos() throws IOException {
        try (Stream<Path> files = Files.list(path("photos"))) {
            return files.filter(file -> file.toString().endsWith(".jpg"))
                    .sorted()
                    .toList();
        }
    }
}
