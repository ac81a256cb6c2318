package dev.jointly.server;

import io.javalin.config.RoutesConfig;

/** A group of routes, such as those of one annotation tool. What the handlers need comes by their constructors. */
@FunctionalInterface
public interface Routes {
    /** Adds the routes to a listener that is about to start. */
    void register(RoutesConfig routes);

    /** Ends what outlives requests. Called when the server stops, after work has ended and before connections do. */
    default void close() {}
}
