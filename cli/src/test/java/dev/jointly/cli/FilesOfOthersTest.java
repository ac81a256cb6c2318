package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.cli.Program.Run;
import dev.jointly.oracle.SymbolicLinks;
import dev.jointly.vision.fixture.SmallVideos;
import dev.jointly.vision.net.ModelStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is in the place of an output: files of others stay, ours are replaced; and a place that takes no more is named. */
@Timeout(120)
class FilesOfOthersTest {
    private static final String REFUSED =
            ": it exists, and Jointly cannot tell that it wrote it; give another name, or --force to replace it\n";

    @TempDir
    Path dir;

    private final Program program = new Program(new Main.Engine());
    private Path problems = Path.of("");
    private Path solutions = Path.of("");
    private Path problem = Path.of("");
    private Path solution = Path.of("");

    @BeforeEach
    void solve() throws IOException {
        problems = WalkingPeople.write(dir.resolve("p.ndjson"));
        solutions = dir.resolve("s.ndjson");
        done("solve", problems, "-o", solutions, "-q", "--margins", "bound");
        problem =
                Files.write(dir.resolve("p.json"), Files.readAllLines(problems).subList(0, 1));
        solution = dir.resolve("s.json");
        done("solve", problem, "-o", solution, "-q");
    }

    private void done(Object... words) {
        Run run = program.run(words);
        assertThat(run.code()).as(run.err()).isZero();
    }

    /** Commands without {@code -o} and the file behind it. */
    private List<Object[]> commands() {
        return List.of(
                new Object[] {"solve", problems, "-q", "-o"},
                new Object[] {"solve", problems, "-q", "--format", "csv", "-o"},
                new Object[] {"best", problem, "-q", "-o"},
                new Object[] {"rank", solutions, "--problems", problems, "-o"},
                new Object[] {"track", solutions, "--problems", problems, "-q", "-o"},
                new Object[] {"export", "csv", solutions, "--problems", problems, "-q", "-o"},
                new Object[] {"export", "cvat", solutions, "--problems", problems, "-q", "-o"},
                new Object[] {"export", "dlc-assemblies", solutions, "--problems", problems, "-q", "-o"},
                new Object[] {"compare", solutions, solutions, "--csv"},
                new Object[] {"compare", solutions, solutions, "--frames-to-label"});
    }

    private static Object[] into(Object[] command, Object... further) {
        List<Object> words = new ArrayList<>(List.of(command));
        words.addAll(List.of(further));
        return words.toArray();
    }

