package dev.jointly.vision.cost;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Part names of different tools: left_shoulder, LShoulder and l-shoulder are one part. */
public final class PartNames {
    /** A capital after a small or single letter begins a word. */
    private static final Pattern WORD_START = Pattern.compile("(?<=[a-z])(?=[A-Z])|(?<=^[LR])(?=[A-Z])");

    private static final Pattern SEPARATORS = Pattern.compile("[\\s_.-]+");
    private static final Pattern LEFT = Pattern.compile("^(left|l)-");
    private static final Pattern RIGHT = Pattern.compile("^(right|r)-");

    /** Names in one message: it must have space for what to do. */
    private static final int MAX_NAMED = 3;

    private PartNames() {}

    /** Parts for a message, such as: parts neck, head and 12 more. */
    public static String some(List<String> parts) {
        int named = parts.size() > MAX_NAMED + 1 ? MAX_NAMED : parts.size();
        String names = (parts.size() == 1 ? "part " : "parts ") + String.join(", ", parts.subList(0, named));
        return named < parts.size() ? names + " and " + (parts.size() - named) + " more" : names;
    }

    /** Position in {@code names} of the part that {@code name} means, or -1. */
    public static int find(String name, List<String> names) {
        int exact = names.indexOf(name);
        if (exact >= 0) {
            return exact;
        }
        String plain = plain(name);
        for (int i = 0; i < names.size(); i++) {
            if (plain(names.get(i)).equals(plain)) {
                return i;
            }
        }
        return -1;
    }

    private static String plain(String name) {
        String words = WORD_START.matcher(name).replaceAll("-").toLowerCase(Locale.ROOT);
        String dashed = SEPARATORS.matcher(words).replaceAll("-");
        return RIGHT.matcher(LEFT.matcher(dashed).replaceFirst("l-")).replaceFirst("r-");
    }
}
