package dev.jointly.cli;

/**
 * Answers that wait to be written, in bytes. While there are too many of them no more problems are read. Whoever solves never
 * waits: what is written next may be in his hands. Thread-safe.
 */
final class Backlog {
    private final long most;
    private long bytes;

    /** @param most bytes that may wait */
    Backlog(long most) {
        this.most = most;
    }

    synchronized void add(long more) {
        bytes += more;
    }

    synchronized void remove(long written) {
        bytes -= written;
        notifyAll();
    }

    /** Returns once there is room again. */
    synchronized void awaitRoom() throws InterruptedException {
        while (bytes > most) {
            wait();
        }
    }
}
