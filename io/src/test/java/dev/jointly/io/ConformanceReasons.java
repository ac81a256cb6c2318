package dev.jointly.io;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The reasons of {@code conformance/README.md}, and how a sentence of either checker is told to be one of them. */
final class ConformanceReasons {
    /** The first that is found in a sentence is its reason. */
    private static final Map<String, Pattern> PATTERNS = new LinkedHashMap<>();

    static {
        reason("limit", "^maxPoses is \\d+ but ");
        reason("digest", "^problemSha256 is ");
        reason("used-twice", "^detection \\d+ is used twice");
        reason("forbidden-pair", "^pose \\d+ has the forbidden pair");
        reason("pose-cost", "^pose \\d+ has cost ");
        reason("pin", "^the poses violate the pin ");
        reason("too-many-poses", "^there are \\d+ poses but");
        reason("objective", "^objective is ");
        reason("above-objective", "^lowerBound.* is above the objective");
        reason("bound", "^lowerBound is .*(proves only| is proven)");
        reason("not-optimal", "^status is optimal but");
        reason("margin", "^margin \\d+ is said to be");
        reason("overflow", ": numbers too large for exact arithmetic");
        reason("scale", "^certificate: .*(scaleBits|shift).* must be 0 to");
        reason("cut", "^certificate: .*(\\bcuts?\\b|sigma)");
        reason("price", "^certificate: .*(lambda|[pP]rice)|^margin \\d+: .*prices");
        reason("tree", "^certificate: tree ");
        reason("pose", "^pose \\d+");
        reason("json", "not valid JSON|ends in the middle|NaN");
        reason("format", "/format: found|format must be one of");
        reason("missing-field", "found nothing but expected| has no \\w+$");
        reason(
                "unknown-field",
                "unknown field|beside a certificate|expected it in leaves only|neither another decision nor prices");
        reason("repeated-field", "a second time| has a field twice");
        reason("margin-label", "/margins/\\d+/(pins|detection): found|: margin \\d+: (pins|detection) must");
        reason("problem", "^p: /(pairs|anatomy|pins)/?|: pair \\d+ is|: limbs must be|: pin \\d+ names");
        reason("value", "found .* but expected| must (be|not)| names something| has (more than|too large)");
    }

    private ConformanceReasons() {}

    private static void reason(String name, String regex) {
        PATTERNS.put(name, Pattern.compile(regex));
    }

    static Set<String> all() {
        return PATTERNS.keySet();
    }

    /** The reason that a sentence gives, or the sentence itself where it is none that is known. */
    static String of(String sentence) {
        return PATTERNS.entrySet().stream()
                .filter(entry -> entry.getValue().matcher(sentence).find())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(sentence);
    }
}
