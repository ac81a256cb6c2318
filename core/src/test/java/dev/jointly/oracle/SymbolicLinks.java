package dev.jointly.oracle;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Symbolic links, for tests that want one. */
public final class SymbolicLinks {
    private SymbolicLinks() {}

    /** Makes a link; skips the test where the system lets only administrators do so. */
    public static Path symbolic(Path link, Path target) {
        try {
            return Files.createSymbolicLink(link, target);
        } catch (IOException | UnsupportedOperationException e) {
            return abort("this system does not let these tests make symbolic links: " + e);
        }
    }
}
