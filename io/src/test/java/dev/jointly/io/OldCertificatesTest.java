package dev.jointly.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Verdict;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Certificates of the format before, {@code jointly/certificate@2}. */
class OldCertificatesTest {
    private static Claim claim(String text) {
        try (ClaimReader reader = ClaimReader.of("test.solution.json", Samples.stream(text))) {
            return reader.next().claim(Samples.read(Samples.PROBLEM));
        }
    }

    private static String changed(String from, String to) {
        assertThat(Samples.OLD_SOLUTION).contains(from);
        return Samples.OLD_SOLUTION.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to));
    }

    /** The format moves to the end of the certificate, so that it is not known while the rest is read. */
    private static String formatLast(String solution) {
        Matcher format = Pattern.compile("(\"certificate\":\\{)(\"format\":\"[^\"]*\"),(.*)\\}\\}")
                .matcher(solution);
        assertThat(format.matches() || format.find()).isTrue();
        return format.replaceFirst("$1$3,$2}}");
    }

    @Test
    void lambda2IsAddedToBothOthers() {
        for (String text : new String[] {Samples.OLD_SOLUTION, formatLast(Samples.OLD_SOLUTION)}) {
            Claim claim = claim(text);
            assertThat(claim.proof())
                    .usingRecursiveComparison()
                    .isEqualTo(claim(Samples.SOLUTION).proof());
            assertThat(claim.proof().trees().get(0).nodes()).hasSize(5);
            assertThat(claim.flaw()).isNull();
        }
        assertThat(claim(formatLast(Samples.SOLUTION)).proof())
                .usingRecursiveComparison()
                .isEqualTo(claim(Samples.SOLUTION).proof());
    }

    /** Nodes come into the list as they are met, whatever the order of their fields. */
    @Test
    void fieldsOfANodeStandInAnyOrder() {
        String turned = Samples.OLD_SOLUTION.replaceFirst("\"tree\":\\{.*", """
                "tree":{"out":{"lambda3":[0,0],"lambda1":[0,11],"lambda2":[0,0]},
                "in":{"in":{"lambda1":[-7,7],"shift":9,"lambda2":[0,1],"lambda3":[0,1]},"local":[0,3],
                "out":{"shift":0,"lambda1":[6,0],"lambda2":[0,0],"lambda3":[0,0]}},"join":[0,0]}}]}}""");
        Proof.Tree expected = Samples.tree();
        Proof.Tree tree = claim(turned).proof().trees().get(0);
        Proof.Branch root = (Proof.Branch) tree.nodes().get(0);
        Proof.Branch local = (Proof.Branch) tree.nodes().get(root.in());
        assertThat(new Proof.Node[] {
                    tree.nodes().get(local.in()),
                    tree.nodes().get(local.out()),
                    tree.nodes().get(root.out())
                })
                .usingRecursiveComparison()
                .isEqualTo(expected.nodes().subList(2, 5).toArray());
        assertThat(root.in()).isGreaterThan(root.out());
    }

    /** In {@link Samples#PROBLEM} pins require detections 0, 1 and 2, and in the first leaf the answers 0 and 3. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // base prices
                "\"lambda2\":[0,0,0,0,5]|\"lambda2\":[0,0,0,0,-5]|lambda2[4] is -5 but must not be negative",
                "\"lambda2\":[0,0,0,0,5]|\"lambda2\":[0,0,0,0]|lambda1, lambda2 and lambda3 have 5, 4 and 5 entries but must have as many",
                "\"lambda2\":[0,0,0,0,5]|\"lambda2\":[0,0,0,0,5,0]|lambda1, lambda2 and lambda3 have 5, 6 and 5 entries but must have as many",
                "[1,2,3,4,0]|[1,2,3,4]|lambda1, lambda2 and lambda3 have 4, 5 and 5 entries but must have as many",
                "\"lambda2\":[0,0,0,0,5]|\"lambda2\":[0,0,1,0,5]|lambda2[2] is 1, which makes numbers too large for exact arithmetic",
                "[1,2,3,4,0]|[1,2,3,4,-5]|lambda1[4] is -5 but must not be negative, as nothing requires detection 4",
                "[0,0,9223372036854775807,0,4]|[0,0,0,0,-1]|lambda3[4] is -1 but must not be negative",
                // leaves, which are numbered as they are met
                "\"lambda2\":[0,1]|\"lambda2\":[0,-1]|tree 0, node 2: lambda2[1] is -1 but must not be negative",
                "\"lambda2\":[0,1]|\"lambda2\":[0]|tree 0, node 2: lambda1, lambda2 and lambda3 have 2, 1 and 2 entries but must have as many",
                "\"lambda2\":[0,1]|\"lambda2\":[0,9223372036854775807]|tree 0, node 2: lambda2[1] is 9223372036854775807, which makes numbers too large for exact arithmetic",
                "\"lambda2\":[0,1],\"lambda3\":[0,1]|\"lambda2\":[0,1],\"lambda3\":[0,-1]|tree 0, node 2: lambda3[1] is -1 but must not be negative",
                "[0,11],\"lambda2\":[0,0]|[0,-11],\"lambda2\":[0,20]|tree 0, node 4: lambda1[1] is -11 but must not be negative, as nothing requires detection 3",
                "[6,0],\"lambda2\":[0,0]|[6,-6],\"lambda2\":[0,6]|tree 0, node 3: lambda1[1] is -6 but must not be negative, as nothing requires detection 3"
            })
    void whatTheOldRulesRefuseIsRejected(String from, String to, String reason) {
        Problem problem = Samples.read(Samples.PROBLEM);
        for (String text : new String[] {changed(from, to), formatLast(changed(from, to))}) {
            Verdict verdict = Checker.check(problem, claim(text));
            assertThat(verdict.kind()).isEqualTo(Verdict.Kind.REJECTED);
            assertThat(verdict.reasons()).contains("certificate: " + reason);
            assertThat(verdict.lowerBound()).isEqualTo(Long.MIN_VALUE);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // required by a pin, in the base and in a leaf
                "[1,2,3,4,0],\"lambda2\":[0,0,0,0,5]|[1,-2,3,4,0],\"lambda2\":[0,2,0,0,5]",
                "[6,0],\"lambda2\":[0,0]|[-6,0],\"lambda2\":[6,0]",
                // by the answers, as a local detection
                "[-7,7],\"lambda2\":[0,1]|[-7,-7],\"lambda2\":[0,8]",
                // negative in the sum as well, which is the checker's business
                "[1,2,3,4,0]|[1,2,3,4,-6]",
                // lengths that are wrong but equal as well
                "[6,0],\"lambda2\":[0,0],\"lambda3\":[0,0]|[6],\"lambda2\":[0],\"lambda3\":[0]",
                "[6,0],\"lambda2\":[0,0],\"lambda3\":[0,0]|[6,0,0],\"lambda2\":[0,0,0],\"lambda3\":[0,0,0]"
            })
    void whatTheSumsShowIsLeftToTheChecker(String from, String to) {
        assertThat(claim(changed(from, to)).flaw()).isNull();
    }

    /** What version 2 did not know it passed over, and that is true of what version 3 knows. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"scaleBits\":2|\"scaleBits\":2,\"note\":{\"a\":1,\"a\":2}",
                "\"detections\":[0,3]|\"detections\":[0,3],\"note\":null",
                "\"detections\":[0,3]|\"detections\":[0,3],\"nodes\":7",
                "\"detections\":[0,3]|\"nodes\":[{\"join\":[0,0],\"in\":1,\"in\":{\"x\":[1,[2]]}},[]],\"detections\":[0,3]",
                "\"detections\":[0,3]|\"nodes\":{\"lambda1\":[[1.5]]},\"detections\":[0,3]",
                "\"detections\":[0,3]|\"nodes\":[{\"lamda1\":[]}],\"detections\":[0,3]",
                "\"join\":[0,0]|\"join\":[0,0],\"note\":[]",
                "\"shift\":9|\"shift\":9,\"note\":[]"
            })
    void unknownFieldsArePassedOver(String from, String to) {
        Proof expected = claim(Samples.SOLUTION).proof();
        assertThat(claim(changed(from, to)).proof()).usingRecursiveComparison().isEqualTo(expected);
        assertThat(claim(formatLast(changed(from, to))).proof())
                .usingRecursiveComparison()
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "certificate@2|certificate@1|/certificate/format|\"jointly/certificate@1\" but expected",
                "certificate@2|certificate@3|/certificate/lambda2|found an unknown field \"lambda2\" but expected only format, scaleBits, lambda1, lambda3, posePrice, cuts, trees",
                "\"lambda2\":[0,0,0,0,5],|``|/certificate/lambda2|nothing but expected an array of whole numbers",
                "\"scaleBits\"|\"scalebits\"|/certificate/scalebits|maybe you meant \"scaleBits\"",
                "\"tree\":{|\"b\":{|/certificate/trees/0/tree|nothing but expected a decision",
                "\"tree\":{|\"tree\":7,\"a\":{|/certificate/trees/0/tree|found 7 but expected a decision (join or local",
                "\"tree\":{|\"treee\":{|/certificate/trees/0/treee|maybe you meant \"tree\"",
                "\"join\":[0,0],|``|/certificate/trees/0/tree|neither join nor local nor prices but expected a decision",
                "\"join\":[0,0]|\"join\":[0]|/certificate/trees/0/tree/join|the end of the array but expected two detections, [lead, detection]",
                "\"join\":[0,0]|\"join\":[0,0],\"local\":[0,3]|/certificate/trees/0/tree/local|found a second decision",
                "\"join\":[0,0]|\"join\":[0,0],\"shift\":1|/certificate/trees/0/tree/shift|in a decision but expected it in leaves only",
                "\"in\":{\"shift\"|\"yes\":{\"shift\"|/certificate/trees/0/tree/in/in|nothing but expected a decision",
                "\"lambda1\":[-7,7],|``|/certificate/trees/0/tree/in/in/lambda1|nothing but expected an array of whole numbers",
                "\"lambda2\":[0,1],|``|/certificate/trees/0/tree/in/in/lambda2|nothing but expected an array of whole numbers",
                "\"lambda2\":[0,1]|\"lambda2\":[0,1.5]|/certificate/trees/0/tree/in/in/lambda2/1|1.5 but expected a whole number of 64 bits",
                "\"shift\":9,|\"in\":{},|/certificate/trees/0/tree/in/in/in|neither join nor local nor prices"
            })
    void malformedOnesAreNamed(String from, String to, String path, String says) {
        for (String text : new String[] {changed(from, to), formatLast(changed(from, to))}) {
            BadInputException e = catchThrowableOfType(BadInputException.class, () -> claim(text));
            assertThat(e).isNotNull().hasMessageContaining(path).hasMessageContaining(says);
        }
    }

    private static String deep(int depth) {
        String leaf = "{\"lambda1\":[],\"lambda2\":[],\"lambda3\":[]}";
        String tree = "{\"join\":[0,0],\"out\":" + leaf + ",\"in\":";
        return Samples.OLD_SOLUTION.replaceFirst(
                "\"trees\".*",
                "\"trees\":[{\"detections\":[],\"tree\":" + tree.repeat(depth) + leaf + "}".repeat(depth) + "}]}}");
    }

    @Test
    void treesAreReadDownToTheirDepthLimitOnAShortStack() {
        Samples.onAShortStack(() -> {
            Proof.Tree tree = claim(deep(Proof.MAX_DEPTH)).proof().trees().get(0);
            assertThat(tree.nodes()).hasSize(2 * Proof.MAX_DEPTH + 1);
            int depth = 0;
            for (int at = 0; tree.nodes().get(at) instanceof Proof.Branch branch; at = branch.in()) {
                depth++;
            }
            assertThat(depth).isEqualTo(Proof.MAX_DEPTH);
        });
        assertThat(catchThrowableOfType(BadInputException.class, () -> claim(deep(Proof.MAX_DEPTH + 1))))
                .hasMessageStartingWith("test.solution.json: /certificate/trees/0/tree/in/in/")
                .hasMessageEndingWith("/out: found more than 5000 nested decisions but expected at most that many");
        assertThat(catchThrowableOfType(BadInputException.class, () -> claim(deep(1_000_000))))
                .hasMessageContaining("more than 5000 nested decisions");
    }
}
