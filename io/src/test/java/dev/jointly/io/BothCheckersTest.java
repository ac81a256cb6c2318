package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.io.BothCheckers.Pair;
import dev.jointly.oracle.Python;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code verify} does with a file and what {@code docs/check.py} does with it are the same, also if the file is
 * damaged: accepted, rejected or unreadable. Thousands of mutants of good files go through both, through Python in one
 * process.
 */
class BothCheckersTest {
    private static final int MUTANTS = Integer.getInteger("jointly.mutants", 2500);

    @TempDir
    Path directory;

    @BeforeAll
    static void pythonIsThere() throws InterruptedException {
        Python.require("the two checkers were not compared");
    }

    @Test
    void agreeOnMutants() throws Exception {
        List<Pair> good = BothCheckers.good();
        List<Pair> pairs = new ArrayList<>(good);
        Random random = new Random(BothCheckers.SEED);
        while (pairs.size() < MUTANTS) {
            Pair pair = good.get(random.nextInt(good.size()));
            String problem = new String(pair.problem(), UTF_8);
            String solution = new String(pair.solution(), UTF_8);
            if (random.nextInt(4) == 0) {
                problem = Mutants.mutated(random, problem);
            } else {
                solution = Mutants.mutated(random, solution);
            }
            pairs.add(new Pair(problem.getBytes(UTF_8), solution.getBytes(UTF_8)));
        }
        Map<Integer, Integer> counts = new BothCheckers(directory).compare(pairs, good.size());
        assertThat(counts.get(0)).isGreaterThan(50);
        assertThat(counts.get(1)).isGreaterThan(50);
        assertThat(counts.get(2)).isGreaterThan(500);
    }

    /** What a mutant hardly ever comes to. */
    @Test
    void agreeOnOddFiles() throws Exception {
        Pair example = BothCheckers.good().get(0);
        Pair tree = BothCheckers.good().get(2);
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
        for (int depth : new int[] {5098, 5099, 5100}) {
            pairs.add(new Pair(
                    example.problem(),
                    solution.replace("\"gap\"", "\"new\": " + "[".repeat(depth) + "]".repeat(depth) + ", \"gap\"")
                            .getBytes(UTF_8)));
        }
        for (String field :
                List.of("ob\u017fective", "Objective", "objectiv", "", "x".repeat(1000), "x".repeat(1001))) {
            String more = "\"" + field + "\": 7, ";
            String emoji = more.replace("x", "\ud83d\ude00");
            for (String text : List.of(
                    more, emoji, "\"trace\": {" + more + "\"a\": 1}, ", "\"trace\": {" + emoji + "\"a\": 1}, ")) {
                pairs.add(new Pair(
                        example.problem(),
                        solution.replace("\"gap\"", text + "\"gap\"").getBytes(UTF_8)));
            }
        }
        for (String digits : List.of(
                "0." + "0".repeat(999),
                "0." + "0".repeat(1000),
                "1".repeat(1000),
                "1".repeat(1001),
                "-0." + "1".repeat(999) + "e1",
                "1e" + "0".repeat(999),
                "1e" + "0".repeat(1000),
                "1." + "1".repeat(5000))) {
            for (String field : List.of("seconds", "gap", "requestedGap", "trace")) {
                pairs.add(new Pair(
                        example.problem(),
                        solution.replace("\"gap\": 0.0", "\"" + field + "\": " + digits)
                                .getBytes(UTF_8)));
            }
        }
        for (String first : List.of("\ufeff", "\ufeff\ufeff", " \ufeff")) {
            pairs.add(new Pair(example.problem(), (first + solution).getBytes(UTF_8)));
            pairs.add(new Pair((first + problem).getBytes(UTF_8), example.solution()));
        }
        for (Charset other : List.of(UTF_16, UTF_16LE, UTF_16BE)) {
            pairs.add(new Pair(example.problem(), solution.getBytes(other)));
        }
        for (String names : List.of("null", "{\"head\":null}", "{\"head\":[null]}", "{\"head\":[3,null]}", "[]")) {
            pairs.add(new Pair(
                    example.problem(),
                    solution.replace("{\"head\": [3]}", names).getBytes(UTF_8)));
        }
        new BothCheckers(directory).compare(pairs, 2);
    }

    private static Pair withTree(Pair example, String solution, String nodes) {
        String trees = "\"scaleBits\": 0, \"trees\": [{\"detections\": [0], " + nodes + "}],";
        return new Pair(
                example.problem(), solution.replace("\"scaleBits\": 0,", trees).getBytes(UTF_8));
    }

