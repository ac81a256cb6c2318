/** How measurements are taken and summed up: statistics, memory. Imports no other room. */
@NullMarked
package dev.jointly.bench.measure;

import org.jspecify.annotations.NullMarked;
