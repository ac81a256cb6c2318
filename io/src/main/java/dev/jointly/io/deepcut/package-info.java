/**
 * DeepCut's problem files, HDF5 with tables of probabilities, into evidence. Imports {@code
 * evidence}, {@code io}, {@code io.json} and {@code io.hdf5}.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.io.deepcut;

import org.jspecify.annotations.NullMarked;
