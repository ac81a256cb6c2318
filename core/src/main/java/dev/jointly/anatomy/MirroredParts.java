package dev.jointly.anatomy;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Pairs of parts on the left and on the right, by their names: {@code left_ear} and {@code right_ear}, {@code l-hip} and {@code r-hip}. */
public final class MirroredParts {
    private static final List<Pattern> LEFT =
            List.of(Pattern.compile("(?i)left"), Pattern.compile("(?i)^l"), Pattern.compile("(?i)l$"));

    private MirroredParts() {}

    /** Position of the part on the right that belongs to a part on the left; -1 if a part is not on the left. */
    public static int rightOf(int part, List<String> names) {
        String name = names.get(part);
        for (Pattern pattern : LEFT) {
            Matcher matcher = pattern.matcher(name);
            if (matcher.find()) {
                String mirrored = matcher.group().length() > 1 ? "right" : "r";
                String right = name.substring(0, matcher.start()) + mirrored + name.substring(matcher.end());
                for (int other = 0; other < names.size(); other++) {
                    if (names.get(other).equalsIgnoreCase(right)) {
                        return other;
                    }
                }
            }
        }
        return -1;
    }

    /** For each part the one that takes its place in a mirror: itself if it is on neither side. */
    public static int[] of(List<String> names) {
        int[] mirrored = IntStream.range(0, names.size()).toArray();
        for (int part = 0; part < mirrored.length; part++) {
            int right = rightOf(part, names);
            if (right >= 0) {
                mirrored[part] = right;
                mirrored[right] = part;
            }
        }
        return mirrored;
    }
}
