package dev.jointly.lp;

/** An engine cannot be had on this machine, or not as it is set up; the message says why and what to do. */
public final class EngineUnavailableException extends IllegalStateException {
    public EngineUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
