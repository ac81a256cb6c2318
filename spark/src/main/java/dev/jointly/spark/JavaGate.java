package dev.jointly.spark;

import dev.jointly.io.BadInputException;

/** Which Java may run batches. */
final class JavaGate {
    private static final Runtime.Version SOUND_25 = Runtime.Version.parse("25.0.3");

    private JavaGate() {}

    /** Refuses a Java that can corrupt arrays while native code reads them: 25 before 25.0.3. */
    static void check(Runtime.Version version) {
        if (version.feature() == 25 && version.compareToIgnoreOptional(SOUND_25) < 0) {
            throw new BadInputException("found Java " + version
                    + ", which can corrupt arrays that native code holds; expected 25.0.3 or newer, or Java 17");
        }
    }
}
