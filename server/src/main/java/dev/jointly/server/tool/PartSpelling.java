package dev.jointly.server.tool;

import java.util.Locale;
import java.util.regex.Pattern;

/** Names of parts as people and tools spell them: r-wrist, Right Wrist, right_wrist and rwrist are one part. */
public final class PartSpelling {
    private static final Pattern OTHER = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final Pattern LEFT =
            Pattern.compile("\\bl\\b|\\bl(?=(shoulder|elbow|wrist|hip|knee|ankle|eye|ear)\\b)");
    private static final Pattern RIGHT =
            Pattern.compile("\\br\\b|\\br(?=(shoulder|elbow|wrist|hip|knee|ankle|eye|ear)\\b)");

    private PartSpelling() {}

    /** Letters and digits in lower case, with the side written out. */
    public static String plain(String name) {
        String spaced =
                OTHER.matcher(name.toLowerCase(Locale.ROOT)).replaceAll(" ").strip();
        String left = LEFT.matcher(spaced).replaceAll("left");
        return RIGHT.matcher(left).replaceAll("right").replace(" ", "");
    }
}
