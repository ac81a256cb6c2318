package dev.jointly.cli;

/**
 * The bytes of the answers that wait to be written. While there are too many, no more problems are read. Threads that solve
 * never wait for room: the answer to be written next may be the one they work on. Thread-safe.
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
