package dev.jointly.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.cli.Program.Run;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.io.TrackedFrame;
import dev.jointly.io.TracksDocument;
import dev.jointly.io.TracksReader;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code jointly track --alternatives}: two people stand side by side in five frames, and in the third the best grouping exchanges
 * their heads, by 0.5.
 */
class TrackAlternativesTest {
    private static final Anatomy BODY =
            Anatomy.of("two", List.of("neck", "head"), List.of("neck"), List.of(List.of("neck", "head")));

    @TempDir
    Path dir;

    private final Program program = new Program(new Main.Engine());
    private Path problems = Path.of("");
    private Path solutions = Path.of("");
    private Path regrouped = Path.of("");
    private Path tracks = Path.of("");

    @BeforeEach
    void solve() throws IOException {
        problems = dir.resolve("p.ndjson");
        solutions = dir.resolve("s.ndjson");
        regrouped = dir.resolve("r.ndjson");
        tracks = dir.resolve("tracks.json");
        try (OutputStream out = Files.newOutputStream(problems)) {
            for (int frame = 0; frame < 5; frame++) {
                ProblemWriter.write(problem(frame), Layout.LINE, out);
            }
        }
        Run run = program.run("solve", problems, "-o", solutions, "-q");
        assertThat(run.code()).as(run.err()).isZero();
    }

    /** Detections: neck and head of the left one, then of the right one. */
    private static Problem problem(int frame) {
        List<Detection> detections = new ArrayList<>();
        for (int person = 0; person < 2; person++) {
            double x = 100 + 60 * person + 2 * frame;
            detections.add(new Detection(0, x, 100.0, 0.9, Micro.of(-2)));
            detections.add(new Detection(1, x, 40.0, 0.9, Micro.of(-1)));
        }
        double exchanged = frame == 2 ? -3.25 : 5;
        PairCosts.Builder pairs = new PairCosts.Builder();
        pairs.add(0, 1, Micro.of(-3)).add(2, 3, Micro.of(-3));
        pairs.add(0, 3, Micro.of(exchanged)).add(1, 2, Micro.of(exchanged));
        return new Problem("c/frame" + frame, null, BODY, Micro.of(1), detections, pairs.build(4, true), List.of());
    }

    private Run track(Object... more) {
        List<Object> words = new ArrayList<>(List.of("track", solutions, "--problems", problems, "-o", tracks));
        words.addAll(List.of(more));
        return program.run(words.toArray());
    }

    private TracksDocument read() {
        try (TracksReader reader = TracksReader.open(tracks.toString(), InputStream.nullInputStream())) {
            return reader.next();
        }
    }

    @Test
    void neighboursUndoTheExchange() throws IOException {
        Run run = track("--alternatives", 3, "--regrouped", regrouped);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err())
                .startsWith("2 tracks over 5 frames, 10 of 10 people in them; cost -")
                .contains(", proven: nothing is cheaper for these costs\n")
                .endsWith("1 doubtful frame, 1 of them with another grouping than that of the solution\n");
        assertThat(program.run("track", "--check", tracks).out()).endsWith("\nPROVEN OPTIMAL\n");
        TrackedFrame third = read().frames().get(2);
        assertThat(third.alternatives()).isNotNull().satisfies(alternatives -> {
            assertThat(alternatives.chosen()).isPositive();
            assertThat(alternatives.groupings().get(0).price()).isZero();
            assertThat(alternatives.groupings().get(alternatives.chosen()).price())
                    .isEqualTo(500_000);
            assertThat(alternatives.people().stream().map(alternatives.detections()::get))
                    .containsExactlyInAnyOrder(List.of(0, 1), List.of(2, 3));
        });
        assertThat(third.tracks()).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void changedSolutionsAreBoundedAndTheOthersStayAsTheyWere() throws IOException {
        track("--alternatives", 3, "--regrouped", regrouped, "-q");
        List<String> before = Files.readAllLines(solutions);
        List<String> after = Files.readAllLines(regrouped);
        assertThat(after).hasSize(5);
        for (int frame = 0; frame < 5; frame++) {
            if (frame != 2) {
                assertThat(after.get(frame)).isEqualTo(before.get(frame));
            }
        }
        assertThat(after.get(2)).contains("\"status\":\"bounded\"").contains("\"selfCheck\":\"passed\"");
        // two people at 1 - 2 - 1 - 3 each, and 0.25 less for each exchanged head
        assertThat(after.get(2)).contains("\"objective\":-10.0,\"lowerBound\":-10.5,");
        Run verified = program.run("verify", problems, regrouped);
        assertThat(verified.code()).as(verified.out()).isZero();
        assertThat(verified.out())
                .contains("BOUNDED")
                .contains("PROVEN OPTIMAL")
                .doesNotContain("REJECTED");
        Path one = Files.writeString(dir.resolve("one.json"), after.get(2));
        Path its = Files.writeString(
                dir.resolve("its.json"), Files.readAllLines(problems).get(2));
        assertThat(program.run("verify", its, one).out()).contains("\nBOUNDED (gap ");
    }

