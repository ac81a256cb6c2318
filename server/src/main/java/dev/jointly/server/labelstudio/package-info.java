/**
 * Label Studio's machine learning backend: predictions for tasks, and marks of its smart tools as pins. Imports {@code
 * server}, {@code server.tool}, core, io, Jackson, the platform's XML reader and its HTTP client.
 */
@NullMarked
package dev.jointly.server.labelstudio;

import org.jspecify.annotations.NullMarked;
