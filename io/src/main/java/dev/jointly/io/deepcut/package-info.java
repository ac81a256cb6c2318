/**
 * DeepCut's problem files, HDF5 with tables of probabilities, into evidence. The only package that uses the HDF5
 * library. Imports {@code evidence} and {@code io}; jHDF.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.io.deepcut;

import org.jspecify.annotations.NullMarked;
