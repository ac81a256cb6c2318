package dev.jointly.io;

import java.util.List;

/** Makes text from a file safe to show in an error message, even if the file is hostile. */
public final class Excerpt {
    /** The longest value shown in a message. */
    static final int LONGEST = 60;

    /** A line that can be read at a glance, and a log that many of them do not fill. */
    static final int LINE = 300;

    /** How many names a message lists. */
    private static final int MAX_NAMED = 6;

    private Excerpt() {}

    /** The first {@value #LONGEST} characters at most, on one line. */
    public static String of(String text) {
        String cut = first(text, LONGEST);
        return cut.length() == text.length() ? oneLine(text) : oneLine(cut) + "...";
    }

    /** An error message: one line of at most {@value #LINE} characters, its end left out where it is longer. */
    public static String line(String message) {
        // cut before and after, as escapes are longer than what they stand for and a message may be as long as a file
        String escaped = oneLine(first(message, LINE + 1));
        String cut = first(escaped, LINE);
        return cut.length() == escaped.length() ? escaped : first(escaped, LINE - 3) + "...";
    }

    /** Does not split characters of two code units. */
    private static String first(String text, int most) {
        boolean fits = text.length() <= most || text.codePointCount(0, text.length()) <= most;
        return fits ? text : text.substring(0, text.offsetByCodePoints(0, most));
    }

    /** A string value as files spell it. */
    public static String quoted(String text) {
        return '"' + of(text) + '"';
    }

    /** The first of some names, so that a line has space for more than them. */
    public static String some(List<String> names) {
        String shown = String.join(", ", names.subList(0, Math.min(MAX_NAMED, names.size())));
        int more = names.size() - MAX_NAMED;
        return more > 0 ? shown + " and " + more + " more" : shown;
    }

    /** The text with everything escaped that could break the line, or hide or reorder what is on it. */
    static String oneLine(String text) {
        if (text.codePoints().noneMatch(Excerpt::invisible)) {
            return text;
        }
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (invisible(c)) {
                escaped.append(String.format("\\u%04x", c));
            } else {
                escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
    }

    /** Whether a name holds nothing but characters that can be seen and written. */
    public static boolean printable(String text) {
        return text.codePoints().noneMatch(c -> Character.isISOControl(c) || loneSurrogate(c));
    }

    private static boolean invisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }

    private static boolean loneSurrogate(int c) {
        return Character.getType(c) == Character.SURROGATE;
    }
}
