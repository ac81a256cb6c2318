package dev.jointly.vision.draw;

import dev.jointly.anatomy.Anatomy;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which parts of an anatomy are on the left, by their names: those that exist again with right for left. */
final class Sides {
    private static final List<Pattern> LEFT =
            List.of(Pattern.compile("(?i)left"), Pattern.compile("(?i)^l"), Pattern.compile("(?i)l$"));

    private final Anatomy anatomy;
    private final boolean[] left;
    private final boolean[] right;

    Sides(Anatomy anatomy) {
        this.anatomy = anatomy;
        left = new boolean[anatomy.size()];
        right = new boolean[anatomy.size()];
        for (int part = 0; part < left.length; part++) {
            int other = counterpart(anatomy.parts().get(part));
            if (other >= 0) {
                left[part] = true;
                right[other] = true;
            }
        }
    }

    private int counterpart(String name) {
        for (Pattern pattern : LEFT) {
            Matcher matcher = pattern.matcher(name);
            if (matcher.find()) {
                String word = matcher.group();
                String mirrored = word.length() > 1 ? "right" : "r";
                String begin = name.substring(0, matcher.start());
                String end = name.substring(matcher.end());
                for (int part = 0; part < anatomy.size(); part++) {
                    if (anatomy.parts().get(part).equalsIgnoreCase(begin + mirrored + end)) {
                        return part;
                    }
                }
            }
        }
        return -1;
    }

    boolean left(int part) {
        return left[part];
    }

    /** Whether a limb is on the left: one end is, and the other is not on the right. */
    boolean left(int part, int other) {
        return (left[part] && !right[other]) || (left[other] && !right[part]);
    }
}
