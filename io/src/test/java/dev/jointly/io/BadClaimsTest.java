package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jointly.certify.Claim;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadClaimsTest {
    private static Claim claim(String text) {
        try (ClaimReader reader = ClaimReader.of("test.solution.json", Samples.stream(text))) {
            Claim claim = reader.next().claim(Samples.read(Samples.PROBLEM));
            assertThat(reader.hasNext()).isFalse();
            return claim;
        }
    }

    @Test
    void aGoodOneIsReadAsItStands() {
        Claim claim = claim(Samples.SOLUTION);
        assertThat(claim.problemSha256()).isEqualTo("00ff");
        assertThat(claim.claimsOptimal()).isFalse();
        assertThat(claim.objective()).isEqualTo(-9_090_000);
        assertThat(claim.lowerBound()).isEqualTo(-12_340_001);
        assertThat(claim.requestedGap()).isEqualTo(0.05);
        assertThat(claim.poses())
                .containsExactly(new ClaimedPose(-9_090_000, Map.of(0, 0, 1, 1), Map.of(0, List.of(3))));
        assertThat(claim.proof().scaleBits()).isEqualTo(2);
        assertThat(claim.proof().lambda1()).containsExactly(1, 2, 3, 4, 5);
        assertThat(claim.proof().lambda3()).containsExactly(0, 0, Long.MAX_VALUE, 0, 9);
        assertThat(claim.maxPoses()).isEmpty();
        assertThat(claim.proof().trees())
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(Samples.tree());
    }

    @Test
    void treesMayBeLeftOutAndFieldsOfANodeStandInAnyOrder() {
        assertThat(claim(Samples.SOLUTION.replaceFirst(",\"trees\".*", "}}"))
                        .proof()
                        .trees())
                .isEmpty();
        String turned = Samples.SOLUTION.replaceFirst("\"nodes\":\\[.*", """
                "nodes":[{"out":4,"in":1,"join":[0,0]},{"in":2,"local":[0,3],"out":3},
                {"lambda3":[0,2],"lambda1":[-7,8],"shift":9},{"shift":0,"lambda3":[0,0],"lambda1":[6,0]},
                {"lambda3":[0,0],"lambda1":[0,11]}]}]}}""");
        assertThat(claim(turned).proof().trees())
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(Samples.tree());
    }

    @Test
    void whatProvesNothingMayBeLeftOut() {
        String bare = Samples.SOLUTION
                .replace("\"requestedGap\":0.05,", "")
                .replace("\"gap\":0.26,", "")
                .replace("\"problem\":\"sample\",", "")
                .replace("\"method\":\"bcg\",", "")
                .replaceFirst("\"seconds\".*\"certificate\"", "\"certificate\"");
        assertThat(claim(bare).requestedGap()).isZero();
    }

    @Test
    void untrueButWellFormedClaimsAreLeftToTheChecker() {
        Claim claim = claim(Samples.SOLUTION
                .replace("\"neck\":0", "\"neck\":99")
                .replace("[1,2,3,4,5]", "[-1]")
                .replace("\"scaleBits\":2", "\"scaleBits\":-77"));
        assertThat(claim.poses().get(0).global()).containsEntry(0, 99);
        assertThat(claim.proof().lambda1()).containsExactly(-1);
        assertThat(claim.proof().scaleBits()).isEqualTo(-77);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1.000000|1000000",
                "-0.000001|-1",
                "0|0",
                "-0.0|0",
                "1e3|1000000000",
                "12e-7000000|",
                "0e999999999|0",
                "1.0000001|",
                "1e13|",
                "9223372036854.775807|9223372036854775807",
                "9223372036854.775808|",
                "1e999999999|",
                "1e-999999999|",
                "1e99999999999999|"
            })
    void objectivesAreWholeMicroUnits(String number, String expected) {
        String text = Samples.SOLUTION.replace("\"objective\":-9.09", "\"objective\":" + number);
        if (expected != null) {
            assertThat(claim(text).objective()).isEqualTo(Long.parseLong(expected));
        } else {
            assertThat(catchThrowableOfType(BadInputException.class, () -> claim(text)))
                    .hasMessageContaining("/objective")
                    .hasMessageContaining("number");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "solution@1|problem@1|/format|this is a problem, not a solution",
                "solution@1|solution@7|/format|\"jointly/solution@7\"",
                "\"bounded\"|\"proven\"|/status|\"proven\" but expected \"optimal\" or \"bounded\"",
                "\"status\":\"bounded\",|``|/status|nothing but expected \"optimal\"",
                "\"problemSha256\":\"00ff\",|``|/problemSha256|nothing but expected the problem's SHA-256",
                "\"lowerBound\":-12.340001|\"lowerBound\":-12.3400011|/lowerBound|-12.3400011 but expected a number of whole micro-units",
                "\"objective\":-9.09,|``|/objective|nothing but expected a number of whole micro-units",
                "\"objective\":-9.09|\"objective\":\"-9.09\"|/objective|\"-9.09\" but expected a number",
                "\"gap\":0.26|\"gap\":\"0\"|/gap|\"0\" but expected a finite number",
                "\"requestedGap\":0.05|\"requestedGap\":1|/requestedGap|found 1 but expected a number from 0 to below 1",
                "\"requestedGap\":0.05|\"requestedGap\":-1|/requestedGap|found -1 but expected",
                "\"poses\":[|\"poses\":[7,|/poses/0|found 7 but expected a pose",
                "{\"cost\":-9.09,|{|/poses/0/cost|nothing but expected a number",
                "\"global\":{\"neck\":0,\"head\":1},|``|/poses/0/global|nothing but expected an object from part names",
                "\"head\":1|\"tail\":1|/poses/0/global/tail|\"tail\" but expected one of the problem's parts: neck, head, hand, foot",
                "\"head\":1|\"head\":1.5|/poses/0/global/head|1.5 but expected the index of a detection",
                "\"head\":1|\"head\":1,\"head\":1|/poses/0/global/head|a second time",
                "\"neck\":[3]|\"neck\":3|/poses/0/local/neck|found 3 but expected an array of detections",
                "\"neck\":[3]|\"neck\":[\"3\"]|/poses/0/local/neck/0|\"3\" but expected the index",
                "\"neck\":[3]|\"nose\":[3]|/poses/0/local/nose|\"nose\" but expected one of the problem's parts",
                "\"scaleBits\":2,|``|/certificate/scaleBits|nothing but expected a whole number of bits",
                "certificate@3|certificate@2|/certificate/format|\"jointly/certificate@2\" but expected \"jointly/certificate@3\"",
                "\"format\":\"jointly/certificate@3\",|``|/certificate/format|nothing but expected \"jointly/certificate@3\"",
                "\"scaleBits\":2|\"scaleBits\":2,\"cuts\":[]|/certificate/cuts|unknown field",
                "\"trees\":[|\"trees\":[7,|/certificate/trees/0|found 7 but expected a tree, an object with detections and nodes",
                "\"trees\":[{|\"trees\":{|/certificate/trees|found an object but expected an array of trees",
                "\"detections\":[0,3],|``|/certificate/trees/0/detections|nothing but expected an array of detections",
                "\"detections\":[0,3]|\"detections\":[0,3.5]|/certificate/trees/0/detections/1|3.5 but expected the index",
                "\"nodes\":[|\"nodes\":7,\"a\":[|/certificate/trees/0/nodes|found 7 but expected an array of nodes",
                "\"nodes\":[|\"nodes\":[7,|/certificate/trees/0/nodes/0|found 7 but expected a decision (join or local",
                "\"detections\":[0,3],\"nodes\":|\"detections\":|/certificate/trees/0/detections/0|found an object but expected the index",
                "\"join\":[0,0],|``|/certificate/trees/0/nodes/0|neither join nor local nor prices but expected a decision",
                "\"join\":[0,0]|\"join\":[0]|/certificate/trees/0/nodes/0/join|the end of the array but expected two detections, [lead, detection]",
                "\"join\":[0,0]|\"join\":[0,0,0]|/certificate/trees/0/nodes/0/join/2|found 0 but expected two detections",
                "\"join\":[0,0]|\"join\":0|/certificate/trees/0/nodes/0/join|found 0 but expected two detections",
                "\"join\":[0,0]|\"join\":[0,0],\"join\":[0,0]|/certificate/trees/0/nodes/0/join|a second time",
                "\"join\":[0,0]|\"join\":[0,0],\"local\":[0,3]|/certificate/trees/0/nodes/0/local|found a second decision",
                "\"local\":[0,3]|\"local\":[0,\"3\"]|/certificate/trees/0/nodes/1/local/1|\"3\" but expected two detections, [global, local]",
                "\"in\":1,|``|/certificate/trees/0/nodes/0/in|nothing but expected the position of a node",
                "\"in\":1|\"in\":1.0|/certificate/trees/0/nodes/0/in|1.0 but expected the position of a node",
                "\"out\":4|\"out\":2147483648|/certificate/trees/0/nodes/0/out|2147483648 but expected the position of a node",
                "\"in\":2|\"in\":{}|/certificate/trees/0/nodes/1/in|an object but expected the position of a node",
                "\"shift\":9|\"shift\":9.5|/certificate/trees/0/nodes/2/shift|9.5 but expected a whole number of bits",
                "\"lambda1\":[-7,8],|``|/certificate/trees/0/nodes/2/lambda1|nothing but expected an array of whole numbers",
                "[-7,8]|[-7,8.5]|/certificate/trees/0/nodes/2/lambda1/1|8.5 but expected a whole number of 64 bits",
                "\"join\":[0,0]|\"join\":[0,0],\"shift\":1|/certificate/trees/0/nodes/0/shift|in a decision but expected it in leaves only",
                "\"shift\":9,|\"in\":1,|/certificate/trees/0/nodes/2|neither join nor local nor prices",
                "[1,2,3,4,5]|[1,2.5]|/certificate/lambda1/1|2.5 but expected a whole number of 64 bits",
                "[1,2,3,4,5]|[9223372036854775808]|/certificate/lambda1/0|9223372036854775808 but expected a whole number",
                "[1,2,3,4,5]|{}|/certificate/lambda1|an object but expected an array",
                "\"seconds\":0.25|\"seconds\":|line 1, column|not valid JSON"
            })
    void malformedOnesAreNamed(String from, String to, String path, String says) {
        assertThat(Samples.SOLUTION).contains(from);
        BadInputException e = catchThrowableOfType(
                BadInputException.class,
                () -> claim(Samples.SOLUTION.replaceFirst(
                        java.util.regex.Pattern.quote(from), java.util.regex.Matcher.quoteReplacement(to))));
        assertThat(e).isNotNull();
        assertThat(String.valueOf(e.getMessage()))
                .startsWith("test.solution.json: ")
                .contains(path, says)
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"cuts\":[{|\"cuts\":[7,{|/certificate/trees/0/cuts/0|found 7 but expected a cut, an object with use and host",
                "\"use\":[0],|``|/certificate/trees/0/cuts/0/use|nothing but expected an array of detections",
                "\"use\":[0]|\"use\":[2.5]|/certificate/trees/0/cuts/0/use/0|2.5 but expected the index of a detection",
                "\"host\":[3]|\"host\":3|/certificate/trees/0/cuts/0/host|found 3 but expected an array of detections",
                "\"host\":[3]}|\"host\":[3],\"sigma\":1}|/certificate/trees/0/cuts/0/sigma|unknown field",
                ",\"host\":[]|``|/certificate/trees/0/cuts/1/host|nothing but expected an array of detections",
                "\"sigma\":[8,0]|\"sigma\":8|/certificate/trees/0/nodes/2/sigma|found 8 but expected an array of whole numbers",
                "\"out\":4|\"out\":4,\"sigma\":[1,1]|/certificate/trees/0/nodes/0/sigma|in a decision but expected it in leaves only"
            })
    void malformedCutsAreNamed(String from, String to, String path, String says) {
        assertThat(Samples.CUT_SOLUTION).contains(from);
        assertThatThrownBy(() -> claim(Samples.CUT_SOLUTION.replaceFirst(
                        java.util.regex.Pattern.quote(from), java.util.regex.Matcher.quoteReplacement(to))))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(path)
                .hasMessageContaining(says);
    }

    @Test
    void cutsAreReadAndWritten() throws IOException {
        Proof proof = claim(Samples.CUT_SOLUTION).proof();
        Proof.Tree tree = proof.trees().get(0);
        assertThat(tree.cuts()).hasSize(2);
        assertThat(tree.cuts().get(0).host()).containsExactly(3);
        assertThat(tree.nodes().get(2)).isInstanceOfSatisfying(Proof.Leaf.class, leaf -> assertThat(leaf.sigma())
                .containsExactly(8, 0));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Problem problem = Samples.read(Samples.PROBLEM);
        SolutionWriter.write(Samples.solution(problem, proof), problem, Layout.LINE, out);
        assertThat(claim(out.toString(UTF_8)).proof())
                .usingRecursiveComparison()
                .isEqualTo(proof);
    }

    @Test
    void complaintsAboutALaterDocumentSayWhich() {
        String two = Samples.SOLUTION + "\n\n" + Samples.SOLUTION.replace("\"head\":1", "\"tail\":1") + "\n"
                + Samples.SOLUTION;
        try (ClaimReader reader = ClaimReader.of("s.json", Samples.stream(two))) {
            reader.next();
            ClaimDocument second = reader.next();
            ClaimDocument third = reader.next();
            assertThat(third.problemId()).hasValue("sample");
            assertThat(catchThrowableOfType(BadInputException.class, () -> second.claim(Samples.read(Samples.PROBLEM))))
                    .hasMessageStartingWith("s.json: document 2 (line 3): /poses/0/global/tail");
        }
    }
}
