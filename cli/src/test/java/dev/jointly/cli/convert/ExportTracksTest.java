package dev.jointly.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.cli.WalkingPeople;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code jointly export --tracks}: whoever is at the top or the bottom keeps one number. */
class ExportTracksTest {
    @TempDir
    Path dir;

    private final Program program = new Program(new Main.Engine());
    private Path problems = Path.of("");
    private Path solutions = Path.of("");
    private Path tracks = Path.of("");

    @BeforeEach
    void track() throws IOException {
        problems = WalkingPeople.write(dir.resolve("p.ndjson"));
        solutions = dir.resolve("s.ndjson");
        tracks = dir.resolve("tracks.json");
        program.run("solve", problems, "-o", solutions, "-q");
        Run run = program.run("track", solutions, "--problems", problems, "-o", tracks, "-q");
        assertThat(run.code()).as(run.err()).isZero();
    }

    private Path exported(String format, String name, Object... further) {
        Path out = dir.resolve(name);
        Object[] words = {"export", format, solutions, "--problems", problems, "-o", out, "-q"};
        Object[] all = Arrays.copyOf(words, words.length + further.length);
        System.arraycopy(further, 0, all, words.length, further.length);
        Run run = program.run(all);
        assertThat(run.code()).as(run.err()).isZero();
        return out;
    }

