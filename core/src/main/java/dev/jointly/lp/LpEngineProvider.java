package dev.jointly.lp;

/**
 * An engine that may be chosen by name. Implementations have a public constructor without parameters, which loads
 * nothing, and are named in {@code META-INF/services/dev.jointly.lp.LpEngineProvider} of their jar.
 */
public interface LpEngineProvider {
    /** The name by which users choose it, such as highs. */
    String name();

    /** Whether {@link #create} would succeed on this machine; may load the engine's library to find out. */
    boolean available();

    /**
     * Creates an engine.
     *
     * @throws EngineUnavailableException when it cannot be had here; the message says what to do
     */
    LpEngine create();
}
