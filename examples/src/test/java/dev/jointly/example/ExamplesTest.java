package dev.jointly.example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Verdict;
import dev.jointly.io.ClaimReader;
import dev.jointly.io.ProblemReader;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.fixture.TinyNetworks;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every example prints what is known from elsewhere: by hand, by brute force, by the checker, or by how its input was made. */
@Timeout(300)
class ExamplesTest {
    @TempDir
    Path dir;

    /** The main method of an example. */
    private interface Example {
        void run(String... args) throws Exception;
    }

    /** What an example prints. */
    private static List<String> said(Example example, Object... args) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, UTF_8));
        try {
            String[] texts = new String[args.length];
            for (int i = 0; i < args.length; i++) {
                texts[i] = args[i].toString();
            }
            example.run(texts);
        } finally {
            System.setOut(before);
        }
        return said.toString(UTF_8).lines().toList();
    }

    /** The answer is worked out by hand in docs/certificate.md, section 12. */
    @Test
    void tenLines() throws Exception {
        assertThat(said(TenLines::main))
                .containsExactlyInAnyOrder(
                        "{0=0, 1=2} with duplicates {1=[3]}",
                        "{0=1} with duplicates {}",
                        "cost         -5.5",
                        "proven bound -5.5");
    }

    /** Two mice were drawn up, one of them with two detections of its body; the tail far away is false. */
    @Test
    void ownCosts() throws Exception {
        long optimum = BruteForce.optimum(OwnCosts.problem());
        assertThat(said(OwnCosts::main))
                .containsExactlyInAnyOrder(
                        "OPTIMAL, cost " + Micro.toString(optimum),
                        "mouse: snout 2, body 0 and duplicates [1], tail 3",
                        "mouse: snout 5, body 4");
    }

    @Test
    void progressAndCancellation() throws Exception {
        Problem problem = ProgressAndCancellation.problem();
        Solution full = new Solver(new HighsEngine()).solve(problem, Settings.defaults());
        long optimum = full.objective();
        assertThat(Checker.lowerBound(problem, full.proof())).isEqualTo(optimum);

        List<String> said = said(ProgressAndCancellation::main);
        assertThat(said.get(0)).startsWith("iteration 1: ");
        List<String> ends = said.subList(said.size() - 2, said.size());
        Matcher bounds =
                Pattern.compile("BOUNDED: the optimum is from (\\S+) to (\\S+)").matcher(ends.get(0));
        assertThat(bounds.matches()).as(ends.get(0)).isTrue();
        assertThat(micro(bounds.group(1))).isLessThan(micro(bounds.group(2))).isLessThanOrEqualTo(optimum);
        assertThat(micro(bounds.group(2))).isGreaterThanOrEqualTo(optimum);
        assertThat(micro(ends.get(1).replace("proven bound ", "")))
                .isGreaterThanOrEqualTo(micro(bounds.group(1)))
                .isLessThanOrEqualTo(optimum);
    }

    private static long micro(String cost) {
        return Micro.of(Double.parseDouble(cost));
    }

    /** The file has six frames of three mice whose places are known; each group has joints of one of them. */
    @Test
    void readingFiles() throws Exception {
        Path file = Path.of("..", "clients", "python", "example", "mice_full.pickle");
        assertThat(said(ReadingFiles::main, file, 3, dir))
                .isEqualTo(IntStream.range(0, 6)
                        .mapToObj(frame -> "frame" + frame + ": 3 animals, OPTIMAL")
                        .toList());
        try (ProblemReader problems = ProblemReader.open(dir.resolve("problems.ndjson"));
                ClaimReader solutions = ClaimReader.open(dir.resolve("solutions.ndjson"))) {
            while (problems.hasNext()) {
                Problem problem = problems.next();
                assertThat(Checker.check(problem, solutions.next().claim(problem))
                                .kind())
                        .isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
            }
            assertThat(solutions.hasNext()).isFalse();
        }
        List<String[]> rows = Files.readAllLines(dir.resolve("joints.csv"), UTF_8).stream()
                .skip(1)
                .map(row -> row.split(",", -1))
                .toList();
        Map<String, List<String[]>> animals =
                rows.stream().collect(Collectors.groupingBy(row -> row[0] + " " + row[1]));
        assertThat(animals).hasSize(6 * 3);
        animals.forEach((animal, joints) -> {
            int frame = Integer.parseInt(joints.get(0)[0].substring("frame".length()));
            assertThat(IntStream.range(0, 3).filter(mouse -> joints.stream().allMatch(row -> isOf(mouse, frame, row))))
                    .as(animal)
                    .hasSize(1);
        });
    }

    private static final List<String> PARTS = List.of("snout", "leftear", "rightear", "shoulder", "spine", "tailbase");
    private static final double[][] BODY = {{60, 0}, {40, -12}, {40, 12}, {22, 0}, {-10, 0}, {-50, 0}};

    /** Whether a joint is where clients/python/example/make.py put that of a mouse, to within its noise. */
    private static boolean isOf(int mouse, int frame, String[] row) {
        double time = frame / 5.0;
        double[][] places = {
            {140 + 220 * time, 150 + 30 * time, 0.15},
            {360 - 200 * time, 200 - 25 * time, 2.9},
            {250 + 20 * time, 320 - 40 * time, -0.9 - time}
        };
        double[] place = places[mouse];
        double[] joint = BODY[PARTS.indexOf(row[4])];
        double x = place[0] + joint[0] * Math.cos(place[2]) - joint[1] * Math.sin(place[2]);
        double y = place[1] + joint[0] * Math.sin(place[2]) + joint[1] * Math.cos(place[2]);
        return Math.hypot(x - Double.parseDouble(row[6]), y - Double.parseDouble(row[7])) < 8;
    }

    /** Two people of a red neck and a green head, for a network that detects colours. */
    @Test
    @Tag("slow")
    void photoToPeople() throws Exception {
        Path card = Files.writeString(dir.resolve("colours.json"), TinyNetworks.CARD);
        TinyNetworks.write(dir.resolve("colours.onnx"));
        BufferedImage image = Photos.plain(320, 160, Color.BLUE);
        for (int x : new int[] {50, 140}) {
            Photos.dot(image, x, 110, 12, Color.RED);
            Photos.dot(image, x, 50, 12, Color.GREEN);
        }
        Path photo = Files.write(dir.resolve("street.png"), Photos.encoded(image, "png"));

        List<String> said = said(PhotoToPeople::main, photo, card);
        assertThat(said).hasSize(7);
        assertThat(said.get(0)).isEqualTo("2 people, OPTIMAL");
        assertThat(List.of(person(said.subList(1, 4)), person(said.subList(4, 7))))
                .containsExactlyInAnyOrder("neck 50 110 head 50 50", "neck 140 110 head 140 50");
    }

    /** Joints with coordinates rounded to tens. */
    private static String person(List<String> lines) {
        assertThat(lines.get(0)).isEqualTo("person");
        return lines.stream()
                .skip(1)
                .map(line -> line.strip().split(" ", -1))
                .map(words -> words[0] + " " + tens(words[1]) + " " + tens(words[2]))
                .collect(Collectors.joining(" "));
    }

    private static long tens(String coordinate) {
        return Math.round(Double.parseDouble(coordinate) / 10) * 10;
    }

    /** Verdicts of the conformance cases, which come from enumeration. */
    @ParameterizedTest
    @CsvSource({
        "prices, PROVEN_OPTIMAL, objective -5.5, proven bound -5.5",
        "bound-by-one, REJECTED, because, ''",
        "comma-at-the-end, cannot be read:, '', ''"
    })
    void verifySomebodyElses(String name, String verdict, String second, String third) throws Exception {
        Path folder = Path.of("..", "conformance", "cases", name);
        List<String> said =
                said(VerifySomebodyElses::main, folder.resolve("problem.json"), folder.resolve("solution.json"));
        assertThat(said.get(0)).startsWith(verdict);
        assertThat(String.join("\n", said.subList(1, said.size())))
                .startsWith(second)
                .endsWith(third);
    }

    /** A person costs 1, a neck -2, the head -1, and -2 more on the first neck or -1.5 on the second. */
    @Test
    void warmSession() throws Exception {
        List<String> said = said(WarmSession::main);
        assertThat(said.stream().filter(line -> !line.startsWith("  ")))
                .containsExactly(
                        "as it is: cost -5.0",
                        "the head belongs to the other neck: cost -4.5",
                        "the head is false: cost -2.0",
                        "in conflict: [use 2, skip 2]",
                        "as it was: cost -5.0");
        assertThat(said.stream()
                        .filter(line -> line.startsWith("  "))
                        .map(line -> line.replaceFirst("  person \\d+: detections ", "")))
                .containsExactlyInAnyOrder("[0, 2]", "[1]", "[0]", "[1, 2]", "[0]", "[1]", "[0, 2]", "[1]");
        assertThat(BruteForce.optimum(WarmSession.problem())).isEqualTo(Micro.of(-5));
    }
}
