package dev.jointly.server;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Verdict;
import dev.jointly.io.ClaimDocument;
import dev.jointly.io.ClaimReader;
import dev.jointly.problem.Problem;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/** What the checker says of an answer's text. */
final class Judge {
    private Judge() {}

    static Verdict verdict(Problem problem, String solution) {
        return Checker.check(problem, claim(problem, solution));
    }

    static Claim claim(Problem problem, String solution) {
        try (ClaimReader reader =
                ClaimReader.of("answer", new ByteArrayInputStream(solution.getBytes(StandardCharsets.UTF_8)))) {
            ClaimDocument document = reader.next();
            return document.claim(problem);
        }
    }
}
