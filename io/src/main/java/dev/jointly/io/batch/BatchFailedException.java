package dev.jointly.io.batch;

import org.jspecify.annotations.Nullable;

/** A batch that could not be completed. The message is one line for the user. */
public class BatchFailedException extends RuntimeException {
    protected BatchFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
