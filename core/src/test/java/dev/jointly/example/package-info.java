/** Examples that the documentation shows, compiled and run. Imports what a user of the library would. */
@NullMarked
package dev.jointly.example;

import org.jspecify.annotations.NullMarked;
