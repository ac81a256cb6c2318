package dev.jointly.cli.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code jointly apply}, with the real solver. */
@Timeout(120)
class ApplyCommandTest {
    /**
     * Three necks, each with a head; the last head was added by hand. Without pins there are two people, 0 with 1 and 2 with 3, and
     * detection 4 leads a third. Everybody has a score of 0.5.
     */
    private static final String PROBLEM = """
            {"format":"jointly/problem@1","id":"a","image":{"file":"a.png","width":60,"height":40},\
            "anatomy":{"name":"bust","parts":["neck","head"],"majors":["neck"],"limbs":[["neck","head"]]},\
            "poseCost":1,"pairs":[[0,1,-1],[2,3,-1]%s],\
            "personScore":{"bias":0,"strength":0,"joints":0,"extent":0,"meanLink":0,"leastLink":0,"weakBelow":0.4},\
            "detections":[{"part":"neck","x":20,"y":30,"score":0.9,"cost":-2},{"part":"head","x":20,"y":10,"score":0.8,"cost":-1},\
            {"part":"neck","x":50,"y":30,"score":0.7,"cost":-2},{"part":"head","x":50,"y":10,"score":0.6,"cost":-1},\
            {"part":"neck","x":35,"y":30,"score":0.5,"cost":-2}%s]%s}""";

    private static final String FOUND = PROBLEM.formatted("", "", "");
    private static final String GROWN =
            PROBLEM.formatted(",[4,5,0]", ",{\"part\":\"head\",\"x\":35,\"y\":12,\"cost\":1}", "");

    @TempDir
    Path dir;

    private Run apply(String images, Object... options) throws IOException {
        Path session = Files.writeString(
                dir.resolve("work.json"), "{\"format\":\"jointly/annotations@1\",\"images\":[\n" + images + "\n]}\n");
        Object[] words = new Object[options.length + 2];
        words[0] = "apply";
        words[1] = session;
        System.arraycopy(options, 0, words, 2, options.length);
        return new Program(new Main.Engine()).run(words);
    }

    private static String image(String more) {
        return "{\"name\":\"a.png\",\"problem\":" + GROWN + ",\"added\":[5]" + more + "}";
    }

    private String exported(String format, String images, Object... options) throws IOException {
        Path file = dir.resolve("people");
        Object[] words = new Object[options.length + 5];
        System.arraycopy(new Object[] {"--format", format, "-o", file, "--force"}, 0, words, 0, 5);
        System.arraycopy(options, 0, words, 5, options.length);
        Run run = apply(images, words);
        assertThat(run.code()).as(run.err()).isZero();
        return Files.readString(file);
    }

    @Test
    void movedJointsAreExportedWhereTheyWerePut() throws IOException {
        String coco = exported(
                "coco",
                image(
                        ",\"pins\":[{\"together\":[4,5]}],\"deleted\":[[2,3]],\"moves\":[{\"detection\":1,\"x\":22.25,\"y\":0},"
                                + "{\"detection\":3,\"x\":1,\"y\":1}],\"done\":true"));
        // neck and head of each; the deleted person is not there
        assertThat(coco.replaceAll("\\s+", ""))
                .contains("\"keypoints\":[20.0,30.0,2,22.25,0.0,2]", "\"keypoints\":[35.0,30.0,2,35.0,12.0,2]")
                .doesNotContain("[50.0,")
                .containsOnlyOnce("\"moved\":[\"head\"]");
        String csv = exported("csv", image(",\"moves\":[{\"detection\":0,\"x\":60,\"y\":40}]"));
        assertThat(csv.lines()).filteredOn(line -> line.endsWith(",true")).hasSize(1);
        assertThat(csv).contains(",neck,0,60.0,40.0,0.9,0.5,true");
    }

    @Test
    void solutionsAreProvenUnderAllPins() throws IOException {
        Path solution = dir.resolve("a.solution.json");
        String more =
                ",\"pins\":[{\"apart\":[0,1]}],\"deleted\":[[2,3]],\"moves\":[{\"detection\":0,\"x\":21,\"y\":31}]";
        assertThat(apply(image(more), "-o", solution).code()).isZero();
        // the added joint has no pin any more
        String pins = ",\"pins\":[{\"apart\":[0,1]},{\"skip\":2},{\"skip\":3},{\"skip\":5}]";
        Path problem =
                Files.writeString(dir.resolve("a.problem.json"), GROWN.substring(0, GROWN.length() - 1) + pins + "}");
        Run verified = Program.withLazySolver().run("verify", problem, solution);
        assertThat(verified.out()).endsWith("PROVEN OPTIMAL\n");
        assertThat(Files.readString(solution)).contains("\"foundAt\": [20.0, 30.0]", "\"x\": 21.0");
    }

