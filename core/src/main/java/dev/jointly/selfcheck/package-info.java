/**
 * The program checks itself: no answer leaves it whose poses and lower bound the checker has not confirmed. Imports {@code
 * certify} and {@code solve}, which know nothing of each other, and {@code problem}, {@code pose}, {@code proof}.
 */
@NullMarked
package dev.jointly.selfcheck;

import org.jspecify.annotations.NullMarked;
