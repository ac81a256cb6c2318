package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.vision.fixture.TinyNetworks;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a commit relies on, of each kind of storage. */
@Tag("slow")
@Timeout(300)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Hadoop needs winutils.exe there")
class StorageTest {
    private static final int WRITERS = 8;
    private static final int FILES = 15;

    @TempDir
    static Path folder;

    private static Stores stores;

    @BeforeAll
    static void start() throws Exception {
        stores = Stores.start(folder);
    }

    @AfterAll
    static void stop() throws Exception {
        stores.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "hdfs", "s3a"})
    void oneOfManyWritersWins(String scheme) throws Exception {
        FileSystem files = stores.files(scheme);
        OutputFolder storage = OutputFolder.of(stores.root(scheme), files.getConf());
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        try {
            for (int f = 0; f < FILES; f++) {
                org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(stores.root(scheme) + "/once/" + f);
                assertThat(storage.read(file)).isEmpty();
                CyclicBarrier together = new CyclicBarrier(WRITERS);
                List<Future<Boolean>> wins = new ArrayList<>();
                for (int w = 0; w < WRITERS; w++) {
                    String content = "writer " + w;
                    wins.add(threads.submit(() -> {
                        together.await();
                        return storage.putOnce(file, content);
                    }));
                }
                List<Integer> winners = new ArrayList<>();
                for (int w = 0; w < WRITERS; w++) {
                    if (wins.get(w).get()) {
                        winners.add(w);
                    }
                }
                assertThat(winners).as("file %d", f).hasSize(1);
                String written = "writer " + winners.get(0);
                assertThat(storage.read(file)).hasValue(written);
                assertThat(storage.putOnce(file, "late")).isFalse();
                assertThat(storage.putOnce(file, written))
                        .as("who repeats because the answer was lost has still won")
                        .isTrue();
                assertThat(storage.read(file)).hasValue(written);
            }
            assertThat(files.listStatus(new org.apache.hadoop.fs.Path(stores.root(scheme) + "/once")))
                    .as("no drafts are left")
                    .hasSize(FILES);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Named in a list, as an editor of Windows leaves it; the settings of the store are known to Spark alone. */
    @ParameterizedTest
    @ValueSource(strings = {"file", "hdfs", "s3a"})
    void imagesAreReadFromIt(String scheme) throws Exception {
        FileSystem files = stores.files(scheme);
        String root = stores.root(scheme) + "/images";
        write(files, root + "/two [x] 5%25.png", ImageInputsTest.image(2));
        write(files, root + "/list.txt", (root + "/two [x] 5%25.png\r\n" + root + "/none.png\r\n").getBytes(UTF_8));
        Path card = Files.writeString(folder.resolve("colours.json"), TinyNetworks.CARD);
        TinyNetworks.write(folder.resolve("colours.onnx"));
        LocalBatch batch = new LocalBatch(root + "/list.txt", root + "/out")
                .on(stores.settings())
                .model(card);
        assertThat(batch.run()).isFalse();
        assertThat(batch.said()).contains("2 frames, 2 people: 1 proven, 0 bounded, 1 failed (0 quarantined)");
    }

    private static void write(FileSystem files, String name, byte[] content) throws IOException {
        try (OutputStream out = files.create(new org.apache.hadoop.fs.Path(name))) {
            out.write(content);
        }
    }

    /** Two attempts at one piece are alive, and both have problems to postpone; the second ends later. */
    @ParameterizedTest
    @ValueSource(strings = {"file", "hdfs", "s3a"})
    void aLateTwinLosesAndTakesNothingAway(String scheme) throws Exception {
        OutputFolder folder = OutputFolder.of(
                stores.root(scheme) + "/twins", stores.files(scheme).getConf());
        Piece piece = new Piece("part-000003", 1, new Piece.Part(0, 1, 0), 0, 1, 1);
        try (PieceOutput first = new PieceOutput(piece, "a1-first", folder);
                PieceOutput late = new PieceOutput(piece, "a2-late", folder)) {
            for (PieceOutput output : List.of(first, late)) {
                output.add(Outcome.postponed(new RawRecord("in.ndjson", ""), "{}", Outcome.Phases.NONE));
            }
            first.commit();
            late.commit();
        }
        assertThat(Commit.of(piece.name(), folder)).hasValue(new Commit(piece.name(), "a1-first", 0, 0, 1));
        for (String table : List.of("frames", "people", OutputFolder.PUT_OFF)) {
            assertThat(folder.files().listStatus(folder.top(table)))
                    .extracting(file -> file.getPath().getName())
                    .as(table)
                    .allMatch(name -> name.startsWith("part-000003.a1-first."))
                    .hasSize(1);
        }
    }
}
