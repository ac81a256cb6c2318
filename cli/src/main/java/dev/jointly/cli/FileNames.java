package dev.jointly.cli;

/** Which ids can be file names, on any system. */
public final class FileNames {
    /** Leaves space for an extension below the usual 255 bytes, at up to three bytes per character. */
    private static final int LONGEST = 70;

    /** What helps where the operating system's locale knows fewer letters than a name has. */
    public static final String ADVICE = "set LC_ALL=C.UTF-8 for non-ASCII letters";

    private FileNames() {}

    public static boolean usable(String id) {
        return id.length() <= LONGEST
                && !id.startsWith(".")
                && id.chars().noneMatch(c -> Character.isISOControl(c) || "/\\:*?\"<>|".indexOf(c) >= 0);
    }
}