    @Test
    void filesOfOthersAreReplacedByForceOnly() throws IOException {
        for (Object[] command : commands()) {
            Path file = Files.writeString(dir.resolve("theirs"), "weeks of work");
            Run run = program.run(into(command, file));
            assertThat(run.code()).as("%s %s", command[0], command[1]).isEqualTo(Exit.WRONG);
            assertThat(run.err()).isEqualTo("jointly: cannot write " + file + REFUSED);
            assertThat(file).hasContent("weeks of work");
            Run forced = program.run(into(command, file, "--force"));
            assertThat(forced.code()).as("%s %s", forced.err(), command[0]).isZero();
            assertThat(Files.readAllBytes(file)).isNotEqualTo("weeks of work".getBytes(UTF_8));
        }
        Path coco = Files.writeString(dir.resolve("coco.json"), "{}");
        assertThat(program.run("batch", problems, "--out", dir.resolve("batch"), "--coco", coco)
                        .err())
                .isEqualTo("jointly: cannot write " + coco + REFUSED);
        try (var files = Files.list(dir)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.endsWith(".part"));
        }
    }

    @Test
    void everyFileOfADirectoryIsLookedAt() throws IOException {
        Path folder = Files.createDirectory(dir.resolve("out"));
        Path theirs = Files.writeString(folder.resolve("walk-frame0010.solution.json"), "{\"mine\": 1}");
        Path renamed = Files.writeString(
                dir.resolve("q.ndjson"), Files.readString(problems).replace("walk/", "walk-"));
        Run run = program.run("solve", renamed, "-o", folder);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).contains("cannot write " + theirs + REFUSED);
        assertThat(theirs).hasContent("{\"mine\": 1}");
        done("solve", renamed, "-o", folder, "--force");
        // now they are ours
        done("solve", renamed, "-o", folder);
        done("generate", "--people", 2, "--crowding", "easy", "--seed", 1, "-o", folder);
        done("generate", "--people", 2, "--crowding", "easy", "--seed", 1, "-o", folder);
    }

    @Test
    void oursAreReplacedAlsoCompressed() throws IOException {
        for (String name : List.of("s.ndjson", "s.ndjson.gz", "one.json.gz")) {
            done("solve", name.startsWith("one") ? problem : problems, "-o", dir.resolve(name), "-q");
            done("solve", problem, "-o", dir.resolve(name), "-q");
        }
        Path cut = dir.resolve("one.json.gz");
        Files.write(cut, Arrays.copyOf(Files.readAllBytes(cut), 150));
        done("solve", problem, "-o", cut, "-q");
        done("track", solutions, "--problems", problems, "-o", dir.resolve("t.json"), "-q");
        done("track", solutions, "--problems", problems, "-o", dir.resolve("t.json"), "-q");
        Path empty = Files.createFile(dir.resolve("empty"));
        done("export", "csv", solutions, "--problems", problems, "-o", empty);
        Path foreign = dir.resolve("their.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(foreign))) {
            out.write("{\"info\": {\"format\": \"jointly/solution@1\"}}".getBytes(UTF_8));
        }
        assertThat(program.run("solve", problem, "-o", foreign).err()).endsWith(REFUSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"people.png", "people.jpg", "people.svg"})
    void drawingsAreKnownByTheirText(String name) throws IOException {
        Path drawing = dir.resolve(name);
        done("draw", solution, "--problem", problem, "-o", drawing, "-q");
        done("draw", solution, "--problem", problem, "-o", drawing, "-q");
        Path theirs = Files.write(
                drawing,
                new String(Files.readAllBytes(drawing), ISO_8859_1)
                        .replace("drawn by Jointly", "drawn by a friend")
                        .getBytes(ISO_8859_1));
        assertThat(program.run("draw", solution, "--problem", problem, "-o", drawing)
                        .err())
                .isEqualTo("jointly: cannot write " + theirs + REFUSED);
        done("draw", solution, "--problem", problem, "-o", drawing, "--force");
    }

    @Test
    void sheetsAreDrawingsAndVideosNeedForce() throws IOException, InterruptedException {
        Path sheet = dir.resolve("sheet.png");
        done("compare", solutions, solutions, "--sheet", sheet);
        done("compare", solutions, solutions, "--sheet", sheet);
        Path clip = clip("clip.mp4", 640, 480);
        Path theirs = Files.writeString(dir.resolve("drawn.mp4"), "a film");
        Object[] draw = {"draw", solutions, "--problems", problems, "--video", clip, "-o", theirs};
        assertThat(program.run(draw).err()).isEqualTo("jointly: cannot write " + theirs + REFUSED);
        assertThat(theirs).hasContent("a film");
        done(into(draw, "--force"));
    }

    private Path clip(String name, int width, int height) throws IOException, InterruptedException {
        SmallVideos.requireFfmpeg();
        return SmallVideos.ffmpeg(
                "-f",
                "lavfi",
                "-i",
                "color=size=" + width + "x" + height + ":rate=10",
                "-frames:v",
                20,
                dir.resolve(name));
    }

    @Test
    void aVideoOfAnotherSizeIsNamed() throws IOException, InterruptedException {
        Path clip = clip("small.mp4", 320, 240);
        Run run =
                program.run("draw", solutions, "--problems", problems, "--video", clip, "-o", dir.resolve("drawn.mp4"));
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .isEqualTo(
                        "jointly: " + clip + ": its frames are 320 x 240 pixels, but problem \"walk/frame0010\" is of"
                                + " an image of 640 x 480; give the video that the problems were made of\n");
    }

    @Test
    void aFullDiskIsNamed() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "/dev/full is Linux's");
        for (Object[] command : commands()) {
            assertThat(program.run(into(command, full)).err())
                    .as("%s %s", command[0], command[1])
                    .isEqualTo("jointly: cannot write /dev/full: No space left on device\n");
        }
        for (String name : List.of("people.png", "people.jpg", "people.svg")) {
            Path drawing = SymbolicLinks.symbolic(dir.resolve(name), full);
            Run run = program.run("draw", solution, "--problem", problem, "-o", drawing);
            assertThat(run.code()).isEqualTo(Exit.WRONG);
            assertThat(run.err()).isEqualTo("jointly: cannot write " + drawing + ": No space left on device\n");
        }
        Path folder = Files.createDirectory(dir.resolve("drawn"));
        Path one = SymbolicLinks.symbolic(folder.resolve("a.png"), full);
        Path renamed = Files.writeString(
                dir.resolve("a.json"), Files.readString(problem).replace("walk/frame0010", "a"));
        done("solve", renamed, "-o", solution, "-q");
        assertThat(program.run("draw", solution, "--problem", renamed, "-o", folder)
                        .err())
                .isEqualTo("jointly: cannot write " + one + ": No space left on device\n");
    }

    /** What {@code | head} leaves of standard output. */
    @Test
    void aClosedPipeIsNoInternalError() {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        List<Object[]> all = new ArrayList<>(commands());
        all.add(new Object[] {"explain", problem, "--right", solution});
        all.add(new Object[] {"generate", "--people", 1, "--crowding", "easy", "--seed", 1, "-o"});
        all.add(new Object[] {"verify", problem, solution});
        all.add(new Object[] {"model", "list"});
        for (Object[] command : all) {
            boolean file = command[command.length - 1].toString().startsWith("-");
            Object[] words = file ? into(command, "-") : command;
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            Console console = new Console(
                    InputStream.nullInputStream(),
                    closed,
                    new PrintStream(err, true, UTF_8),
                    false,
                    false,
                    new HandClock());
            String[] texts = Arrays.stream(words).map(Object::toString).toArray(String[]::new);
            int code = new Main(console, new StopSignal(), new Main.Engine(), new ModelStore(dir)).run(texts);
            assertThat(err.toString(UTF_8).strip())
                    .as("%s", String.join(" ", texts))
                    .isEqualTo("jointly: cannot write standard output: Broken pipe");
            assertThat(code).isEqualTo(Exit.WRONG);
        }
    }

    @Test
    void aSizeThatCoordinatesContradictIsRefused() throws IOException {
        Path seen = Files.writeString(dir.resolve("seen.json"), """
                {"format": "jointly/evidence@1", "id": "frame07", "parts": ["neck", "head"],
                 "candidates": [[0, 100, 400, 0.9], [1, 510.5, 380, 0.9]], "edges": [{"parts": [0, 1], "affinity": [[0.8]]}]}
                """);
        Path made = dir.resolve("made.ndjson");
        Run narrow = program.run("import", "evidence", seen, "--limbs", "neck-head", "--size", "480x640", "-o", made);
        assertThat(narrow.code()).isEqualTo(Exit.WRONG);
        assertThat(narrow.err())
                .isEqualTo(
                        "jointly: " + seen
                                + ": frame07: found a detection at x = 510.5 but --size says that images are 480 pixels wide\n");
        Run low = program.run("import", "evidence", seen, "--limbs", "neck-head", "--size", "640x320", "-o", made);
        assertThat(low.err())
                .contains("frame07: found a detection at y = 400.0 but --size says that images are 320 pixels high");
        // networks with coarse maps place detections a little outside
        done("import", "evidence", seen, "--limbs", "neck-head", "--size", "500x390", "-o", made, "-q");
    }
}
