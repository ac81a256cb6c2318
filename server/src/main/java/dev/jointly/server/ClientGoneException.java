package dev.jointly.server;

/** The client has closed its connection, so no answer can reach it. */
final class ClientGoneException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private ClientGoneException(String message) {
        super(message);
    }

    static ClientGoneException whileWaiting() {
        return new ClientGoneException("the client left before its answer was there");
    }
}