    @Test
    void exportsTakeTheRegroupedSolutionsOnly() throws IOException {
        track("--alternatives", 3, "--regrouped", regrouped, "-q");
        Path table = dir.resolve("t.csv");
        Run right =
                program.run("export", "csv", regrouped, "--problems", problems, "--tracks", tracks, "-o", table, "-q");
        assertThat(right.code()).as(right.err()).isZero();
        List<String> heads = Files.readAllLines(table).stream()
                .filter(line -> line.startsWith("c/frame2,") && line.contains(",head,"))
                .toList();
        List<String> headsBefore = Files.readAllLines(table).stream()
                .filter(line -> line.startsWith("c/frame1,") && line.contains(",head,"))
                .toList();
        assertThat(trackOf(heads, "104")).isEqualTo(trackOf(headsBefore, "102"));
        Run wrong =
                program.run("export", "csv", solutions, "--problems", problems, "--tracks", tracks, "-o", table, "-q");
        assertThat(wrong.code()).isNotZero();
        assertThat(wrong.err())
                .contains("the solution of \"c/frame2\" does not have the grouping that " + tracks
                        + " has chosen for it; use the solutions that track --regrouped has written");
    }

    @Test
    void drawingsTakeTheRegroupedSolutionsOnly() throws IOException {
        track("--alternatives", 3, "--regrouped", regrouped, "-q");
        Path its = Files.writeString(
                dir.resolve("its.json"), Files.readAllLines(problems).get(2));
        Path after = Files.writeString(
                dir.resolve("after.json"), Files.readAllLines(regrouped).get(2));
        Path before = Files.writeString(
                dir.resolve("before.json"), Files.readAllLines(solutions).get(2));
        Path drawing = dir.resolve("frame2.svg");
        Run right = program.run("draw", after, "--problems", its, "--tracks", tracks, "-o", drawing, "-q");
        assertThat(right.code()).as(right.err()).isZero();
        assertThat(drawing).exists();
        Run wrong = program.run("draw", before, "--problems", its, "--tracks", tracks, "-o", drawing, "-q");
        assertThat(wrong.code()).isNotZero();
        assertThat(wrong.err()).contains("the solution of \"c/frame2\" does not have the grouping that " + tracks);
    }

    /** The last cell of the line with this x. */
    private static String trackOf(List<String> lines, String x) {
        return lines.stream()
                .filter(line -> line.contains("," + x + ","))
                .map(line -> line.substring(line.lastIndexOf(',') + 1))
                .findFirst()
                .orElse("none");
    }

    @Test
    void aHighWeightOrASmallDoubtKeepsTheBestGrouping() {
        assertThat(track("--alternatives", 3, "--grouping-weight", 1000).err())
                .endsWith("1 doubtful frame, 0 of them with another grouping than that of the solution\n");
        Run sure = track("--alternatives", 3, "--doubt", 0.5);
        assertThat(sure.err())
                .endsWith("0 doubtful frames, 0 of them with another grouping than that of the solution\n");
        assertThat(read().problem().choices()).isEmpty();
        assertThat(program.run("track", "--check", tracks).out()).endsWith("\nPROVEN OPTIMAL\n");
    }

    @Test
    void solutionsWithoutTheIdOfTheirProblemCannotBeRegrouped() throws IOException {
        Files.writeString(solutions, Files.readString(solutions).replaceFirst("\"problem\":\"c/frame0\",", ""));
        Run run = track("--alternatives", 3, "--regrouped", regrouped);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).contains("the solution of \"c/frame0\" was not found again to be regrouped");
        assertThat(regrouped).doesNotExist();
    }

    @Test
    void withoutTheFileOfRegroupedSolutionsAHintIsGiven() {
        assertThat(track("--alternatives", 2).err())
                .endsWith(
                        "jointly: the tracks are those of the groupings that were chosen; write them with --regrouped FILE"
                                + " to draw or export them\n");
    }

    @Test
    void wrongUseOfAlternativesIsSaid() {
        assertThat(track("--regrouped", regrouped).err()).startsWith("jointly: --regrouped needs --alternatives");
        Run one = track("--alternatives", 1);
        assertThat(one.err()).startsWith("jointly: alternatives: most 1 must be from 2 to 1000 groupings");
        assertThat(one.code()).isEqualTo(Exit.WRONG);
        assertThat(track("--alternatives", 2, "--regrouped", solutions).err())
                .contains("is a solution to be read but expected another file to write to");
    }
}
