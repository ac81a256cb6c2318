/**
 * From a picture to evidence: model cards, and the networks they describe. The only room that names the network runtime;
 * imports {@code evidence}, {@code problem} and {@code anatomy} of the core, and {@code io} for JSON and its complaints.
 */
@NullMarked
package dev.jointly.vision.net;

import org.jspecify.annotations.NullMarked;
