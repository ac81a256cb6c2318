package dev.jointly.lp;

/** An engine is not available on this machine, or not in its configuration. The message says why and what to do. */
public final class EngineUnavailableException extends IllegalStateException {
    public EngineUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
