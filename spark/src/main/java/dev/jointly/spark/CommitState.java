package dev.jointly.spark;

/** Where the commit of a piece is. A process may die in each of them; {@code dev/adr/0012} says what that leaves behind. */
enum CommitState {
    /** Nothing is written. */
    BEGUN,
    /** The files of the attempt exist, without all of their rows. */
    WRITING,
    /** The file of people is complete. */
    PEOPLE_COMPLETE,
    /** The files of frames and postponed problems are complete as well; the commit is put next. */
    FILES_COMPLETE,
    /** The attempt has won, and has not reported it. */
    COMMITTED,
    /** Another attempt has won; the files of this one are still there. */
    LOST
}
