/** How measurements are taken and summarised: statistics, memory, tables. Imports no other package. */
@NullMarked
package dev.jointly.bench.measure;

import org.jspecify.annotations.NullMarked;
