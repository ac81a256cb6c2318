package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Whatever happens to a file, the answer is a problem or one line about what is wrong. */
class MutationTest {
    private static final Pattern TOKEN = Pattern.compile("\"[^\"]*\"|[-+0-9.eE]+|[a-z]+|[\\[\\]{},:]");
    private static final String[] SPLICES = {
        "",
        "null",
        "true",
        "{}",
        "[]",
        "\"\"",
        "-1",
        "99",
        "1e999",
        "1e-999",
        "0.1234567",
        "-0",
        "[0,1,2]",
        "\"neck\"",
        "{\"use\":0}",
        "\\",
        "\"",
        ",",
        ":",
        "}",
        "]",
        "\u0000",
        "\ufeff",
        "\"\\ud800\"",
        "1e99999999999",
        "123456789012345678901"
    };

    @Test
    void mutatedProblemsAreReadOrRefused() {
        byte[] gzipped = Samples.gzip(Samples.PROBLEM.getBytes(UTF_8));
        int read = 0;
        for (long seed = 0; seed < 5_000; seed++) {
            RandomGenerator random = new SplittableRandom(seed);
            byte[] bytes =
                    switch (random.nextInt(4)) {
                        case 0 -> bytes(Samples.PROBLEM.getBytes(UTF_8), random);
                        case 1 -> bytes(gzipped.clone(), random);
                        default -> tokens(Samples.PROBLEM, random).getBytes(UTF_8);
                    };
            try {
                Problem problem = Samples.read(bytes);
                // what was read can be written and is then the same
                Problem again = Samples.read(Samples.write(problem, Layout.LINE));
                assertThat(ProblemDigest.sha256(again)).as("seed %d", seed).isEqualTo(ProblemDigest.sha256(problem));
                read++;
            } catch (BadInputException e) {
                oneLine(e, seed);
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
        }
        // some mutations change no more than a number or a name
        assertThat(read).isBetween(100, 4_000);
    }

    @Test
    void mutatedSolutionsAreReadOrRefused() {
        Problem problem = Samples.read(Samples.PROBLEM);
        int read = 0;
        for (long seed = 0; seed < 3_000; seed++) {
            RandomGenerator random = new SplittableRandom(seed);
            String text = seed % 3 == 0 ? Samples.MARGIN_SOLUTION : Samples.SOLUTION;
            byte[] bytes = random.nextBoolean()
                    ? bytes(text.getBytes(UTF_8), random)
                    : tokens(text, random).getBytes(UTF_8);
            try (ClaimReader reader = ClaimReader.of("s", new java.io.ByteArrayInputStream(bytes))) {
                while (reader.hasNext()) {
                    reader.next().claim(problem);
                }
                read++;
            } catch (BadInputException e) {
                oneLine(e, seed);
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
        }
        assertThat(read).isBetween(100, 2_500);
    }

    private static void oneLine(BadInputException e, long seed) {
        assertThat(String.valueOf(e.getMessage()))
                .as("seed %d", seed)
                .isNotEqualTo("null")
                .doesNotContain("\n", "\r", "Exception", "[Source")
                .hasSizeLessThan(600);
    }

    private static byte[] bytes(byte[] bytes, RandomGenerator random) {
        for (int i = random.nextInt(3); i >= 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private static String tokens(String text, RandomGenerator random) {
        String mutated = text;
        for (int i = random.nextInt(2); i >= 0; i--) {
            Matcher matcher = TOKEN.matcher(mutated);
            int at = random.nextInt((int) TOKEN.matcher(mutated).results().count());
            for (int k = 0; k <= at; k++) {
                matcher.find();
            }
            String splice = SPLICES[random.nextInt(SPLICES.length)];
            String piece =
                    switch (random.nextInt(4)) {
                        case 0 -> matcher.group().replaceAll("[0-9.]+", Integer.toString(random.nextInt(7)));
                        case 1 -> splice;
                        case 2 -> matcher.group() + splice;
                        default -> matcher.group() + matcher.group();
                    };
            mutated = mutated.substring(0, matcher.start()) + piece + mutated.substring(matcher.end());
        }
        return mutated;
    }
}
