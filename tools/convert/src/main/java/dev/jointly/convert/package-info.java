/**
 * Converts published networks from TensorFlow.js to ONNX, for {@code tools/convert-models}. Not part of the program. Uses the
 * JSON reader of {@code io} and the ONNX writer of the tests of {@code vision}.
 */
@NullMarked
package dev.jointly.convert;

import org.jspecify.annotations.NullMarked;