    @Test
    void weakPeopleAreLeftOutUnlessTheyAreWanted() throws IOException {
        String all = exported("csv", image(""));
        assertThat(all.lines()).hasSize(1 + 5);
        assertThat(exported("csv", image(""), "--min-score", "0.9").lines()).hasSize(1);
    }

    @Test
    void problemsMayBeElsewhere() throws IOException {
        Path problems = Files.writeString(dir.resolve("problems.ndjson"), FOUND + "\n");
        String images = "{\"name\":\"a.png\",\"deleted\":[[0,1],[2,3]]}";
        assertThat(exported("csv", images, "--problems", problems).lines()).hasSize(2);
        Run alone = apply(images);
        assertThat(alone.code()).isEqualTo(Exit.WRONG);
        assertThat(alone.err())
                .contains("work.json: image \"a.png\": found no problem, neither here nor in --problems, where it would"
                        + " have the id \"a\"");
        // those in both places agree but for the joint that was added
        assertThat(exported("csv", image(""), "--problems", problems).lines()).hasSize(6);
        for (String other : List.of(
                FOUND.replace("[0,1,-1]", "[0,1,-2]"),
                FOUND.replace("\"poseCost\":1", "\"poseCost\":2"),
                PROBLEM.formatted("", "", ",\"pins\":[{\"use\":0}]"),
                GROWN.replace("\"y\":12,\"cost\":1}", "\"y\":12,\"cost\":1},{\"part\":\"head\",\"cost\":1}"))) {
            Run differs = apply(
                    image(""), "--problems", Files.writeString(dir.resolve("other.problem.json"), other), "-o", "-");
            assertThat(differs.code()).isEqualTo(Exit.WRONG);
            assertThat(differs.err())
                    .contains("image \"a.png\": problem \"a\" is not the one in --problems: more differs than");
        }
        String unnamed = image("").replace(",\"added\":[5]", "");
        assertThat(apply(unnamed, "--problems", problems).err()).contains("more differs");
    }

    @Test
    void whatCannotBeIsRefusedBeforeAnythingIsSolved() throws IOException {
        Run outside = apply(image(",\"moves\":[{\"detection\":0,\"x\":60.5,\"y\":3}]"));
        assertThat(outside.code()).isEqualTo(Exit.WRONG);
        assertThat(outside.err())
                .contains(
                        "work.json: /images/0: found detection 0 moved to x = 60.5, y = 3.0 but expected a place inside"
                                + " the image of 60 x 40")
                .hasLineCount(1);
        assertThat(apply(image("") + ",\n" + image("")).err())
                .contains("image \"a.png\": found problem \"a\" a second time but expected each once");
        assertThat(apply("").err()).contains("work.json: found no images but expected one session");
        Run none = Program.withLazySolver().run("apply", dir.resolve("none.json"));
        assertThat(none.err()).contains("none.json: no such file");
        Path session = dir.resolve("work.json");
        assertThat(Program.withLazySolver().run("apply", session, "-o", session).err())
                .contains("but expected another file to write to");
        assertThat(Program.withLazySolver().run("apply", "-", "--problems", "-").err())
                .contains("standard input cannot be both the session and the problems");
    }

    @Test
    void pinsThatCannotHoldLeaveTheOthers() throws IOException {
        String wrong = image(",\"pins\":[{\"use\":2}],\"deleted\":[[2]]");
        String right = image("").replace("\"id\":\"a\"", "\"id\":\"b\"");
        Path file = dir.resolve("people.csv");
        Run run = apply(wrong + ",\n" + right, "--format", "csv", "-o", file);
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.err()).contains("\"a\" cannot all hold: use 2, skip 2 exclude each other");
        assertThat(Files.readString(file)).contains("\nb,").doesNotContain("\na,");
    }
}
