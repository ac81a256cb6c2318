/**
 * HDF5 files: tables of numbers, and data frames of pandas. The only package that uses the HDF5 library. Imports {@code
 * io}; jHDF.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.io.hdf5;

import org.jspecify.annotations.NullMarked;
