package dev.jointly.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.cli.WalkingPeople;
import dev.jointly.vision.fixture.Photos;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code jointly compare} on the clip of {@link WalkingPeople}: five frames, ten people of two joints. */
class CompareCommandTest {
    @TempDir
    Path dir;

    private final Program program = new Program(new Main.Engine());
    private Path problems = Path.of("");
    private Path solutions = Path.of("");

    @BeforeEach
    void solve() throws IOException {
        problems = WalkingPeople.write(dir.resolve("p.ndjson"));
        solutions = dir.resolve("s.ndjson");
        Run run = program.run("solve", problems, "-o", solutions, "--margins", "bound", "-q");
        assertThat(run.code()).as(run.err()).isZero();
    }

    private Path exported(String format, String name) {
        Path out = dir.resolve(name);
        Run run = program.run("export", format, solutions, "--problems", problems, "-o", out, "-q");
        assertThat(run.code()).as(run.err()).isZero();
        return out;
    }

    private static final String ALL_THE_SAME = """
            frames by their gravest difference: 0 swapped, 0 missing, 0 moved
            joints: 20 same, 0 moved, 0 swapped, 0 only in A, 0 only in B (same: at most 1 pixel apart)
            people: 10 same, 0 changed, 0 only in A, 0 only in B
            """;

    @Test
    void everyFormatHasTheSamePeople() {
        Run table = program.run("compare", solutions, exported("dlc-csv", "t.csv"));
        assertThat(table.err()).isEmpty();
        assertThat(table.out()).isEqualTo("5 frames in both, matched by id: 5 the same, 0 different\n" + ALL_THE_SAME);
        Path pickle = exported("dlc-assemblies", "m_assemblies.pickle");
        assertThat(program.run("compare", solutions, pickle, "--problems", problems)
                        .out())
                .isEqualTo("5 frames in both, matched by frame number: 5 the same, 0 different\n" + ALL_THE_SAME);
        assertThat(program.run("compare", pickle, exported("coco", "c.json")).out())
                .isEqualTo("5 frames in both, matched by id: 5 the same, 0 different\n" + ALL_THE_SAME);
        Path gzipped = exported("dlc-csv", "t.csv.gz");
        assertThat(program.run("compare", gzipped, pickle).out()).contains(": 5 the same, 0 different\n");
    }

    /** In frame 10 the necks change their heads, in frame 12 one head is 3 pixels off, in frame 16 somebody is left out. */
    private Path changed() throws IOException {
        double top = WalkingPeople.top(10);
        double bottom = WalkingPeople.bottom(10);
        String header = """
                scorer,n,n,n,n,n,n,n,n
                individuals,a,a,a,a,b,b,b,b
                bodyparts,neck,neck,head,head,neck,neck,head,head
                coords,x,y,x,y,x,y,x,y
                """;
        String swapped = String.join(",", "10", top + ",50", bottom + ",260", bottom + ",300", top + ",10");
        String moved = String.join(
                ",",
                "12",
                WalkingPeople.top(12) + ",50",
                WalkingPeople.top(12) + 3 + ",10",
                WalkingPeople.bottom(12) + ",300",
                WalkingPeople.bottom(12) + ",260");
        String missing = String.join(
                ",",
                "16",
                WalkingPeople.top(16) + ",50",
                WalkingPeople.top(16) + ",10",
                WalkingPeople.bottom(16) + ",300",
                WalkingPeople.bottom(16) + ",260");
        return Files.writeString(
                dir.resolve("CollectedData_n.csv"),
                header + String.join("\n", swapped, moved, missing, "99,1,1,,,,,,") + "\n");
    }

    @Test
    void differencesAreCountedAndRanked() throws IOException {
        Path csv = dir.resolve("frames.csv");
        Path list = dir.resolve("frames.json");
        Run run = program.run("compare", solutions, changed(), "--csv", csv, "--frames-to-label", list);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo("""
                3 frames in both, matched by frame number: 0 the same, 3 different
                2 frames only in A, not compared: walk/frame0014, walk/frame0018
                1 frame only in B, not compared: 99
                frames by their gravest difference: 1 swapped, 1 missing, 1 moved
                joints: 9 same, 1 moved, 2 swapped, 2 only in A, 0 only in B (same: at most 1 pixel apart)
                people: 3 same, 3 changed, 1 only in A, 0 only in B
                  walk/frame0010: 2 swapped
                  walk/frame0016: 2 only in A
                  walk/frame0012: 1 moved
                """);
        assertThat(Files.readString(csv)).isEqualTo("""
                frame,verdict,difference,same,moved,swapped,only_a,only_b,people_same,people_changed,people_only_a,people_only_b
                walk/frame0010,swapped,2,2,0,2,0,0,0,2,0,0
                walk/frame0012,moved,1,3,1,0,0,0,1,1,0,0
                walk/frame0016,missing,2,4,0,0,2,0,2,0,1,0
                walk/frame0014,only in A,,,,,,,,,,
                walk/frame0018,only in A,,,,,,,,,,
                99,only in B,,,,,,,,,,
                """);
        assertThat(Files.readString(list)).isEqualTo("[10, 16, 12]\n");
        assertThat(program.run("compare", solutions, changed(), "--tolerance", 3)
                        .out())
                .contains("1 the same, 2 different", "(same: at most 3 pixels apart)");
        Run table = program.run(
                "compare", solutions, changed(), "--csv", "-", "--top", 1, "--frames-to-label", list, "--force");
        assertThat(table.out()).startsWith("frame,verdict,").doesNotContain("matched by");
        assertThat(Files.readString(list)).isEqualTo("[10]\n");
    }

