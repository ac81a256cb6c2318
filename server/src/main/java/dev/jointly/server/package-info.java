/**
 * The HTTP service: routes, limits, jobs, sessions and metrics. It may import core, io and vision, and is the only package
 * that names Javalin, Jetty and Micrometer.
 */
@NullMarked
package dev.jointly.server;

import org.jspecify.annotations.NullMarked;
