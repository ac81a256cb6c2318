package dev.jointly.cli.media;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.cli.CannotSolveException;
import dev.jointly.cli.Console;
import dev.jointly.cli.Exit;
import dev.jointly.cli.HandClock;
import dev.jointly.cli.Main;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.cli.WalkingPeople;
import dev.jointly.io.TrackedFrame;
import dev.jointly.io.TracksAsked;
import dev.jointly.io.TracksDocument;
import dev.jointly.io.TracksReader;
import dev.jointly.io.fixture.RealData;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.TrackDual;
import dev.jointly.track.TrackSolution;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code jointly track}, after the real solver. */
class TrackCommandTest {
    @TempDir
    Path dir;

    private final Program program = new Program(new Main.Engine());
    private Path problems = Path.of("");
    private Path solutions = Path.of("");
    private Path tracks = Path.of("");

    @BeforeEach
    void solve() throws IOException {
        problems = WalkingPeople.write(dir.resolve("p.ndjson"));
        solutions = dir.resolve("s.ndjson");
        tracks = dir.resolve("tracks.json");
        Run run = program.run("solve", problems, "-o", solutions, "-q");
        assertThat(run.code()).as(run.err()).isZero();
    }

    private static TracksDocument read(Path file) {
        try (TracksReader reader = TracksReader.open(file.toString(), InputStream.nullInputStream())) {
            return reader.next();
        }
    }

    @Test
    void peopleKeepTheirTrackWhoeverComesFirst() throws IOException {
        Run run = program.run("track", solutions, "--problems", problems, "-o", tracks);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("2 tracks over 5 frames (stride 2), 9 of 10 people in them; cost -")
                .endsWith(", proven: nothing is cheaper for these costs\n");
        TracksDocument document = read(tracks);
        assertThat(document.stride()).isEqualTo(2);
        assertThat(document.frames()).extracting(TrackedFrame::number).containsExactly(10, 12, 14, 16, 18);
        assertThat(document.frames().get(1).problem()).isEqualTo("walk/frame0012");
        assertThat(document.frames()).extracting(frame -> frame.tracks().size()).containsExactly(2, 2, 1, 3, 2);
        assertThat(document.frames().get(3).tracks()).containsExactlyInAnyOrder(0, 1, 2);
        int top = document.frames().get(2).tracks().get(0);
        assertThat(document.frames())
                .allSatisfy(frame -> assertThat(frame.tracks()).contains(top));
        String checked = program.run("track", "--check", tracks).out();
        assertThat(checked).startsWith("proven lower bound   -").endsWith("\nPROVEN OPTIMAL\n");
    }

    @Test
    void withoutGapsWhoeverWasHiddenIsTwoTracks() {
        Run run = program.run("track", solutions, "--problems", problems, "-o", tracks, "--longest-gap", 0);
        assertThat(run.err()).startsWith("3 tracks over 5 frames (stride 2), 9 of 10 people in them; ");
        assertThat(read(tracks).settings().longestGap()).isZero();
    }

    @Test
    void whatWasChangedIsRejected() throws IOException {
        program.run("track", solutions, "--problems", problems, "-o", tracks, "-q");
        String text = Files.readString(tracks);
        Path changed = Files.writeString(
                dir.resolve("changed.json"), text.replaceFirst("\"lowerBound\": -\\d+", "\"lowerBound\": 0"));
        Run run = program.run("track", "--check", changed);
        assertThat(run.out()).startsWith("REJECTED: the lower bound is claimed to be ");
        assertThat(run.code()).isEqualTo(Exit.NO);
        Path broken = Files.writeString(dir.resolve("broken.json"), text.replace("tracks@1", "tracks@7"));
        Run unreadable = program.run("track", "--check", broken);
        assertThat(unreadable.code()).isEqualTo(Exit.WRONG);
        assertThat(unreadable.err())
                .isEqualTo("jointly: " + broken
                        + ": /format: found \"jointly/tracks@7\" but expected \"jointly/tracks@1\"\n");
    }

    /** A solver that finds the tracks but no proof. */
    @Test
    void nothingIsWrittenWithoutProof() {
        Console console = new Console(
                InputStream.nullInputStream(),
                new ByteArrayOutputStream(),
                new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
                false,
                false,
                new HandClock());
        UnaryOperator<TrackSolution> unproven = solution -> {
            List<Long> zeros = Collections.nCopies(solution.dual().in().size(), 0L);
            return new TrackSolution(solution.tracks(), solution.objective(), new TrackDual(zeros, zeros));
        };
        Tracking tracking = new Tracking(
                console, unproven, LinkSettings.DEFAULT, OptionalDouble.empty(), TracksAsked.NOTHING, false, null);
        assertThatThrownBy(() -> tracking.run(
                        List.of(solutions.toString()), problems.toString(), new Outputs(), tracks.toString(), false))
                .isInstanceOf(CannotSolveException.class)
                .hasMessageStartingWith("the tracks do not pass their check, so nothing is written: the dual proves ");
        assertThat(tracks).doesNotExist();
    }

