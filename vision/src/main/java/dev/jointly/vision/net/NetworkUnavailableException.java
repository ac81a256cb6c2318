package dev.jointly.vision.net;

/** No network can run on this machine; the message is one line that says why. */
public final class NetworkUnavailableException extends RuntimeException {
    NetworkUnavailableException(String message) {
        super(message);
    }

    NetworkUnavailableException(Throwable cause) {
        super(
                "the network runtime does not run on this machine (" + System.getProperty("os.name") + ", "
                        + System.getProperty("os.arch") + "): " + cause.getMessage(),
                cause);
    }
}
