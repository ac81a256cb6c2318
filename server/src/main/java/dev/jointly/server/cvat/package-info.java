/**
 * CVAT's serverless functions, by the three routes of Nuclio's dashboard that CVAT uses. Imports {@code server}, {@code
 * server.tool}, core, io and Jackson.
 */
@NullMarked
package dev.jointly.server.cvat;

import org.jspecify.annotations.NullMarked;
