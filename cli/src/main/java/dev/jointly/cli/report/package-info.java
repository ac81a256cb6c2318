/**
 * What a run reports on standard error: progress, sentences for a person, JSON lines for a program. Imports {@code cli}.
 */
@NullMarked
package dev.jointly.cli.report;

import org.jspecify.annotations.NullMarked;
