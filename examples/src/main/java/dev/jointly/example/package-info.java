/** Short programs that use the library, compiled and run by the tests. They import what any other project could import. */
@NullMarked
package dev.jointly.example;

import org.jspecify.annotations.NullMarked;
