package dev.jointly.lp.highs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the HiGHS library: the file named by {@code JOINTLY_HIGHS}, or the one inside the platform's jar, laid down once
 * per user in a cache. The file in the cache is compared with the jar's size and checksum at every start and replaced
 * when it differs, always by an atomic move, so that several processes may start at once.
 */
final class LibraryLocator {
    static final String OVERRIDE = "JOINTLY_HIGHS";
    private static final String PART = ".part";
    private static final Duration ABANDONED = Duration.ofHours(1);

    private final Map<String, String> environment;
    private final Path cache;
    private final Path fallback;

    /**
     * @param cache where caches of this user lie
     * @param fallback a folder of this user among the temporary files, for when the cache cannot be written
     */
    LibraryLocator(Map<String, String> environment, Path cache, Path fallback) {
        this.environment = environment;
        this.cache = cache;
        this.fallback = fallback;
    }

    /** The locator for this process. */
    static LibraryLocator ofProcess() {
        Map<String, String> environment = System.getenv();
        Path home = Path.of(System.getProperty("user.home", "."));
        Path temporary = Path.of(System.getProperty("java.io.tmpdir", "."));
        String user = System.getProperty("user.name", "user").replaceAll("[^A-Za-z0-9_.-]", "_");
        return new LibraryLocator(
                environment,
                cacheFolder(environment, home, System.getProperty("os.name", "")),
                temporary.resolve("jointly-" + user));
    }

    /** Where this kind of system keeps what programs can make again. */
    static Path cacheFolder(Map<String, String> environment, Path home, String system) {
        Path folder;
        if (system.startsWith("Windows")) {
            folder = absoluteOr(environment.get("LOCALAPPDATA"), home.resolve("AppData/Local"));
        } else if (system.startsWith("Mac")) {
            folder = home.resolve("Library/Caches");
        } else {
            folder = absoluteOr(environment.get("XDG_CACHE_HOME"), home.resolve(".cache"));
        }
        return folder.resolve("jointly");
    }

    private static Path absoluteOr(@Nullable String path, Path otherwise) {
        return path != null && Path.of(path).isAbsolute() ? Path.of(path) : otherwise;
    }

    /** The library file to load on this platform, spelled as JNA spells it ({@code linux-x86-64}). */
    Path locate(String platform) {
        String override = environment.get(OVERRIDE);
        if (override != null && !override.isBlank()) {
            Path file = Path.of(override).toAbsolutePath();
            if (!Files.isRegularFile(file)) {
                throw new IllegalStateException(OVERRIDE + " is " + override
                        + " but there is no such file; it must name a HiGHS shared library, or be unset");
            }
            return file;
        }
        try {
            return inCache(PackedLibrary.of(platform));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack the HiGHS library: " + e.getMessage(), e);
        }
    }

    private Path inCache(PackedLibrary packed) throws IOException {
        try {
            return unpacked(packed, Files.createDirectories(cache));
        } catch (IOException | SecurityException e) {
            try {
                return unpacked(packed, privateFolder(fallback));
            } catch (IOException | SecurityException again) {
                again.addSuppressed(e);
                throw new IOException(
                        "neither " + cache + " (" + e + ") nor " + fallback + " (" + again + ") can be used; make one"
                                + " writable, or let " + OVERRIDE + " name an installed HiGHS library",
                        again);
            }
        }
    }

    private static Path unpacked(PackedLibrary packed, Path base) throws IOException {
        Path folder = Files.createDirectories(base.resolve(packed.key()));
        Path file = folder.resolve(packed.fileName());
        if (packed.matches(file)) {
            return file;
        }
        removeAbandoned(folder);
        Path part = Files.createTempFile(folder, packed.fileName(), PART);
        try {
            try (InputStream content = packed.open()) {
                Files.copy(content, part, StandardCopyOption.REPLACE_EXISTING);
            }
            if (!packed.matches(part)) {
                throw new IOException(part + " does not read back as written; is the disk full or failing?");
            }
            try {
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                // Windows refuses to replace a library in use: then another process was faster
                if (!packed.matches(file)) {
                    throw e;
                }
            }
        } finally {
            Files.deleteIfExists(part);
        }
        return file;
    }

    /** What killed processes left; younger files may still be being written. */
    private static void removeAbandoned(Path folder) throws IOException {
        Instant limit = Instant.now().minus(ABANDONED);
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, "*" + PART)) {
            for (Path part : parts) {
                try {
                    if (Files.getLastModifiedTime(part).toInstant().isBefore(limit)) {
                        Files.deleteIfExists(part);
                    }
                } catch (NoSuchFileException e) {
                    // its writer has finished meanwhile and moved it into place
                }
            }
        }
    }

    /** Others can write beside it, so the folder must be ours alone before code is loaded from it. */
    private static Path privateFolder(Path folder) throws IOException {
        boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        Set<PosixFilePermission> ownerOnly = PosixFilePermissions.fromString("rwx------");
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            try {
                if (posix) {
                    Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(ownerOnly));
                } else {
                    Files.createDirectory(folder);
                }
            } catch (FileAlreadyExistsException e) {
                // made meanwhile, by another process of ours or by a stranger: judged below
            }
        }
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(folder + " is not a folder");
        }
        if (posix) {
            Path probe = Files.createTempFile(folder, "owner", PART);
            try {
                boolean ours = Files.getOwner(probe).equals(Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS));
                if (!ours || !ownerOnly.containsAll(Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS))) {
                    throw new IOException(folder + " belongs to or can be changed by another user");
                }
            } finally {
                Files.deleteIfExists(probe);
            }
        }
        return folder;
    }

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
                throw new IllegalStateException(
                        "no HiGHS library for the platform " + platform + " is on the class path (" + resource
                                + "); install HiGHS and let " + LibraryLocator.OVERRIDE + " name its library file");
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
            try (CheckedInputStream content = new CheckedInputStream(url.openStream(), new CRC32())) {
                long size = content.transferTo(OutputStream.nullOutputStream());
                return new PackedLibrary(
                        url, fileName, size, content.getChecksum().getValue());
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
            try (CheckedInputStream content = new CheckedInputStream(Files.newInputStream(file), new CRC32())) {
                return content.transferTo(OutputStream.nullOutputStream()) == size
                        && content.getChecksum().getValue() == checksum;
            }
        }
    }
}
