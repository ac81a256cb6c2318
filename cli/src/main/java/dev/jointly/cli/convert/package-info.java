/**
 * The commands that read and write other tools' files, and those that compare with them. Imports {@code cli} and all other packages
 * below it.
 */
@NullMarked
package dev.jointly.cli.convert;

import org.jspecify.annotations.NullMarked;
