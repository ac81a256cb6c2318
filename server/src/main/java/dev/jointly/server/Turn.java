package dev.jointly.server;

import java.time.Duration;

/** What a piece of work may use while it is its turn. */
interface Turn {
    /** Time until the deadline; zero after it. */
    Duration left();

    /** Whether to end soon, with what there is: nobody waits any more, or the server is shutting down. */
    boolean stopped();

    /** Whether to end soon for this reason, or because the deadline has come. */
    default boolean over() {
        return stopped() || left().isZero();
    }

    /** Whether nobody waits for the result any more, so that it need not be any good. */
    boolean abandoned();
}
