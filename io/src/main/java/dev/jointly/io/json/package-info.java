/**
 * JSON as small trees: documents one after another, whose limits hold while they are read, and values that know where they are and
 * complain with place, value and expectation; small documents to write. Imports {@code io} for files and messages, and Jackson's streaming parser.
 *
 * <p>Values are immutable once they have been read; a {@link dev.jointly.io.json.JsonSource} is not thread-safe.
 */
@NullMarked
package dev.jointly.io.json;

import org.jspecify.annotations.NullMarked;
