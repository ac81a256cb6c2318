package dev.jointly.cli;

/** What the program's exit codes mean. */
public final class Exit {
    public static final int DONE = 0;

    /** The answer is "no", or a limit was hit where proof was asked for. */
    public static final int NO = 1;

    /** Wrong use, bad input, or anything else that kept an answer from being given. */
    public static final int WRONG = 2;

    /** Neither yes nor no within the limits of a check. */
    public static final int UNDECIDED = 3;

    private Exit() {}
}
