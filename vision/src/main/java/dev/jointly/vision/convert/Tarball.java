package dev.jointly.vision.convert;

import dev.jointly.io.BadInputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * The plain files of a .tgz, in memory: as nothing is laid down under the names in it, no name can lead anywhere. Bounded, so
 * that a small archive cannot become a large one.
 */
final class Tarball {
    private static final int MOST_ENTRIES = 1_000;
    private static final int MOST_BYTES = 64 << 20;

    private Tarball() {}

    /** @param name of the archive, for messages */
    static Map<String, byte[]> files(String name, byte[] archive) {
        Map<String, byte[]> files = new HashMap<>();
        int left = MOST_BYTES;
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new GzipCompressorInputStream(new ByteArrayInputStream(archive)))) {
            int entries = 0;
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (++entries > MOST_ENTRIES || entry.getSize() > left) {
                    throw new BadInputException(
                            name + ": holds more than " + MOST_ENTRIES + " files or " + MOST_BYTES + " bytes");
                }
                if (entry.isFile() && !entry.isLink() && !entry.isSymbolicLink()) {
                    byte[] content = tar.readNBytes(left);
                    left -= content.length;
                    files.put(entry.getName(), content);
                }
            }
            return files;
        } catch (IOException e) {
            throw new BadInputException(name + ": is not a readable .tgz archive: " + e.getMessage(), e);
        }
    }
}
