/**
 * What a batch is asked to do, and who can do it: the program asks, and {@code jointly-spark} answers where it is on the class
 * path. So the program is built, and runs, without Spark. Imports {@code solve} of the core.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.io.batch;

import org.jspecify.annotations.NullMarked;
