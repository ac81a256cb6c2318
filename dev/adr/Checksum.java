import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.zip.CRC32;

/** Times one checksum of a file in a fresh JVM; see 0004-crc-for-the-library-cache.md. */
class Checksum {
    public static void main(String[] args) throws Exception {
        byte[] content = Files.readAllBytes(Path.of(args[1]));
        long start = System.nanoTime();
        if (args[0].equals("crc")) {
            new CRC32().update(content);
        } else {
            MessageDigest.getInstance("SHA-256").digest(content);
        }
        System.out.printf("%s of %,d bytes: %.1f ms%n", args[0], content.length, (System.nanoTime() - start) / 1e6);
    }
}
