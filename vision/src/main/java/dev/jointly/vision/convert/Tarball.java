package dev.jointly.vision.convert;

import dev.jointly.io.BadInputException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Plain files of a .tgz, in memory: as nothing is laid down under the names in it, no name can lead anywhere. Bounded, so
 * that a small archive cannot become a large one.
 */
final class Tarball {
    private static final int MOST_ENTRIES = 1_000;
    private static final int MOST_BYTES = 64 << 20;

    /** What is only skipped needs no memory but time. */
    private static final long MOST_SKIPPED = 1L << 30;

    private Tarball() {}

    /**
     * The files that are wanted, by their names; the others are skipped.
     *
     * @param name of the archive, for messages
     */
    static Map<String, byte[]> files(String name, InputStream archive, Predicate<String> wanted) {
        Map<String, byte[]> files = new HashMap<>();
        int left = MOST_BYTES;
        long skippable = MOST_SKIPPED;
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new GzipCompressorInputStream(new BufferedInputStream(archive)))) {
            int entries = 0;
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                boolean read =
                        entry.isFile() && !entry.isLink() && !entry.isSymbolicLink() && wanted.test(entry.getName());
                if (++entries > MOST_ENTRIES || entry.getSize() > (read ? left : skippable)) {
                    throw new BadInputException(name + ": holds more than " + MOST_ENTRIES + " files or "
                            + (read ? MOST_BYTES : MOST_SKIPPED) + " bytes");
                }
                if (read) {
                    byte[] content = tar.readNBytes(left);
                    left -= content.length;
                    files.put(entry.getName(), content);
                } else {
                    skippable -= entry.getSize();
                }
            }
            return files;
        } catch (IOException e) {
            throw new BadInputException(name + ": is not a readable .tgz archive: " + e.getMessage(), e);
        }
    }
}
