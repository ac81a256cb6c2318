package dev.jointly.io;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Verdict;
import dev.jointly.io.coco.CocoReader;
import dev.jointly.io.dlc.DlcAssemblies;
import dev.jointly.io.dlc.DlcFile;
import dev.jointly.io.dlc.DlcIdentities;
import dev.jointly.io.openpose.OpenPoseReader;
import dev.jointly.oracle.BruteForce;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import java.io.ByteArrayInputStream;
import java.util.Objects;
import org.junit.jupiter.api.Tag;

/**
 * Whatever the bytes, a reader gives a value or one line about what is wrong, and the checker accepts nothing that brute force
 * knows to be false. {@code mvn test -Dlane=full} replays the files under {@code FuzzedReadersTestInputs}; {@code .ci/fuzz} looks for more.
 */
@Tag("slow")
class FuzzedReadersTest {
    /** The one that the solutions among the files are of. */
    private static final Problem TINY = Samples.read("""
            {"format":"jointly/problem@1","id":"tiny",\
            "anatomy":{"name":"mini","parts":["neck","head"],"majors":["neck"],"limbs":[["neck","head"]]},"poseCost":1.0,\
            "detections":[{"part":"neck","x":1,"y":2,"cost":-2.0},{"part":"head","x":3,"y":4,"cost":-0.5},\
            {"part":"head","x":5,"y":6,"cost":0.25},{"part":"neck","x":7,"y":8,"cost":-1.5}],\
            "pairs":[[0,1,-0.75],[1,2,-0.5],[3,1,-0.75],[0,3,0.25],[3,2,-0.5]],"absentPairs":"forbidden"}""");

    private static final long OPTIMUM = BruteForce.optimum(TINY);

    static void readOrRefused(Runnable reading) {
        try {
            reading.run();
        } catch (BadInputException e) {
            String message = Objects.requireNonNull(e.getMessage());
            assertThat(message.codePointCount(0, message.length())).isBetween(1, Excerpt.LINE);
            assertThat(message).doesNotContain("\n");
        }
    }

    @FuzzTest
    void problems(byte[] bytes) {
        readOrRefused(() -> {
            try (ProblemReader reader = ProblemReader.of("fuzzed", new ByteArrayInputStream(bytes))) {
                while (reader.hasNext()) {
                    reader.next();
                }
            }
        });
    }

    @FuzzTest
    void evidence(byte[] bytes) {
        readOrRefused(() -> {
            try (EvidenceReader reader = EvidenceReader.of("fuzzed", new ByteArrayInputStream(bytes))) {
                while (reader.hasNext()) {
                    reader.next();
                }
            }
        });
    }

    @FuzzTest
    void solutions(byte[] bytes) {
        readOrRefused(() -> {
            try (ClaimReader reader = ClaimReader.of("fuzzed", new ByteArrayInputStream(bytes))) {
                while (reader.hasNext()) {
                    judge(reader.next());
                }
            }
        });
    }

    private static void judge(ClaimDocument document) {
        Claim claim = document.claim(TINY);
        Verdict verdict = Checker.check(TINY, claim);
        if (!verdict.accepted()) {
            return;
        }
        for (MarginClaim margin : claim.margins()) {
            BruteForce.optimumIfFeasible(TINY.withPins(margin.pins()))
                    .ifPresent(least -> assertThat(margin.atLeast()).isLessThanOrEqualTo(least - verdict.objective()));
        }
        assertThat(verdict.lowerBound()).isLessThanOrEqualTo(OPTIMUM);
        assertThat(verdict.objective()).isGreaterThanOrEqualTo(OPTIMUM);
        if (verdict.kind() == Verdict.Kind.PROVEN_OPTIMAL && claim.requestedGap() == 0) {
            assertThat(verdict.objective()).isEqualTo(OPTIMUM);
        }
    }

    @FuzzTest
    void coco(byte[] bytes) {
        readOrRefused(() -> CocoReader.read("-", new ByteArrayInputStream(bytes)));
    }

    @FuzzTest
    void openPose(byte[] bytes) {
        readOrRefused(() -> OpenPoseReader.read("-", new ByteArrayInputStream(bytes)));
    }

    @FuzzTest
    void dlc(byte[] bytes) {
        readOrRefused(() -> DlcFile.read("-", new ByteArrayInputStream(bytes)));
        readOrRefused(() -> DlcIdentities.read("-", new ByteArrayInputStream(bytes)));
    }

    @FuzzTest
    void dlcAssemblies(byte[] bytes) {
        readOrRefused(() -> DlcAssemblies.read("-", new ByteArrayInputStream(bytes)));
    }
}
