/**
 * The commands that work on images, videos and networks. Imports {@code cli}, {@code cli.report} and {@code cli.solve}.
 */
@NullMarked
package dev.jointly.cli.media;

import org.jspecify.annotations.NullMarked;
