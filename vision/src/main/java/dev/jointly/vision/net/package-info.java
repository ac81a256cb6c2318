/**
 * From an image to evidence: model cards, and the networks they describe. The only package that uses the network
 * runtime; imports {@code evidence}, {@code problem} and {@code anatomy} of the core, and {@code io} for JSON and its
 * error messages.
 */
@NullMarked
package dev.jointly.vision.net;

import org.jspecify.annotations.NullMarked;
