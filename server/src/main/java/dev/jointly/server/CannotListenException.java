package dev.jointly.server;

/** An address cannot be listened on. */
public final class CannotListenException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CannotListenException(Listener listener, Throwable cause) {
        super(
                "cannot listen on " + listener.host() + " port " + listener.port()
                        + "; is another program listening there? Choose another --port, or 0 for any free one",
                cause);
    }
}
