package dev.jointly.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Files that were built into the program. */
final class Resources {
    private Resources() {}

    /** @param path below this package; must not come from a request unchecked */
    static Optional<byte[]> find(String path) {
        try (InputStream in = Resources.class.getResourceAsStream(path)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] required(String path) {
        return find(path).orElseThrow(() -> new IllegalStateException("the program lacks its own " + path));
    }
}
