package dev.jointly.certify;

/**
 * The bound that a proof proves.
 *
 * @param lowerBound in micro-units: no solution costs less; {@link Long#MIN_VALUE} where the check was stopped before it
 *     had any bound
 * @param complete whether this is all that the proof proves; false where a limit cut the check short, so that without
 *     limits the bound may be higher
 */
public record ProvenBound(long lowerBound, boolean complete) {}
