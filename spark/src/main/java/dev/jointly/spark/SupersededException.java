package dev.jointly.spark;

import java.io.IOException;

/** A later driver has taken over this shard, so that this one and its tasks must leave it alone. */
final class SupersededException extends IOException {
    SupersededException(Term term) {
        super("another driver has taken over shard " + term.shard() + " of "
                + term.folder().root() + " (" + term.next().file()
                + "), since this one gave no sign of life for too long");
    }
}