    @Test
    void idsWithoutNumbersAndOtherClipsAreLeftOutWithAReason() throws IOException {
        String text = Files.readString(problems);
        Files.writeString(
                problems, text.replace("walk/frame0012", "walk/other").replace("walk/frame0018", "run/frame0018"));
        program.run("solve", problems, "-o", solutions, "-q");
        Run one = program.run("track", solutions, "--problems", problems, "-o", tracks);
        assertThat(one.code()).as("one file").isEqualTo(Exit.WRONG);
        assertThat(tracks).doesNotExist();
        List<String> lines = Files.readAllLines(solutions);
        List<Object> words = new ArrayList<>(List.of("track", "--problems", problems, "-o", tracks, "-q"));
        for (int i = 0; i < lines.size(); i++) {
            words.add(Files.writeString(dir.resolve(i + ".solution.json"), lines.get(i)));
        }
        Run run = program.run(words.toArray());
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.err())
                .contains(
                        "problem \"walk/other\" has no number of a frame at the end of its id, such as frame0012, which"
                                + " tracks need")
                .contains("problem \"run/frame0018\" is of another clip than those before it, whose ids begin with"
                        + " \"walk/frame\"; track each clip on its own");
        assertThat(read(tracks).frames()).extracting(TrackedFrame::number).containsExactly(10, 14, 16);
    }

    @Test
    void wrongUseIsSaid() {
        assertThat(program.run("track").err()).startsWith("jointly: expected solutions, or --check FILE");
        assertThat(program.run("track", solutions, "--check", tracks).err())
                .startsWith("jointly: --check takes a file with tracks and neither solutions nor --problems");
        Run gap = program.run("track", solutions, "--problems", problems, "--longest-gap", -1);
        assertThat(gap.err()).startsWith("jointly: --longest-gap -1 must be from 0 to 1000 frames");
        Run motion = program.run("track", solutions, "--problems", problems, "--motion", "0");
        assertThat(motion.err()).startsWith("jointly: --motion 0.0 must be from 0.000001 to 1000000 body sizes");
        assertThat(gap.code()).isEqualTo(Exit.WRONG);
    }

    @Test
    void removedOptionsNameWhatIsUsedInstead() {
        for (String option : List.of("--alternatives", "--doubt", "--time-limit", "--regrouped=r.ndjson")) {
            Run run = program.run("track", solutions, "--problems", problems, "-o", tracks, option, 4);
            assertThat(run.code()).as(option).isEqualTo(Exit.WRONG);
            assertThat(run.err())
                    .startsWith("jointly: " + option.split("=", 2)[0]
                            + " was removed: the best grouping of each frame is used");
            assertThat(tracks).doesNotExist();
        }
    }

    /** By hand: the two cross nowhere near each other, so a swap is no link; pins make it one. */
    @Test
    void pinsSwapTracksAndTheCheckNeedsThem() throws IOException {
        Path pins = Files.writeString(dir.resolve("pins.json"), "{\"pins\": [" + swap() + "]}");
        Run run = program.run("track", solutions, "-o", tracks, "--pins", pins, "--margins");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).endsWith(", proven: nothing is cheaper for these costs that keeps what is asked\n");
        assertThat(program.run("track", "--check", tracks, "--pins", pins).out())
                .contains("confirmed margins ")
                .endsWith("PROVEN OPTIMAL\n");
        assertThat(program.run("track", "--check", tracks).out()).contains("BOUNDED");
        Path others = Files.writeString(dir.resolve("others.json"), "{\"pins\": [{\"begins\": [12, 0]}]}");
        assertThat(program.run("track", "--check", tracks, "--pins", others).out())
                .startsWith("REJECTED: the tracks do not keep the pin begins person ");
        assertThat(program.run("export", "csv", solutions, "--tracks", tracks, "-o", dir.resolve("p.csv"))
                        .code())
                .isZero();
    }

    /** Frames 10 and 12, whose order of people differs. */
    private String swap() {
        program.run("track", solutions, "-o", tracks, "-q", "--force");
        List<TrackedFrame> frames = read(tracks).frames();
        List<Integer> early = frames.get(0).tracks();
        List<Integer> late = frames.get(1).tracks();
        int one = late.indexOf(early.get(1));
        return "{\"same\": [[10, 0], [12, " + one + "]]}, {\"same\": [[10, 1], [12, " + (1 - one) + "]]}";
    }

    @Test
    void pinsThatConflictAreNamed() throws IOException {
        Path pins = Files.writeString(
                dir.resolve("pins.json"), "{\"pins\": [{\"ends\": [10, 0]}, {\"same\": [[10, 0], [12, 0]]}]}");
        Run run = program.run("track", solutions, "-o", tracks, "--pins", pins);
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.err())
                .isEqualTo("jointly: these pins cannot all hold: ends [10, 0]; same [10, 0], [12, 0]: a person has one"
                        + " neighbour on each side at most\n");
        assertThat(tracks).doesNotExist();
        Files.writeString(pins, "{\"pins\": [{\"ends\": [11, 0]}]}");
        assertThat(program.run("track", solutions, "-o", tracks, "--pins", pins).err())
                .contains("a pin is about [11, 0], [frame, person], but frame 11 is not in the clip");
    }

    @Test
    void animalsAreALimitAtEveryFrame() throws IOException {
        Run one = program.run("track", solutions, "-o", tracks, "--animals", 1);
        assertThat(one.err()).startsWith("1 track over 5 frames (stride 2), 5 of 10 people in them; ");
        assertThat(program.run("track", "--check", tracks, "--animals", 1).out())
                .endsWith("PROVEN OPTIMAL\n");
        assertThat(program.run("track", "--check", tracks).out()).contains("BOUNDED");
        assertThat(program.run("track", "--check", tracks, "--animals", 0).out())
                .startsWith("REJECTED: there are 1 tracks");
        Path stretches = Files.writeString(dir.resolve("n.json"), "{\"animals\": [[0, 13, 0]]}");
        Run later = program.run("track", solutions, "-o", tracks, "--pins", stretches);
        assertThat(later.err()).startsWith("2 tracks over 5 frames (stride 2), 5 of 10 people in them; ");
        assertThat(read(tracks).frames().get(0).tracks()).containsOnly(0);
    }

    @Test
    void crossingsAreListedFromAFileWithMargins() {
        program.run("track", solutions, "-o", tracks, "-q");
        assertThat(program.run("track", "--crossings", tracks).err()).contains("write them with track --margins");
        program.run("track", solutions, "-o", tracks, "-q", "--margins");
        Run run = program.run("track", "--crossings", tracks);
        assertThat(run.code()).as(run.err()).isZero();
        // the only people in doubt: who is there for one frame could be a track, which costs 2 + 2 - 1
        assertThat(run.out())
                .isEqualTo(
                        "frame 16  no track  margin 3.0  birth/death: a new track begins in frame 16; it ends in frame"
                                + " 16\n");
    }

    @Test
    void marginsThatAreNotTrueAreNeitherListedNorConfirmed() throws IOException {
        program.run("track", solutions, "-o", tracks, "-q", "--margins", "--animals", 9);
        String text = Files.readString(tracks);
        Path forged = Files.writeString(
                dir.resolve("forged.json"), text.replaceFirst("\"margin\": [\\d.]+", "\"margin\": 0.25"));
        assertThat(program.run("track", "--check", forged, "--animals", 9).out())
                .startsWith("REJECTED: the margin of ");
        assertThat(program.run("track", "--crossings", forged, "--animals", 9).err())
                .contains("its check failed: the margin of ");
        // all tracks of the clip: they are the cheapest without the limit too, but its margins are about something else
        Run free = program.run("track", "--check", forged);
        assertThat(free.out()).endsWith("PROVEN OPTIMAL\n").doesNotContain("margins");
        assertThat(program.run("track", "--check", tracks, "--animals", 9).out())
                .contains("confirmed margins");
    }

    @Test
    void identitiesOfDeepLabCutCostWhereTheyDiffer() {
        Path pickle = RealData.file("deeplabcut/multi_mouse_video_full.pickle");
        Run without = program.run("track", solutions, "--identity", 2, "--identities", pickle, "-o", tracks);
        assertThat(without.err()).contains("the identities are of no detection of these solutions");
        assertThat(program.run("track", solutions, "--identity", 2).err()).contains("need each other");
        program.run("import", "dlc", pickle, "-o", problems, "-q");
        program.run("solve", problems, "-o", solutions, "-q");
        List<Long> objectives = new ArrayList<>();
        for (int weight : new int[] {0, 2, 8}) {
            Run run = program.run(
                    "track",
                    solutions,
                    "-o",
                    tracks,
                    "-q",
                    "--motion",
                    0.1,
                    "--identity",
                    weight,
                    "--identities",
                    pickle);
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(program.run("track", "--check", tracks).out()).endsWith("PROVEN OPTIMAL\n");
            assertThat(read(tracks).settings().identity()).isEqualTo(weight);
            objectives.add(read(tracks).solution().objective());
        }
        program.run("track", solutions, "-o", tracks, "-q", "--motion", 0.1);
        assertThat(objectives.get(0)).isEqualTo(read(tracks).solution().objective());
        assertThat(objectives).isSorted().doesNotHaveDuplicates();
    }
}
