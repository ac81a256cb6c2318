package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Verdict;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code verify} does with a file and what {@code docs/check.py} does with it are the same, also if the file is
 * damaged: accepted, rejected or unreadable. Thousands of mutants of good files go through both, through Python in one
 * process.
 */
class BothCheckersTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final int MUTANTS = Integer.getInteger("jointly.mutants", 2500);
    private static final int SEED = Integer.getInteger("jointly.seed", 20);

    private static final String DRIVER = """
            import base64, importlib.util, sys
            sys.setrecursionlimit(20000)
            spec = importlib.util.spec_from_file_location("check", sys.argv[1])
            check = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(check)
            for line in open(sys.argv[2]):
                code, lines = check.judge(*(base64.b64decode(word) for word in line.rstrip("\\n").split(" ")), 60.0)
                print(code, " / ".join(lines).encode("ascii", "backslashreplace").decode().replace("\\n", " "))
            """;

    private static final Pattern TOKEN =
            Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|-?[0-9][-+.eE0-9]*|true|false|null|[\\[\\]{}:,]");

    /** What a value is replaced by. */
    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "[]",
            "{}",
            "\"\"",
            "\"0\"",
            "\"neck\"",
            "\"optimal\"",
            "\"\\u0007\"",
            "\"\\ud800\"",
            "0",
            "-0",
            "1",
            "2",
            "-1",
            "3.0",
            "3e0",
            "1e6",
            "0.1",
            "-5.5000000",
            "-55e-1",
            "0e99",
            "0e99999999999",
            "1e-7",
            "1e99999999999",
            "-1e-99999999999",
            "1e400",
            "9e12",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854.775808",
            "2147483647",
            "2147483648",
            "100000",
            "62",
            "63",
            "NaN",
            "Infinity",
            "01",
            "+1",
            "1.",
            ".5",
            "1".repeat(1000),
            "1".repeat(1001),
            "\"" + "x".repeat(1001) + "\"",
            "\"" + "\ud83d\ude00".repeat(1000) + "\"",
            "[0]",
            "[0,1]",
            "[0,0,0]",
            "{\"lambda1\":[],\"lambda2\":[],\"lambda3\":[]}");

    @TempDir
    Path directory;

    private record Pair(byte[] problem, byte[] solution) {
        @Override
        public String toString() {
            return new String(problem, UTF_8) + "\n" + new String(solution, UTF_8);
        }
    }

    @BeforeAll
    static void pythonIsThere() throws InterruptedException {
        boolean there;
        try {
            there = new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            there = false;
        }
        assumeTrue(there, "python3 is not installed: the two checkers were not compared");
    }

    @Test
    void agreeOnMutants() throws Exception {
        List<Pair> good = good();
        List<Pair> pairs = new ArrayList<>(good);
        Random random = new Random(SEED);
        while (pairs.size() < MUTANTS) {
            Pair pair = good.get(random.nextInt(good.size()));
            String problem = new String(pair.problem(), UTF_8);
            String solution = new String(pair.solution(), UTF_8);
            if (random.nextInt(4) == 0) {
                problem = mutated(random, problem);
            } else {
                solution = mutated(random, solution);
            }
            pairs.add(new Pair(problem.getBytes(UTF_8), solution.getBytes(UTF_8)));
        }
        compare(pairs, good.size());
    }

    private void compare(List<Pair> pairs, int good) throws Exception {
        List<String> answers = python(pairs);
        assertThat(answers).hasSameSizeAs(pairs);
        Map<Integer, Integer> counts = new TreeMap<>();
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            String[] python = answers.get(i).split(" ", 2);
            String java = java(pairs.get(i));
            int code = java.charAt(0) - '0';
            if (i < good) {
                assertThat(code).as("%s: %s", java, pairs.get(i)).isZero();
            }
            // unbounded integers may go on where 64 bits do not suffice
            if (Integer.parseInt(python[0]) != code && !java.contains("numbers too large for exact arithmetic")) {
                differences.add("Java " + java + "\nPython " + answers.get(i) + "\n" + pairs.get(i));
            }
            counts.merge(code, 1, Integer::sum);
        }
        System.out.println("mutants by exit code, seed " + SEED + ": " + counts);
        assertThat(differences)
                .as("seed %d, %d of %d differ", SEED, differences.size(), pairs.size())
                .isEmpty();
        if (pairs.size() > 1000) {
            assertThat(counts.get(0)).isGreaterThan(50);
            assertThat(counts.get(1)).isGreaterThan(50);
            assertThat(counts.get(2)).isGreaterThan(500);
        }
    }

    /** The exit code that verify would end with, and why. */
    private static String java(Pair pair) {
        try (ProblemReader problems = ProblemReader.of("p", new ByteArrayInputStream(pair.problem()));
                ClaimReader claims = ClaimReader.of("s", new ByteArrayInputStream(pair.solution()))) {
            Problem problem = problems.next();
            ClaimDocument document = claims.next();
            if (problems.hasNext() || claims.hasNext()) {
                return "2 more than one document";
            }
            Verdict verdict = Checker.check(problem, document.claim(problem));
            return (verdict.accepted() ? 0 : 1) + " " + verdict.kind() + " " + verdict.reasons();
        } catch (BadInputException e) {
            return "2 " + e.getMessage();
        }
    }

    private List<String> python(List<Pair> pairs) throws Exception {
        Path batch = directory.resolve("batch");
        Base64.Encoder base64 = Base64.getEncoder();
        Files.write(
                batch,
                pairs.stream()
                        .map(pair ->
                                base64.encodeToString(pair.problem()) + " " + base64.encodeToString(pair.solution()))
                        .toList());
        Path out = directory.resolve("out");
        Process process = new ProcessBuilder(
                        "python3", "-c", DRIVER, DOCS.resolve("check.py").toString(), batch.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        boolean ended = process.waitFor(10, TimeUnit.MINUTES);
        process.destroyForcibly();
        List<String> lines = Files.readAllLines(out);
        assertThat(ended && process.exitValue() == 0)
                .as("python ended with %s", lines.subList(Math.max(0, lines.size() - 8), lines.size()))
                .isTrue();
        return lines;
    }

    private static List<Pair> good() throws IOException {
        List<String> texts = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(DOCS.resolve("certificate.md")))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        List<Pair> good = new ArrayList<>();
        for (int i = 0; i < texts.size(); i += 2) {
            good.add(pair(texts.get(i), texts.get(i + 1)));
            // every optional field, and every kind of pin that these poses keep
            String problem = texts.get(i)
                    .replaceFirst(
                            "\"poseCost\"",
                            "\"image\": {\"file\": \"a.jpg\", \"width\": 4, \"height\": 3}, \"more\": [null],"
                                    + " \"pins\": [{\"apart\": [1, 0]}, {\"use\": 0}], \"poseCost\"")
                    .replaceFirst("\"cost\"", "\"x\": 1.5, \"y\": 2, \"score\": 0.5, \"cost\"");
            String solution = texts.get(i + 1)
                    .replaceFirst(
                            "\"objective\"",
                            "\"requestedGap\": 0.25, \"seconds\": 0.1, \"iterations\": 3, \"skeletons\": 1,"
                                    + " \"localAssignments\": 0, \"rows\": 2, \"nodes\": 1, \"engineFinished\": true,"
                                    + " \"trace\": [{\"a\": 1, \"a\": null}], \"new\": {\"b\": [1e999]}, \"objective\"");
            good.add(pair(problem, solution));
        }
        return good;
    }

    private static Pair pair(String problem, String solution) {
        String sha256 = ProblemDigest.sha256(Samples.read(problem));
        String signed =
                solution.replaceFirst("\"problemSha256\": \"[0-9a-f]*\"", "\"problemSha256\": \"" + sha256 + "\"");
        return new Pair(problem.getBytes(UTF_8), signed.getBytes(UTF_8));
    }

    private static String mutated(Random random, String text) {
        List<String> tokens = new ArrayList<>();
        TOKEN.matcher(text).results().forEach(match -> tokens.add(match.group()));
        for (int i = 1 + random.nextInt(8) / 7; i > 0; i--) {
            mutate(random, tokens);
        }
        return String.join("", tokens);
    }

    private static void mutate(Random random, List<String> tokens) {
        int at = random.nextInt(tokens.size());
        switch (random.nextInt(10)) {
            case 0 -> tokens.remove(at);
            case 1 -> tokens.add(at, tokens.get(random.nextInt(tokens.size())));
            case 2 -> Collections.swap(tokens, at, random.nextInt(tokens.size()));
            case 3, 4, 5 -> replaceValue(random, tokens, at);
            case 6 -> respell(random, tokens, at);
            case 7 -> field(random, tokens, at, false);
            case 8 -> field(random, tokens, at, true);
            default -> nudge(random, tokens, at);
        }
    }

    private static boolean isKey(List<String> tokens, int at) {
        return tokens.get(at).startsWith("\"")
                && at + 1 < tokens.size()
                && tokens.get(at + 1).equals(":");
    }

    /** The value that begins at or after a place, whole, becomes another one. */
    private static void replaceValue(Random random, List<String> tokens, int from) {
        int at = from;
        while (at < tokens.size() && (isKey(tokens, at) || "]},:".contains(tokens.get(at)))) {
            at++;
        }
        if (at < tokens.size()) {
            int end = end(tokens, at);
            tokens.subList(at, end).clear();
            tokens.add(at, VALUES.get(random.nextInt(VALUES.size())));
        }
    }

    /** Where the value that begins here has ended. */
    private static int end(List<String> tokens, int at) {
        int depth = 0;
        int end = at;
        do {
            depth += "[{".contains(tokens.get(end)) ? 1 : "]}".contains(tokens.get(end)) ? -1 : 0;
            end++;
        } while (depth > 0 && end < tokens.size());
        return end;
    }

    /** A name becomes one that looks like it, or does not. */
    private static void respell(Random random, List<String> tokens, int from) {
        int at = from;
        while (at < tokens.size() && !isKey(tokens, at)) {
            at++;
        }
        if (at == tokens.size()) {
            return;
        }
        StringBuilder name = new StringBuilder(tokens.get(at));
        for (int i = 1 + random.nextInt(3); i > 0 && name.length() > 2; i--) {
            int letter = 1 + random.nextInt(name.length() - 2);
            switch (random.nextInt(5)) {
                case 0 -> name.deleteCharAt(letter);
                case 1 -> name.insert(letter, (char) ('a' + random.nextInt(26)));
                case 2 -> name.setCharAt(letter, Character.toUpperCase(name.charAt(letter)));
                case 3 -> name.setCharAt(letter, (char) ('a' + random.nextInt(26)));
                default -> {
                    if (letter + 2 < name.length()) {
                        char c = name.charAt(letter);
                        name.setCharAt(letter, name.charAt(letter + 1));
                        name.setCharAt(letter + 1, c);
                    }
                }
            }
        }
        tokens.set(at, name.toString());
    }

    /** A field with its value is left out, or given again. */
    private static void field(Random random, List<String> tokens, int from, boolean again) {
        int at = from;
        while (at < tokens.size() && !isKey(tokens, at)) {
            at++;
        }
        if (at == tokens.size()) {
            return;
        }
        int end = end(tokens, at + 2);
        List<String> field = new ArrayList<>(tokens.subList(at, end));
        if (again) {
            if (random.nextBoolean()) {
                field.set(0, "\"other\"");
            }
            field.add(",");
            tokens.addAll(at, field);
        } else {
            boolean comma = end < tokens.size() && tokens.get(end).equals(",");
            tokens.subList(at, comma ? end + 1 : end).clear();
            if (!comma && tokens.get(at - 1).equals(",")) {
                tokens.remove(at - 1);
            }
        }
    }

    /** A number becomes another one nearby, so that what is claimed is well formed and perhaps false. */
    private static void nudge(Random random, List<String> tokens, int from) {
        for (int at = from; at < tokens.size(); at++) {
            if (tokens.get(at).matches("-?[0-9.]+")) {
                String number = tokens.get(at);
                tokens.set(
                        at,
                        switch (random.nextInt(4)) {
                            case 0 -> number + "0";
                            case 1 -> number.startsWith("-") ? number.substring(1) : "-" + number;
                            case 2 -> number + (number.contains(".") ? "1" : ".5");
                            default -> Integer.toString(random.nextInt(7));
                        });
                return;
            }
        }
    }

    /** What a mutant hardly ever comes to. */
    @Test
    void agreeOnOddFiles() throws Exception {
        Pair example = good().get(0);
        Pair tree = good().get(2);
        String problem = new String(example.problem(), UTF_8);
        String solution = new String(example.solution(), UTF_8);
        List<Pair> pairs = new ArrayList<>(List.of(example, tree));
        for (String odd : List.of("", " ", "{}", "[]", "null", "7", "\"a\"", "{", "nul", "{}{}", "[".repeat(6000))) {
            pairs.add(new Pair(example.problem(), odd.getBytes(UTF_8)));
            pairs.add(new Pair(odd.getBytes(UTF_8), example.solution()));
        }
        for (byte[] bytes : List.of(
                new byte[] {(byte) 0xff},
                new byte[] {'{', '"', (byte) 0xc3, '"', ':', '1', '}'},
                Arrays.copyOf(example.solution(), example.solution().length - 3))) {
            pairs.add(new Pair(example.problem(), bytes));
        }
        for (String number :
                List.of("1e99999999999", "-1e99999999999", "1e-99999999999", "0e2147483648", "1e2147483647")) {
            pairs.add(new Pair(problem.replace("1.0", number).getBytes(UTF_8), example.solution()));
            pairs.add(
                    new Pair(example.problem(), solution.replace("-5.5", number).getBytes(UTF_8)));
            pairs.add(
                    new Pair(example.problem(), solution.replace("-4.5", number).getBytes(UTF_8)));
            pairs.add(new Pair(
                    example.problem(),
                    solution.replace("\"gap\": 0.0", "\"gap\": " + number).getBytes(UTF_8)));
        }
        String leaf = "{\"lambda1\":[],\"lambda2\":[],\"lambda3\":[]}";
        for (int depth : new int[] {4999, 5000, 5001}) {
            String node = "{\"join\":[0,0],\"out\":" + leaf + ",\"in\":";
            pairs.add(new Pair(
                    example.problem(),
                    solution.replace(
                                    "\"scaleBits\": 0,",
                                    "\"scaleBits\": 0, \"trees\": [{\"detections\": [0], \"tree\": "
                                            + node.repeat(depth) + leaf + "}".repeat(depth) + "}],")
                            .getBytes(UTF_8)));
        }
        for (int depth : new int[] {5098, 5099, 5100}) {
            pairs.add(new Pair(
                    example.problem(),
                    solution.replace("\"gap\"", "\"new\": " + "[".repeat(depth) + "]".repeat(depth) + ", \"gap\"")
                            .getBytes(UTF_8)));
        }
        for (String names : List.of("null", "{\"head\":null}", "{\"head\":[null]}", "{\"head\":[3,null]}", "[]")) {
            pairs.add(new Pair(
                    example.problem(),
                    solution.replace("{\"head\": [3]}", names).getBytes(UTF_8)));
        }
        compare(pairs, 2);
    }
}
