/**
 * What the routes of annotation tools share: requests as JSON, marks of an annotator as pins, images that stay warm between
 * requests, and people with their margins. Imports {@code server}, core, io and Jackson.
 */
@NullMarked
package dev.jointly.server.tool;

import org.jspecify.annotations.NullMarked;