    /** The rows of a table that have this in a cell. */
    private static List<List<String>> rows(Path file, int column, String value) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> List.of(line.split(",", -1)))
                .filter(cells -> cells.get(column).equals(value))
                .toList();
    }

    @Test
    void aColumnOfTheTable() throws IOException {
        Path table = exported("csv", "people.csv", "--tracks", tracks);
        assertThat(Files.readAllLines(table).get(0)).endsWith(",x,y,score,track");
        // 7 is y: necks at the top and at the bottom, and the one that was there once
        String top = rows(table, 7, "50.0").get(0).get(9);
        String bottom = rows(table, 7, "300.0").get(0).get(9);
        assertThat(List.of(top, bottom)).containsExactlyInAnyOrder("1", "2");
        assertThat(rows(table, 7, "50.0")).hasSize(5).allSatisfy(row -> assertThat(row.get(9))
                .isEqualTo(top));
        assertThat(rows(table, 7, "300.0")).hasSize(4).allSatisfy(row -> assertThat(row.get(9))
                .isEqualTo(bottom));
        assertThat(rows(table, 7, "400.0")).hasSize(1).allSatisfy(row -> assertThat(row.get(9))
                .isEmpty());
    }

    @Test
    void theSameAnimalIsInTheSameColumnsAndTheLongestTrackComesFirst() throws IOException {
        Path table = exported("dlc-csv", "walk.csv", "--tracks", tracks);
        List<String> lines = Files.readAllLines(table);
        // two tracks of two parts of three cells
        assertThat(lines).allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(1 + 2 * 2 * 3));
        String first = lines.get(1).split(",", -1)[1];
        String second = lines.get(1).split(",", -1)[7];
        assertThat(List.of(first, second)).containsExactlyInAnyOrder("track1", "track2");
        for (int frame = WalkingPeople.FIRST; frame <= WalkingPeople.LAST; frame += 2) {
            String[] cells = lines.get(4 + (frame - WalkingPeople.FIRST) / 2).split(",", -1);
            assertThat(cells[0]).isEqualTo("walk/frame00" + frame);
            assertThat(cells[1]).isEqualTo(Double.toString(WalkingPeople.top(frame)));
            assertThat(cells[2]).isEqualTo("50.0");
            assertThat(cells[7]).isEqualTo(frame == 14 ? "" : Double.toString(WalkingPeople.bottom(frame)));
        }
        List<List<String>> seen = rows(dir.resolve("walk.people.csv"), 0, "walk/frame0016");
        assertThat(seen).extracting(cells -> cells.get(1)).containsExactlyInAnyOrder("track1", "track2", "");
    }

    @Test
    void cocoHasTrackIds() throws IOException {
        String text = Files.readString(exported("coco", "walk.json", "--tracks", tracks));
        List<String> ids = Pattern.compile("\"track_id\": ?(\\d+)")
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(ids).hasSize(9).containsOnly("1", "2");
    }

    /** One file for each frame; ids with a slash are no names of files. */
    private void exportLabels() throws IOException {
        for (Path file : List.of(problems, solutions, tracks)) {
            Files.writeString(file, Files.readString(file).replace("walk/", "walk-"));
        }
        program.run("solve", problems, "-o", solutions, "-q");
        program.run("track", solutions, "--problems", problems, "-o", tracks, "-q");
        Files.createDirectory(dir.resolve("labels"));
        exported("ultralytics", "labels", "--tracks", tracks);
    }

    @Test
    void ultralyticsHasTheTrackLast() throws IOException {
        exportLabels();
        List<String> lines = Files.readAllLines(dir.resolve("labels/walk-frame0016.txt"));
        // class, box, two parts of three, and the track
        assertThat(lines).extracting(line -> line.split(" ", -1).length).containsExactlyInAnyOrder(12, 12, 11);
        assertThat(lines.stream()
                        .map(line -> line.split(" ", -1))
                        .filter(words -> words.length == 12)
                        .map(words -> words[11]))
                .containsExactlyInAnyOrder("1", "2");
    }

    /**
     * By the documented form of labels, and what Ultralytics' own save_txt writes when it tracks: class, box by centre and size, x y v of each
     * part, the track; all but the class, v and the track as shares of the image of 640 x 480.
     */
    @Test
    void ultralyticsLinesAreReadBackByTheirDocumentedForm() throws IOException {
        exportLabels();
        for (int frame = WalkingPeople.FIRST; frame <= WalkingPeople.LAST; frame += 2) {
            List<String> lines = Files.readAllLines(dir.resolve("labels/walk-frame00" + frame + ".txt"));
            List<Double> necks = new ArrayList<>();
            for (String line : lines) {
                assertThat(line).matches("0( [01]\\.\\d{6}){4}( [01]\\.\\d{6} [01]\\.\\d{6} [012]){2}( [1-9]\\d*)?");
                double[] row = Arrays.stream(line.split(" ", -1))
                        .mapToDouble(Double::parseDouble)
                        .toArray();
                assertThat(Arrays.stream(row, 1, 7)).allMatch(share -> share >= 0 && share <= 1);
                double left = (row[1] - row[3] / 2) * 640;
                double top = (row[2] - row[4] / 2) * 480;
                double bottom = (row[2] + row[4] / 2) * 480;
                // the head is above the neck, so the box is a line of 40 pixels
                assertThat(left).isCloseTo(row[5] * 640, within(0.01));
                assertThat(bottom).isCloseTo(row[6] * 480, within(0.01));
                assertThat(top).isCloseTo(row[9] * 480, within(0.01));
                assertThat(bottom - top).isCloseTo(40, within(0.01));
                necks.add((double) Math.round(row[5] * 640));
            }
            assertThat(necks).contains(WalkingPeople.top(frame));
            assertThat(necks.contains(WalkingPeople.bottom(frame))).isEqualTo(frame != 14);
        }
    }

    /** By COCO's data format: required fields, and numbers that refer to each other; the track is an integer beside them. */
    @Test
    void cocoIsReadBackByItsDocumentedForm() throws IOException {
        JsonNode coco = new ObjectMapper()
                .readTree(exported("coco", "walk.json", "--tracks", tracks).toFile());
        Map<Integer, Integer> frames = new HashMap<>();
        for (JsonNode image : coco.get("images")) {
            assertThat(image.get("id").isIntegralNumber()).isTrue();
            assertThat(image.get("width").intValue()).isEqualTo(640);
            assertThat(image.get("height").intValue()).isEqualTo(480);
            frames.put(
                    image.get("id").intValue(),
                    Integer.parseInt(image.get("file_name").textValue().replaceAll("\\D", "")));
        }
        assertThat(frames.values()).containsExactlyInAnyOrder(10, 12, 14, 16, 18);
        assertThat(coco.get("categories")).hasSize(1);
        JsonNode category = coco.get("categories").get(0);
        assertThat(category.get("keypoints")).extracting(JsonNode::textValue).containsExactly("neck", "head");
        assertThat(category.get("skeleton").toString()).isEqualTo("[[1,2]]");
        Set<Integer> ids = new HashSet<>();
        Map<Integer, Set<Double>> heights = new HashMap<>();
        for (JsonNode person : coco.get("annotations")) {
            assertThat(ids.add(person.get("id").intValue())).isTrue();
            assertThat(frames).containsKey(person.get("image_id").intValue());
            assertThat(person.get("category_id")).isEqualTo(category.get("id"));
            assertThat(person.get("iscrowd").intValue()).isZero();
            assertThat(person.get("segmentation").isArray()).isTrue();
            assertThat(person.get("bbox")).hasSize(4);
            assertThat(person.get("area").doubleValue())
                    .isEqualTo(person.get("bbox").get(2).doubleValue()
                            * person.get("bbox").get(3).doubleValue());
            assertThat(person.get("keypoints")).hasSize(3 * 2);
            assertThat(person.get("num_keypoints").intValue()).isEqualTo(2);
            if (person.has("track_id")) {
                assertThat(person.get("track_id").isInt()).isTrue();
                heights.computeIfAbsent(person.get("track_id").intValue(), track -> new HashSet<>())
                        .add(person.get("keypoints").get(1).doubleValue());
            }
        }
        assertThat(ids).hasSize(10);
        assertThat(heights.values()).containsExactlyInAnyOrder(Set.of(50.0), Set.of(300.0));
    }

    /** Colours of lines, by how often they occur, of a frame drawn as SVG. */
    private List<String> colours(String frame, Object... further) throws IOException {
        Path one = Files.writeString(
                dir.resolve(frame + ".solution.json"),
                Files.readAllLines(solutions).stream()
                        .filter(line -> line.contains("walk/" + frame))
                        .findFirst()
                        .orElseThrow());
        Path out = dir.resolve(frame + ".svg");
        Object[] words = {"draw", one, "--problem", problems, "-o", out, "-q"};
        Object[] all = Arrays.copyOf(words, words.length + further.length);
        System.arraycopy(further, 0, all, words.length, further.length);
        Run run = program.run(all);
        assertThat(run.code()).as(run.err()).isZero();
        return Pattern.compile("(?i)stroke=\"(#[0-9a-f]{6})\"")
                .matcher(Files.readString(out))
                .results()
                .map(match -> match.group(1))
                .distinct()
                .toList();
    }

    @Test
    void drawingsHaveOneColourPerTrackInAllFrames() throws IOException {
        List<String> first = colours("frame0010", "--tracks", tracks);
        List<String> hidden = colours("frame0014", "--tracks", tracks);
        List<String> third = colours("frame0016", "--tracks", tracks);
        assertThat(first).containsAll(hidden);
        assertThat(third).containsAll(first).contains("#969696");
        assertThat(first).doesNotContain("#969696").hasSize(hidden.size() + 1);
        // the one that was there once has no number
        assertThat(numbers("frame0010")).containsExactlyInAnyOrder("1", "2");
        assertThat(numbers("frame0014")).hasSize(1);
        assertThat(numbers("frame0016")).containsExactlyInAnyOrder("1", "2");
    }

    /** The texts of a drawing, but for its caption. */
    private List<String> numbers(String frame) throws IOException {
        return Pattern.compile("text-anchor[^>]*>([^<]*)</text>")
                .matcher(Files.readString(dir.resolve(frame + ".svg")))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "coco", "dlc-csv"})
    void withoutTracksNothingSaysTrack(String format) throws IOException {
        assertThat(Files.readString(exported(format, "plain"))).doesNotContain("track");
    }

    @Test
    void formatsWithoutAPlaceForTracksSayWhichHaveOne() {
        Run run = program.run(
                "export", "openpose", solutions, "--problems", problems, "-o", dir.resolve("o/"), "--tracks", tracks);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).startsWith("jointly: --tracks cannot be combined with openpose, only with ");
        for (String format : List.of("coco", "csv", "dlc-csv", "ultralytics")) {
            assertThat(run.err()).containsPattern("[ ,]" + format + "[ ,\n]");
        }
    }

    @Test
    void tracksOfOtherSolutionsAreRefused() throws IOException {
        String text = Files.readString(tracks);
        Path other = Files.writeString(dir.resolve("other.json"), text.replace("walk/frame0012", "walk/frame0013"));
        Run run = program.run(
                "export", "csv", solutions, "--problems", problems, "-o", dir.resolve("o.csv"), "--tracks", other);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).contains("the solution of \"walk/frame0012\" is no frame of " + other);
        Path digest = Files.writeString(
                dir.resolve("digest.json"),
                text.replaceFirst("\"problemSha256\": ?\"[0-9a-f]{4}", "\"problemSha256\": \"0000"));
        Run changed = program.run(
                "export", "csv", solutions, "--problems", problems, "-o", dir.resolve("o.csv"), "--tracks", digest);
        assertThat(changed.err()).contains("its problemSha256 differs; track it again");
        Path wrong = Files.writeString(
                dir.resolve("wrong.json"), text.replaceFirst("\"lowerBound\": -\\d+", "\"lowerBound\": 0"));
        Run rejected = program.run(
                "export", "csv", solutions, "--problems", problems, "-o", dir.resolve("o.csv"), "--tracks", wrong);
        assertThat(rejected.code()).isEqualTo(Exit.WRONG);
        assertThat(rejected.err()).contains("its check failed: the lower bound is claimed");
    }

    /** The one at the bottom is hidden in frame 14, half way from 12 to 16. */
    @Test
    void gapsAreFilledOnlyWhenAskedForAndMarked() throws IOException {
        assertThat(Files.readAllLines(exported("csv", "bare.csv", "--tracks", tracks)))
                .noneMatch(line -> line.contains("filled"));
        Path table = exported("csv", "filled.csv", "--tracks", tracks, "--fill", 1);
        assertThat(Files.readAllLines(table).get(0)).endsWith(",track,filled");
        List<List<String>> filled = rows(table, 10, "true");
        assertThat(filled).hasSize(2).allSatisfy(row -> {
            assertThat(row.get(0)).isEqualTo("walk/frame0014");
            assertThat(row.get(5)).isEmpty();
            assertThat(row.get(8)).isEmpty();
        });
        assertThat(filled.get(0).get(6)).isEqualTo(Double.toString(WalkingPeople.bottom(14)));
        assertThat(filled.get(0).get(9))
                .isEqualTo(rows(table, 7, "300.0").get(0).get(9));
        assertThat(rows(table, 10, "false")).hasSize(20);
        List<String> lines = Files.readAllLines(exported("dlc-csv", "filled-dlc.csv", "--tracks", tracks, "--fill", 1));
        assertThat(lines.get(4 + 2).split(",", -1)[9]).isEqualTo("0.0");
        assertThat(rows(dir.resolve("filled-dlc.people.csv"), 8, "true")).hasSize(1);
        String coco = Files.readString(exported("coco", "filled.json", "--tracks", tracks, "--fill", 1));
        assertThat(coco).containsOnlyOnce("\"filled\"");
    }

    @Test
    void fillNeedsTracks() {
        Run run = program.run("export", "csv", solutions, "-o", dir.resolve("x.csv"), "--fill", 1);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).startsWith("jointly: --fill needs --tracks, and files with the solutions");
    }
}
