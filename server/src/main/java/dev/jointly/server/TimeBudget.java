package dev.jointly.server;

import java.time.Duration;

/** The time that a piece of work may use. */
interface TimeBudget {
    /** Time until the deadline; zero after it. */
    Duration left();

    /** Whether to end soon, with what there is: the client is gone, or the server is shutting down. */
    boolean stopped();

    /** Whether to end soon for this reason, or because the deadline has come. */
    default boolean over() {
        return stopped() || left().isZero();
    }

    /** Whether the client is gone, so that the result need not be any good. */
    boolean abandoned();
}
