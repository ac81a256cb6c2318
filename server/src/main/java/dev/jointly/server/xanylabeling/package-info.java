/**
 * X-AnyLabeling's remote server: its two routes, with clicks and boxes as pins. Imports {@code server}, {@code server.tool},
 * core, io and Jackson.
 */
@NullMarked
package dev.jointly.server.xanylabeling;

import org.jspecify.annotations.NullMarked;
