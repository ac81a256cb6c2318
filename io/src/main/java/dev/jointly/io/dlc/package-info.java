/**
 * DeepLabCut's files: {@code _full.pickle} and evaluation pickles into evidence (and truth, where they know it), and
 * {@code _assemblies.pickle}, DeepLabCut's own grouping; {@code config.yaml} of a project, and its labels, {@code
 * CollectedData_*.csv} or {@code .h5}. Imports {@code evidence} and {@code anatomy} of the core,
 * {@code io}, {@code io.json}, {@code io.pickle} and {@code io.hdf5}.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise. Arrays are not copied: do not change one that was
 * passed in or handed out.
 */
@NullMarked
package dev.jointly.io.dlc;

import org.jspecify.annotations.NullMarked;
