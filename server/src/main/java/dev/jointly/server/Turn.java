package dev.jointly.server;

import java.time.Duration;

/** What a piece of work may use while it is its turn. */
interface Turn {
    /** Time until the deadline; zero after it. */
    Duration left();

    /** Whether nobody waits for the result any more, or the server is shutting down. */
    boolean stopped();
}
