package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Verdict;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.margin.ExactMargins;
import dev.jointly.margin.Margin;
import dev.jointly.margin.MarginBounds;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.session.Session;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Margins in solution files: written, read, and judged from the file alone. */
class MarginFilesTest {
    private static final int PROBLEMS = Trials.count(20, 300);

    private final Solver solver = new Solver(new HighsEngine());

    private static ClaimDocument document(String text) {
        try (ClaimReader reader = ClaimReader.of("test.solution.json", Samples.stream(text))) {
            return reader.next();
        }
    }

    private static Claim claim(String text) {
        return document(text).claim(Samples.read(Samples.PROBLEM));
    }

    private static String changed(String from, String to) {
        assertThat(Samples.MARGIN_SOLUTION).contains(from);
        return Samples.MARGIN_SOLUTION.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to));
    }

    @Test
    void theyAreReadAsTheyStand() {
        ClaimDocument document = document(Samples.MARGIN_SOLUTION);
        Claim claim = document.claim(Samples.read(Samples.PROBLEM));
        assertThat(claim.margins()).hasSize(3);
        assertThat(claim.margins().get(0))
                .isEqualTo(new MarginClaim(
                        List.of(new Pin.Skip(0), new Pin.Skip(1), new Pin.Skip(3)), 4_250_000, List.of(), null));
        assertThat(claim.margins().get(1))
                .isEqualTo(new MarginClaim(
                        List.of(new Pin.Apart(0, 1)),
                        1_500_000,
                        List.of(new MarginClaim.Price(1, 77, 0), new MarginClaim.Price(3, -6, 9)),
                        null));
        assertThat(claim.margins().get(2).proof()).isNotNull().satisfies(proof -> assertThat(proof.lambda1())
                .containsExactly(5, 4, 3, 2, 1));
        List<Margin> margins = document.margins();
        assertThat(margins.get(0).joint()).isEmpty();
        assertThat(margins.get(0).atMost()).hasValue(4_250_000);
        assertThat(margins.get(0).exact()).isTrue();
        assertThat(margins.get(1).joint()).hasValue(1);
        assertThat(margins.get(1).fixed()).isTrue();
        assertThat(claim(Samples.SOLUTION).margins()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"margins\":[{|\"margins\":{|/margins|found an object but expected an array of margins",
                "\"margins\":[|\"margins\":[7,|/margins/0|found 7 but expected a margin, an object with pose, pins and atLeast",
                "{\"pose\":0,\"pins\"|{\"pins\"|/margins/0/pose|nothing but expected the index of a pose",
                "\"pose\":0|\"pose\":\"0\"|/margins/0/pose|\"0\" but expected the index of a pose",
                "\"pose\":0|\"pose\":1|/margins/0/pose|found 1 but expected the index of one of 1 poses",
                "\"pose\":0|\"Pose\":0|/margins/0/pose|nothing but expected the index of a pose",
                "\"detection\":1|\"detection\":-1|/margins/1/detection|-1 but expected the index of a detection",
                "\"detection\":1|\"detection\":2|/margins/1/detection|found 2 but expected a detection of pose 0 other than the one that leads it, 0",
                "\"detection\":1|\"detection\":0|/margins/1/detection|found 0 but expected a detection of pose 0 other than",
                "\"detection\":1|\"detection\":3|/margins/1/pins|expected one pin, {\"apart\": [0, 3]}",
                "\"skip\":3}|\"skip\":4}|/margins/0/pins|expected skip of every detection of pose 0",
                ",{\"skip\":3}|``|/margins/0/pins|expected skip of every detection of pose 0",
                "{\"apart\":[0,1]}|{\"apart\":[0,1]},{\"use\":4}|/margins/1/pins|expected one pin",
                "{\"apart\":[0,1]}|{\"together\":[0,1]}|/margins/1/pins|expected one pin",
                "{\"apart\":[0,1]}|{\"apart\":[0,-1]}|/margins/1/pins/0/apart/1|-1 but expected the index of a detection",
                "{\"apart\":[0,1]}|{\"apart\":[0,1],\"use\":1}|/margins/1/pins/0/use|\"use\" beside \"apart\"",
                "\"pins\":[{\"apart\":[0,1]}],|``|/margins/1/pins|nothing but expected an array of pins",
                "\"atLeast\":4.25,|``|/margins/0/atLeast|nothing but expected a number of whole micro-units",
                "\"atLeast\":4.25|\"atLeast\":4.2500001|/margins/0/atLeast|4.2500001 but expected a number of whole micro-units",
                "\"atLeast\":4.25|\"atLeast\":-4.25|/margins/0/atLeast|-4.25 but expected a number of whole micro-units (at most 6 decimals) that is not negative",
                "\"atMost\":4.25|\"atMost\":\"4\"|/margins/0/atMost|\"4\" but expected a number",
                "\"fixed\":true|\"fixed\":\"yes\"|/margins/1/fixed|\"yes\" but expected true or false",
                "[[1,77,0]|[[1,77]|/margins/1/prices/0|the end of the array but expected a price [detection, lambda1, lambda3]",
                "[[1,77,0]|[[1,77,0,0]|/margins/1/prices/0/3|found 0 but expected the end of the price",
                "[[1,77,0]|[[1,77.5,0]|/margins/1/prices/0/1|77.5 but expected a price",
                "[[1,77,0]|[1,[1,77,0]|/margins/1/prices/0|found 1 but expected a price",
                "\"scaleBits\":1,|``|/margins/2/certificate/scaleBits|nothing but expected a whole number of bits",
                "\"certificate\":{\"format\":\"jointly/certificate@3\",\"scaleBits\":1,|\"certificate\":{\"format\":\"jointly/certificate@2\",\"scaleBits\":1,|/margins/2/certificate/format|\"jointly/certificate@2\" but expected \"jointly/certificate@3\"",
                "\"certificate\":{\"format\":\"jointly/certificate@3\",\"scaleBits\":1,|\"prices\":[],\"certificate\":{\"format\":\"jointly/certificate@3\",\"scaleBits\":1,|/margins/2|prices beside a certificate",
                ",{\"skip\":3}|,{\"skip\":3},{\"skip\":1}|/margins/0/pins|expected skip of every detection of pose 0",
                "{\"apart\":[0,1]}|{\"apart\":[0,1]},{\"apart\":[0,1]}|/margins/1/pins|expected one pin"
            })
    void malformedOnesAreNamed(String from, String to, String path, String says) {
        String text = changed(from, to == null ? "" : to);
        assertThatThrownBy(() -> claim(text))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("test.solution.json: ")
                .hasMessageContaining(path + ": ")
                .hasMessageContaining(says);
    }

    /** A true file of a real solution, in which one thing is changed to something false. */
    @Test
    void falseOnesAreRejectedWithTheReason() throws IOException {
        for (long seed = 1; ; seed++) {
            Problem problem = TinyProblems.random(seed, 1);
            Solution solution = solver.solve(problem, Settings.defaults());
            Optional<Margin> tight = MarginBounds.of(problem, solution).stream()
                    .map(bound -> exact(problem, solution, bound))
                    .filter(margin -> margin.exact()
                            && margin.atLeast() > 0
                            && margin.claim().proof() == null
                            && !margin.claim().prices().isEmpty())
                    .findFirst();
            if (tight.isPresent()) {
                assertFalseOnesAreRejected(problem, solution, tight.get());
                return;
            }
        }
    }

    /** @param tight a margin that the prices prove in full */
    private static void assertFalseOnesAreRejected(Problem problem, Solution solution, Margin tight)
            throws IOException {
        MarginClaim claim = tight.claim();
        MarginClaim.Price price = claim.prices().get(0);

        assertThat(verdict(problem, solution, tight).accepted()).isTrue();
        assertRejected(problem, solution, with(tight, claim.atLeast() + 1, claim.prices()), "is said to be at least");
        assertRejected(
                problem,
                solution,
                with(tight, claim.atLeast(), List.of(new MarginClaim.Price(problem.size(), 0, 0))),
                "a price is of detection " + problem.size() + ", which is not one of the problem's");
        assertRejected(
                problem,
                solution,
                with(tight, claim.atLeast(), List.of(price, price)),
                "detection " + price.detection() + " has two prices");
        assertRejected(
                problem,
                solution,
                with(tight, claim.atLeast(), List.of(new MarginClaim.Price(price.detection(), -1, 0))),
                "negative");
        assertRejected(problem, solution, with(tight, claim.atLeast(), List.of()), "is said to be at least");
        Margin both = new Margin(
                tight.pose(),
                tight.joint(),
                new MarginClaim(claim.pins(), claim.atLeast(), claim.prices(), solution.proof()),
                tight.atMost(),
                false);
        assertThatThrownBy(() -> verdict(problem, solution, both))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("prices beside a certificate");
    }

    private static Margin with(Margin margin, long atLeast, List<MarginClaim.Price> prices) {
        return new Margin(
                margin.pose(),
                margin.joint(),
                new MarginClaim(margin.claim().pins(), atLeast, prices, null),
                OptionalLong.empty(),
                false);
    }

    @Test
    void pinsOnMissingDetectionsAreRejected() throws IOException {
        Problem problem = Samples.read(Samples.PROBLEM);
        // the pose names a detection that the problem does not have, and so does the margin
        String text = changed("\"head\":1}", "\"head\":99}")
                .replace(
                        "\"detection\":1,\"pins\":[{\"apart\":[0,1]}]",
                        "\"detection\":99,\"pins\":[{\"apart\":[0,99]}]")
                .replace("{\"skip\":1}", "{\"skip\":99}");
        Verdict verdict = Checker.check(problem, claim(text));
        assertThat(verdict.kind()).isEqualTo(Verdict.Kind.REJECTED);
    }

    @Test
    void whatTheSolverFindsIsWrittenReadAndConfirmed() throws IOException {
        int margins = 0;
        int own = 0;
        for (long seed : Trials.seeds(1, PROBLEMS)) {
            Problem free = seed % 5 == 0 ? TinyProblems.gapped(seed, 2) : TinyProblems.random(seed, 2);
            Problem problem = seed % 2 == 0 ? free : TinyProblems.pinned(free, seed);
            Solution solution;
            try {
                solution = solver.solve(problem, Settings.defaults());
            } catch (PinsException e) {
                continue;
            }
            List<Margin> exact = new ArrayList<>();
            for (Margin bound : MarginBounds.of(problem, solution)) {
                exact.add(seed % 3 == 0 ? bound : exact(problem, solution, bound));
            }
            for (Layout layout : Layout.values()) {
                ClaimDocument document = document(write(problem, solution, exact, layout));
                assertThat(document.margins())
                        .as("seed %d", seed)
                        .usingRecursiveFieldByFieldElementComparator()
                        .isEqualTo(exact);
                assertThat(Checker.check(problem, document.claim(problem)).reasons())
                        .as("seed %d", seed)
                        .isEmpty();
            }
            margins += exact.size();
            own += (int) exact.stream()
                    .filter(margin -> margin.claim().proof() != null)
                    .count();
        }
        assertThat(margins).isGreaterThan(PROBLEMS);
        assertThat(own).isPositive();
    }

    @Test
    void posesAndJointsCarryTheirMarginsToo() throws IOException {
        Problem problem = Samples.read(Samples.PROBLEM);
        Solution solution = Samples.solution(problem);
        List<Margin> margins = List.of(
                new Margin(
                        0,
                        OptionalInt.empty(),
                        new MarginClaim(List.of(new Pin.Skip(0)), 4_250_000, List.of(), null),
                        OptionalLong.empty(),
                        false),
                new Margin(
                        0,
                        OptionalInt.of(1),
                        new MarginClaim(List.of(new Pin.Apart(0, 1)), 1_500_000, List.of(), null),
                        OptionalLong.empty(),
                        false));
        String text = write(problem, solution, margins, Layout.LINE);
        assertThat(text).contains("\"head\":{\"detection\":1,\"margin\":1.5}", "\"margin\":4.25}]");
        assertThat(SchemaTest.complaints(SchemaTest.SOLUTION, text)).isEmpty();
        assertThat(write(problem, solution, List.of(), Layout.LINE)).doesNotContain("margin");
    }

    private Margin exact(Problem problem, Solution solution, Margin bound) {
        Session session = new Session(solver, problem, Settings.defaults());
        return new ExactMargins(session, List.of(), solution)
                .of(bound, () -> false)
                .margin();
    }

    private static void assertRejected(Problem problem, Solution solution, Margin margin, String reason)
            throws IOException {
        Verdict verdict = verdict(problem, solution, margin);
        assertThat(verdict.kind()).isEqualTo(Verdict.Kind.REJECTED);
        assertThat(verdict.reasons())
                .singleElement()
                .asString()
                .startsWith("margin 0")
                .contains(reason);
    }

    private static Verdict verdict(Problem problem, Solution solution, Margin margin) throws IOException {
        ClaimDocument document = document(write(problem, solution, List.of(margin), Layout.LINE));
        return Checker.check(problem, document.claim(problem));
    }

    private static String write(Problem problem, Solution solution, List<Margin> margins, Layout layout)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SolutionWriter.write(solution, margins, problem, layout, out);
        return out.toString(UTF_8);
    }
}
