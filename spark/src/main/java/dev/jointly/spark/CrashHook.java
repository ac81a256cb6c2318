package dev.jointly.spark;

import com.sun.jna.Function;

/**
 * For tests only: kills the process with a real segmentation fault at one record, as a bug in native code would. Does
 * nothing unless the system property {@value #PROPERTY} is set.
 */
final class CrashHook {
    static final String PROPERTY = "jointly.test.segfaultAt";

    private static final int SIGSEGV = 11;
    private static final String ID = System.getProperty(PROPERTY, "");

    private CrashHook() {}

    /** Sees every record's text before it is worked on. */
    static void visit(String text) {
        if (!ID.isEmpty() && text.contains('"' + ID + '"')) {
            Function.getFunction("c", "raise").invokeInt(new Object[] {SIGSEGV});
        }
    }
}
