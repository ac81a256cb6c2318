/**
 * Sessions for repair: one problem, solved again and again while its user adds and removes pins. Imports the solver and the
 * check of its solutions.
 */
@NullMarked
package dev.jointly.session;

import org.jspecify.annotations.NullMarked;
