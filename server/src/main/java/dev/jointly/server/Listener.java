package dev.jointly.server;

import java.util.List;

/**
 * An address and what is served there. All listeners of a server share its queue, limits, metrics and logs.
 *
 * @param port 0 for any free one
 * @param access who may use it
 * @param routes in order of precedence: where two have the same method and path, the first wins
 */
public record Listener(String host, int port, Access access, List<Routes> routes) {
    private static final int LAST_PORT = 65_535;

    public Listener {
        routes = List.copyOf(routes);
        if (port < 0 || port > LAST_PORT) {
            throw new IllegalArgumentException("port is " + port + " but must be from 0 to " + LAST_PORT);
        }
    }

    /** The same address with other routes. */
    public Listener serving(List<Routes> newRoutes) {
        return new Listener(host, port, access, newRoutes);
    }
}
