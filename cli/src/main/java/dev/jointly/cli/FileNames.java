package dev.jointly.cli;

/** Which ids can be file names, on any system. */
final class FileNames {
    /** Leaves room for an ending below the usual 255 bytes, at up to three bytes a character. */
    private static final int LONGEST = 70;

    /** What helps where the operating system's locale knows fewer letters than a name has. */
    static final String ADVICE = "set LC_ALL=C.UTF-8 for letters beyond ASCII";

    private FileNames() {}

    static boolean usable(String id) {
        return id.length() <= LONGEST
                && !id.startsWith(".")
                && id.chars().noneMatch(c -> Character.isISOControl(c) || "/\\:*?\"<>|".indexOf(c) >= 0);
    }
}
