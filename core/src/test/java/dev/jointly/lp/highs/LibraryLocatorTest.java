package dev.jointly.lp.highs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Platform;
import dev.jointly.lp.highs.LibraryLocator.PackedLibrary;
import dev.jointly.oracle.SymbolicLinks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LibraryLocatorTest {
    private static final String PLATFORM = Platform.RESOURCE_PREFIX;

    @TempDir
    Path folder;

    private LibraryLocator locator(Map<String, String> environment) {
        return new LibraryLocator(environment, folder.resolve("cache"), folder.resolve("fallback"));
    }

    private static byte[] packed(String platform) throws IOException {
        try (var content = PackedLibrary.of(platform).open()) {
            return content.readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"linux-x86-64", "linux-aarch64", "darwin-x86-64", "darwin-aarch64", "win32-x86-64"})
    void unpacksTheLibraryOfEveryPlatform(String platform) throws IOException {
        Path file = locator(Map.of()).locate(platform);
        assertThat(file).startsWith(folder.resolve("cache")).hasBinaryContent(packed(platform));
    }

    @Test
    void leavesAGoodFileAlone() throws IOException {
        Path file = locator(Map.of()).locate(PLATFORM);
        FileTime old = FileTime.from(Instant.now().minus(3, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS));
        Files.setLastModifiedTime(file, old);
        assertThat(locator(Map.of()).locate(PLATFORM)).isEqualTo(file);
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(old);
    }

    @Test
    void repairsADamagedFile() throws IOException {
        Path file = locator(Map.of()).locate(PLATFORM);
        byte[] good = Files.readAllBytes(file);
        byte[] damaged = good.clone();
        damaged[damaged.length / 2] ^= 1;
        Files.write(file, damaged);
        assertThat(locator(Map.of()).locate(PLATFORM)).hasBinaryContent(good);
        Files.write(file, Arrays.copyOf(good, 1000));
        assertThat(locator(Map.of()).locate(PLATFORM)).hasBinaryContent(good);
        Files.delete(file);
        assertThat(locator(Map.of()).locate(PLATFORM)).isEqualTo(file).hasBinaryContent(good);
    }

    @Test
    void clearsAwayWhatKilledProcessesLeftButNothingYoung() throws IOException {
        Path file = locator(Map.of()).locate(PLATFORM);
        Path old = Files.createFile(file.resolveSibling("a.part"));
        Path young = Files.createFile(file.resolveSibling("b.part"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(2, ChronoUnit.HOURS)));
        Files.delete(file);
        locator(Map.of()).locate(PLATFORM);
        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }

    @Test
    void anotherMayFinishItsPartWhileOldOnesAreClearedAway() throws IOException {
        Path file = locator(Map.of()).locate(PLATFORM);
        Files.delete(file);
        // listed, but gone when looked at
        SymbolicLinks.symbolic(file.resolveSibling("c.part"), folder.resolve("gone"));
        assertThat(locator(Map.of()).locate(PLATFORM)).isEqualTo(file);
    }

    @Tag("slow")
    @RepeatedTest(3)
    void threadsMayUnpackAtOnce() throws Exception {
        byte[] good = packed(PLATFORM);
        int threads = 6;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CountDownLatch ready = new CountDownLatch(threads);
            List<Future<Path>> found = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                found.add(pool.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return locator(Map.of()).locate(PLATFORM);
                }));
            }
            for (Future<Path> path : found) {
                assertThat(path.get()).isEqualTo(found.get(0).get()).hasBinaryContent(good);
            }
        } finally {
            pool.shutdown();
        }
        assertOneFileIn(folder.resolve("cache"));
    }

    @Test
    void processesMayUnpackAtOnceAndPrintNothing() throws Exception {
        assumeTrue(Platform.isLinux(), "the cache's place is given by XDG_CACHE_HOME");
        Path cache = folder.resolve("xdg");
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            processes.add(EngineProbe.start(Map.of("XDG_CACHE_HOME", cache.toString())));
        }
        for (Process process : processes) {
            assertQuiet(process);
        }
        assertOneFileIn(cache.resolve("jointly"));
    }

    @Test
    void loadsTheFileNamedByTheEnvironment() throws Exception {
        assumeTrue(Platform.isLinux(), "the cache's place is given by XDG_CACHE_HOME");
        Path file = Files.move(locator(Map.of()).locate(PLATFORM), folder.resolve("my-highs.so"));
        Path unused = folder.resolve("unused");
        assertQuiet(EngineProbe.start(
                Map.of(LibraryLocator.OVERRIDE, file.toString(), "XDG_CACHE_HOME", unused.toString())));
        assertThat(unused.resolve("jointly")).doesNotExist();
    }

    private static void assertQuiet(Process process) throws Exception {
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said.strip()).isEqualTo(EngineProbe.DONE);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    private static void assertOneFileIn(Path cache) throws IOException {
        try (Stream<Path> files = Files.walk(cache)) {
            assertThat(files.filter(Files::isRegularFile)).hasSize(1);
        }
    }

    @Test
    void prefersTheFileNamedByTheEnvironment() throws IOException {
        Path file = Files.createFile(folder.resolve("libhighs.so"));
        assertThat(locator(Map.of("JOINTLY_HIGHS", file.toString())).locate("no-such-platform"))
                .isEqualTo(file);
        assertThat(folder.resolve("cache")).doesNotExist();
        assertThatIllegalStateException()
                .isThrownBy(() -> locator(
                                Map.of("JOINTLY_HIGHS", folder.resolve("no.so").toString()))
                        .locate(PLATFORM))
                .withMessageContaining("JOINTLY_HIGHS")
                .withMessageContaining("no.so");
    }

    @Test
    void namesAPlatformItDoesNotKnow() {
        assertThatIllegalStateException()
                .isThrownBy(() -> locator(Map.of()).locate("plan9-mips"))
                .withMessageContaining("plan9-mips")
                .withMessageContaining("JOINTLY_HIGHS");
    }

    @Test
    void fallsBackWhenTheCacheCannotBeWritten() throws IOException {
        Files.createFile(folder.resolve("cache"));
        Path file = locator(Map.of()).locate(PLATFORM);
        assertThat(file).startsWith(folder.resolve("fallback")).hasBinaryContent(packed(PLATFORM));
        assertThat(locator(Map.of()).locate(PLATFORM)).isEqualTo(file);
    }

    @Test
    void loadsNothingFromAFolderOthersCanChange() throws IOException {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"), "needs POSIX permissions");
        Files.createFile(folder.resolve("cache"));
        Path fallback = Files.createDirectory(folder.resolve("fallback"));
        Files.setPosixFilePermissions(fallback, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> locator(Map.of()).locate(PLATFORM))
                .hasMessageContaining("another user")
                .hasMessageContaining("JOINTLY_HIGHS");
        Files.delete(fallback);
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        SymbolicLinks.symbolic(fallback, elsewhere);
        assertThatThrownBy(() -> locator(Map.of()).locate(PLATFORM)).hasMessageContaining("is not a folder");
    }

    @Test
    void knowsWhereSystemsKeepTheirCaches() {
        Path home = folder.resolve("home");
        String xdg = folder.resolve("xdg").toString();
        assertThat(LibraryLocator.cacheFolder(Map.of(), home, "Linux")).isEqualTo(home.resolve(".cache/jointly"));
        assertThat(LibraryLocator.cacheFolder(Map.of("XDG_CACHE_HOME", xdg), home, "Linux"))
                .isEqualTo(folder.resolve("xdg/jointly"));
        assertThat(LibraryLocator.cacheFolder(Map.of("XDG_CACHE_HOME", "relative"), home, "Linux"))
                .isEqualTo(home.resolve(".cache/jointly"));
        assertThat(LibraryLocator.cacheFolder(Map.of("XDG_CACHE_HOME", xdg), home, "Mac OS X"))
                .isEqualTo(home.resolve("Library/Caches/jointly"));
        assertThat(LibraryLocator.cacheFolder(Map.of("LOCALAPPDATA", xdg), home, "Windows 11"))
                .isEqualTo(folder.resolve("xdg/jointly"));
    }
}