    /** A tree that is a chain of decisions, every "out" of which is a leaf. */
    private static String chain(int depth) {
        List<String> nodes = new ArrayList<>();
        for (int i = 0; i < depth; i++) {
            nodes.add("{\"join\":[0,0],\"in\":" + (i + 1) + ",\"out\":" + (depth + 1 + i) + "}");
        }
        nodes.addAll(Collections.nCopies(depth + 1, "{\"lambda1\":[0],\"lambda3\":[0]}"));
        return "\"nodes\": " + nodes;
    }

    @Test
    void agreeOnDeepTrees() throws Exception {
        Pair example = BothCheckers.good().get(0);
        String solution = new String(example.solution(), UTF_8);
        assertThat(new BothCheckers(directory).compare(List.of(withTree(example, solution, chain(1000))), 1))
                .isEqualTo(Map.of(0, 1));
        assertThat(new BothCheckers(directory).compare(List.of(withTree(example, solution, chain(5001))), 0))
                .isEqualTo(Map.of(1, 1));
    }

    @Tag("slow")
    @Test
    void agreeOnTheDeepestTree() throws Exception {
        Pair example = BothCheckers.good().get(0);
        Pair deepest = withTree(example, new String(example.solution(), UTF_8), chain(5000));
        assertThat(new BothCheckers(directory).compare(List.of(deepest), 1)).isEqualTo(Map.of(0, 1));
    }

    /** Lists of nodes that are no tree, of all kinds: both reject them, and accept the same others. */
    @Test
    void agreeOnListsOfNodes() throws Exception {
        Pair example = BothCheckers.good().get(0);
        String solution = new String(example.solution(), UTF_8);
        List<Pair> pairs = new ArrayList<>(List.of(example));
        String leaf = "{\"lambda1\":[0],\"lambda3\":[0]}";
        Random random = new Random(BothCheckers.SEED);
        for (int size = 0; size <= 5; size++) {
            for (int i = 0; i < 60; i++) {
                List<String> nodes = new ArrayList<>();
                for (int at = 0; at < size; at++) {
                    int in = at + random.nextInt(4) - 1;
                    int out = at + random.nextInt(4) - 1;
                    nodes.add(random.nextInt(3) > 0 ? leaf : "{\"join\":[0,0],\"in\":" + in + ",\"out\":" + out + "}");
                }
                pairs.add(withTree(example, solution, "\"nodes\": " + nodes));
            }
        }
        for (String nodes : List.of(
                "{\"join\":[0,0],\"in\":1,\"out\":1}, L",
                "{\"join\":[0,0],\"in\":1,\"out\":2}, L",
                "{\"join\":[0,0],\"in\":1,\"out\":2}, L, L, L",
                "{\"join\":[0,0],\"in\":0,\"out\":1}, L",
                "{\"join\":[0,0],\"in\":1,\"out\":3}, {\"join\":[0,0],\"in\":2,\"out\":0}, L, L",
                "{\"join\":[0,0],\"in\":2,\"out\":3}, L, {\"join\":[0,0],\"in\":1,\"out\":4}, L, L",
                "{\"join\":[0,0],\"in\":2147483647,\"out\":1}, L, L",
                "{\"join\":[0,0],\"in\":2147483648,\"out\":1}, L, L",
                "{\"join\":[0,0],\"in\":-1,\"out\":1}, L, L")) {
            pairs.add(withTree(example, solution, "\"nodes\": [" + nodes.replace("L", leaf) + "]"));
        }
        Map<Integer, Integer> counts = new BothCheckers(directory).compare(pairs, 1);
        assertThat(counts.get(0)).isGreaterThan(30);
        assertThat(counts.get(1)).isGreaterThan(200);
    }

    /** An unknown field at every level of a certificate. */
    @Test
    void agreeOnUnknownFields() throws Exception {
        List<Pair> good = BothCheckers.good();
        List<Pair> pairs = new ArrayList<>();
        for (Pair pair : List.of(good.get(0), good.get(2))) {
            String solution = new String(pair.solution(), UTF_8);
            int certificate = solution.indexOf("\"certificate\"");
            Matcher objects = Pattern.compile("\\{").matcher(solution);
            for (int at = certificate; objects.find(at); at = objects.end()) {
                for (String field : List.of("note", "lambda2", "lamda1", "nodes", "tree", "node", "cuts", "")) {
                    for (String value : List.of("7", "{}", "[{\"a\": [1]}]", "[0, 0, 0, 0]")) {
                        String more = "{\"" + field + "\": " + value + ", ";
                        String text = solution.substring(0, objects.start()) + more + solution.substring(objects.end());
                        pairs.add(new Pair(pair.problem(), text.getBytes(UTF_8)));
                    }
                }
            }
        }
        Map<Integer, Integer> counts = new BothCheckers(directory).compare(pairs, 0);
        assertThat(counts.get(2)).isGreaterThan(100);
    }
}
