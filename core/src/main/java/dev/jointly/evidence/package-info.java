/**
 * What a detector saw and what an annotator knows, before anything has a cost: where readers of other tools' files and
 * networks end, and where cost models begin. Imports {@code problem} and {@code anatomy}.
 */
@NullMarked
package dev.jointly.evidence;

import org.jspecify.annotations.NullMarked;