    @Test
    void theSheetShowsAllFramesAndDoubtfulOnesAreOnTheList() throws IOException {
        Path sheet = dir.resolve("sheet.png");
        Path list = dir.resolve("frames.json");
        Run plain = program.run("compare", solutions, changed(), "--sheet", sheet, "--top", 1);
        assertThat(plain.code()).as(plain.err()).isZero();
        BufferedImage one = ImageIO.read(sheet.toFile());
        Run more = program.run(
                "compare",
                solutions,
                changed(),
                "--problems",
                problems,
                "--sheet",
                sheet,
                "--top",
                1,
                "--doubtful",
                2,
                "--frames-to-label",
                list);
        assertThat(more.code()).as(more.err()).isZero();
        assertThat(ImageIO.read(sheet.toFile()).getHeight()).isGreaterThan(one.getHeight());
        assertThat(Files.readString(list)).matches("\\[10(, 1[26])+\\]\n");
    }

    /** Frame 10 is img0010.png of the folder: its ground shows in the sheet, and what was swapped is circled in black on both sides. */
    @Test
    void framesAreDrawnOnTheirImages() throws IOException {
        Color ground = new Color(10, 120, 40);
        Path images = Files.createDirectory(dir.resolve("images"));
        ImageIO.write(
                Photos.plain(640, 480, ground),
                "png",
                images.resolve("img0010.png").toFile());
        Path sheet = dir.resolve("sheet.png");
        Run run = program.run("compare", solutions, changed(), "--sheet", sheet, "--top", 1, "--images", images);
        assertThat(run.code()).as(run.err()).isZero();
        BufferedImage drawn = ImageIO.read(sheet.toFile());
        // the first drawing begins at the gap of 24, below two lines of title, another gap and the heading
        int left = 24;
        int top = 24 + 2 * 26 + 24 + 26;
        double scale = 480.0 / 640;
        assertThat(new Color(drawn.getRGB(left + 5, top + 5))).isEqualTo(ground);
        for (int side : new int[] {left, left + 480 + 4}) {
            List<Boolean> circled = new ArrayList<>();
            for (double[] joint : new double[][] {
                {WalkingPeople.top(10), 10},
                {WalkingPeople.bottom(10), 260},
                {WalkingPeople.top(10), 50},
                {WalkingPeople.bottom(10), 300}
            }) {
                // the ring is 10 units from the joint, and a unit is a pixel of an image 640 wide
                int x = (int) Math.floor(side + scale * (joint[0] + 10));
                int y = (int) Math.floor(top + scale * joint[1]);
                Color colour = new Color(drawn.getRGB(x, y));
                circled.add(colour.getRed() + colour.getGreen() + colour.getBlue() < 120);
            }
            // two necks changed their heads, or two heads their necks
            assertThat(circled).isIn(List.of(true, true, false, false), List.of(false, false, true, true));
        }
    }

    @Test
    void whatCannotBeComparedIsSaid() throws IOException {
        Path pickle = exported("dlc-assemblies", "m_assemblies.pickle");
        assertThat(program.run("compare", solutions, pickle).err())
                .isEqualTo("jointly: " + pickle + " has no names of parts, only their order, and " + solutions
                        + " does not say the order; give its problems with --problems\n");
        Path other = Files.writeString(dir.resolve("other.csv"), """
                scorer,n,n
                bodyparts,tail,tail
                coords,x,y
                img0010.png,1,2
                """);
        Run parts = program.run("compare", solutions, other);
        assertThat(parts.code()).isEqualTo(Exit.WRONG);
        assertThat(parts.err())
                .isEqualTo("jointly: found no part in both " + solutions + " (neck, head) and " + other
                        + " (tail); parts are matched by name\n");
        assertThat(program.run("compare", other, pickle).err())
                .contains("has 2 parts without names but " + other + " has 1: tail;");
        Path elsewhere = Files.writeString(
                dir.resolve("elsewhere.csv"), Files.readString(changed()).replaceAll("(?m)^(1\\d),", "7$1,"));
        assertThat(program.run("compare", solutions, elsewhere).err())
                .startsWith("jointly: found no frame in both " + solutions + " (\"walk/frame0010\", ");
        assertThat(program.run("compare", problems, pickle).err()).contains("this is a problem, not a solution");
        Path full = Path.of("../io/src/test/resources/dev/jointly/io/dlc/video-p4.pickle");
        assertThat(program.run("compare", full, pickle).err()).contains("has detections but expected animals");
        assertThat(program.run("compare", "-", pickle).err()).contains("standard input cannot be compared");
    }

    @Test
    void wrongUseIsSaid() {
        for (List<Object> words : List.<List<Object>>of(
                List.of("--doubtful", 3),
                List.of("--images", dir),
                List.of("--sheet", "x.gif"),
                List.of("--top", -1))) {
            Run run = program.run("compare", solutions, solutions, words.get(0), words.get(1));
            assertThat(run.code()).isEqualTo(Exit.WRONG);
            assertThat(run.err())
                    .contains(words.get(0).toString())
                    .contains("(see jointly compare --help)")
                    .hasLineCount(1);
        }
    }
}
