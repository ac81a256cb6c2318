package dev.jointly.problem;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Collectors;

/**
 * SHA-256 of a problem in canonical form: everything the optimum depends on, and nothing else. The
 * canonical form is text with one fact per line, each ended by a line feed; it is described in {@code docs/certificate.md}.
 */
public final class ProblemDigest {
    private ProblemDigest() {}

    public static String sha256(Problem problem) {
        try {
            byte[] text = canonical(problem).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must provide SHA-256", e);
        }
    }

    /** The canonical text itself. */
    public static String canonical(Problem problem) {
        StringBuilder text = new StringBuilder("jointly/problem@1\n");
        problem.anatomy().parts().forEach(part -> line(text, "part", part));
        problem.anatomy().majors().forEach(major -> line(text, "major", major));
        problem.anatomy().limbs().forEach(limb -> line(text, "limb", limb.a(), limb.b()));
        line(text, "poseCost", problem.poseCost());
        problem.maxPoses().ifPresent(most -> line(text, "maxPoses", most));
        problem.detections().forEach(d -> line(text, "detection", d.part(), d.cost()));
        // most of the text, so put together without boxes
        problem.pairs().forEach((a, b, micro) -> text.append("pair ")
                .append(a)
                .append(' ')
                .append(b)
                .append(' ')
                .append(micro)
                .append('\n'));
        line(text, "absentPairs", problem.pairs().absentForbidden() ? "forbidden" : "zero");
        for (Pin pin : problem.pins()) {
            text.append(pin.kind().word());
            Arrays.stream(pin.detections()).sorted().forEach(d -> text.append(' ')
                    .append(d));
            text.append('\n');
        }
        return text.toString();
    }

    private static void line(StringBuilder text, Object... words) {
        text.append(Arrays.stream(words).map(String::valueOf).collect(Collectors.joining(" ", "", "\n")));
    }
}
