package dev.jointly.vision.convert;

import dev.jointly.io.BadInputException;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
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

    /** In the headers of one file, where names may be of any length and are read before anything is known of the file. */
    private static final int MOST_HEADER = 1 << 16;

    private Tarball() {}

    /** What has been unpacked, up to a limit. */
    private static final class Limited extends FilterInputStream {
        private long left;

        Limited(InputStream in) {
            super(in);
        }

        void allow(long bytes) {
            left = bytes;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            if (left == 0) {
                throw new IOException("found more than " + MOST_HEADER + " bytes for the name of a file");
            }
            int count = super.read(target, from, (int) Math.min(length, left));
            left -= Math.max(0, count);
            return count;
        }

        @Override
        public long skip(long count) throws IOException {
            long skipped = super.skip(Math.min(count, left));
            left -= skipped;
            return skipped;
        }
    }

    /**
     * The files that are wanted, by their names; the others are skipped.
     *
     * @param name of the archive, for messages
     */
    static Map<String, byte[]> files(String name, InputStream archive, Predicate<String> wanted) {
        Map<String, byte[]> files = new HashMap<>();
        int left = MOST_BYTES;
        long skippable = MOST_SKIPPED;
        try (Limited unpacked = new Limited(new GzipCompressorInputStream(new BufferedInputStream(archive)));
                TarArchiveInputStream tar = new TarArchiveInputStream(unpacked)) {
            int entries = 0;
            unpacked.allow(MOST_HEADER);
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                boolean read =
                        entry.isFile() && !entry.isLink() && !entry.isSymbolicLink() && wanted.test(entry.getName());
                if (++entries > MOST_ENTRIES || entry.getSize() > (read ? left : skippable)) {
                    throw new BadInputException(name + ": holds more than " + MOST_ENTRIES + " files or "
                            + (read ? MOST_BYTES : MOST_SKIPPED) + " bytes");
                }
                unpacked.allow(entry.getSize() + MOST_HEADER);
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
