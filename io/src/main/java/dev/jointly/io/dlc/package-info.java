/**
 * DeepLabCut's files: {@code _full.pickle} and evaluation pickles into evidence (and truth, where they know it), and
 * {@code _assemblies.pickle}, DeepLabCut's own grouping. Imports {@code evidence} and {@code anatomy} of the core,
 * {@code io} and {@code io.pickle}.
 */
@NullMarked
package dev.jointly.io.dlc;

import org.jspecify.annotations.NullMarked;
