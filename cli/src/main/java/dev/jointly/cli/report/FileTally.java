package dev.jointly.cli.report;

import dev.jointly.cli.Console;
import dev.jointly.cli.Inputs;
import dev.jointly.io.BadInputException;
import dev.jointly.io.InputFile;

/**
 * How many files of a run are done. Of many files a bad one is one line, and the others are still done; a single one ends
 * the run. Called by one thread, in the order of the files.
 */
public final class FileTally {
    private final Listener listener;
    private final int total;
    private final boolean many;
    private int done;
    private int failed;
    private boolean failing;
    private boolean skipping;
    private boolean beside;

    /** Receives the outcome of each file. */
    @FunctionalInterface
    public interface Listener {
        /** Says a line. */
        void line(String line);

        /**
         * Something is wrong with a file.
         *
         * @param message names the file
         */
        default void failed(String file, String message) {
            line(Console.error(message));
        }
    }

    public FileTally(Inputs inputs, Listener listener) {
        this.listener = listener;
        this.total = inputs.files().size();
        this.many = inputs.many();
    }

    public boolean many() {
        return many;
    }

    /**
     * Something is wrong with the current file, which is left out.
     *
     * @param file as the person knows it; the message need not name it
     * @throws RuntimeException the failure itself, if it is the only file
     */
    public void fail(String file, RuntimeException failure) {
        if (!many) {
            throw failure;
        }
        failPart(file, failure);
    }

    /** Something is wrong with a part of the current file; the rest of it is done. */
    public void failPart(String file, RuntimeException failure) {
        failing = true;
        tell(file, failure);
    }

    /** Something is wrong with a file that is none of those counted here, but is needed for some of them. */
    public void failBeside(BadInputException failure) {
        beside = true;
        tell("", failure);
    }

    private void tell(String file, RuntimeException failure) {
        String message = String.valueOf(failure.getMessage());
        String name = InputFile.name(file);
        listener.failed(file, message.startsWith(name) ? message : name + ": " + message);
    }

    /** Part of the current file is left out, because the run is over. */
    public void skip() {
        skipping = true;
    }

    /** The current file is over. */
    public void endOfFile() {
        if (failing) {
            failed++;
        } else if (!skipping) {
            done++;
        }
        failing = false;
        skipping = false;
    }

    /** Says how many there are of each, unless all are done. */
    public void tellIfIncomplete() {
        // the run may have ended within a file
        int bad = failed + (failing ? 1 : 0);
        int open = total - done - bad;
        if (many && bad + open > 0) {
            listener.line(PlainWords.count(total, "file") + ": " + done + " done, " + bad + " failed"
                    + (open == 0 ? "" : ", " + open + " not done"));
        }
    }

    public boolean allGood() {
        return failed == 0 && !failing && !beside;
    }
}
