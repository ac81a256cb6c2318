package dev.jointly.lp.highs;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.zip.CRC32;

/**
 * The library as it lies in a jar, with its size and CRC-32. A jar's directory states both, so a good file in the cache
 * is recognised without unpacking anything: a few milliseconds at start-up where SHA-256 over both copies takes ten
 * times as long. The checksum is against damage; against strangers stands the ownership of the cache's folder.
 */
record PackedLibrary(URL url, String fileName, long size, long checksum) {
    /** The library for a platform spelled as JNA spells it. */
    static PackedLibrary of(String platform) throws IOException {
        String fileName = platform.startsWith("win32")
                ? "highs.dll"
                : platform.startsWith("darwin") ? "libhighs.1.dylib" : "libhighs.so.1";
        String resource = "ortools-" + platform + "/" + fileName;
        // asked of the class loader, which looks on the class path too when this class is in a named module
        URL url = PackedLibrary.class.getClassLoader().getResource(resource);
        if (url == null) {
            throw new IllegalStateException("no HiGHS library for the platform " + platform + " is on the class path ("
                    + resource + "); install HiGHS and let " + LibraryLocator.OVERRIDE + " name its library file");
        }
        return of(url, fileName);
    }

    static PackedLibrary of(URL url, String fileName) throws IOException {
        URLConnection connection = url.openConnection();
        if (connection instanceof JarURLConnection inJar) {
            // a cached JarFile would be shared with others, and closing it would break them
            inJar.setUseCaches(false);
            try (JarFile jar = inJar.getJarFile()) {
                var entry = jar.getJarEntry(inJar.getEntryName());
                if (entry != null && entry.getSize() >= 0 && entry.getCrc() >= 0) {
                    return new PackedLibrary(url, fileName, entry.getSize(), entry.getCrc());
                }
            }
        }
        try (InputStream content = url.openStream()) {
            CRC32 crc = new CRC32();
            long size = sum(content, crc);
            return new PackedLibrary(url, fileName, size, crc.getValue());
        }
    }

    /** Names this content among other versions and platforms. */
    String key() {
        return "highs-" + Long.toHexString(checksum) + "-" + size;
    }

    InputStream open() throws IOException {
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        return connection.getInputStream();
    }

    /** Whether a file exists and has this content. */
    boolean matches(Path file) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) != size) {
            return false;
        }
        try (InputStream content = Files.newInputStream(file)) {
            CRC32 crc = new CRC32();
            return sum(content, crc) == size && crc.getValue() == checksum;
        }
    }

    private static long sum(InputStream content, CRC32 crc) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long size = 0;
        for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
            crc.update(buffer, 0, n);
            size += n;
        }
        return size;
    }
}
