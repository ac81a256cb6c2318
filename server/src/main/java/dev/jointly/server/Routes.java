package dev.jointly.server;

import io.javalin.config.RoutesConfig;

/** A group of routes, such as those of one annotation tool. What the handlers need comes by their constructors. */
@FunctionalInterface
public interface Routes {
    /** Adds the routes to a listener that is about to start. */
    void register(RoutesConfig routes);
}
