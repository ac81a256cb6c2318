package dev.jointly.lp;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The engines on the class path. */
public final class LpEngines {
    /** The engine that comes with the solver. */
    public static final String DEFAULT = "highs";

    private final Map<String, LpEngineProvider> byName = new LinkedHashMap<>();

    LpEngines(Iterable<LpEngineProvider> providers) {
        for (LpEngineProvider provider : providers) {
            LpEngineProvider other = byName.putIfAbsent(provider.name(), provider);
            if (other != null) {
                throw new IllegalStateException(other.getClass().getName() + " and "
                        + provider.getClass().getName() + " are both named " + provider.name()
                        + "; remove one of their jars from the class path");
            }
        }
    }

    /** Finds them by their service files. */
    public static LpEngines onClassPath() {
        return new LpEngines(ServiceLoader.load(LpEngineProvider.class));
    }

    /**
     * Creates an engine.
     *
     * @throws IllegalArgumentException when no engine has this name; the message lists those that work here
     * @throws EngineUnavailableException when there is one that does not work here
     */
    public LpEngine create(String name) {
        LpEngineProvider provider = byName.get(name);
        if (provider == null) {
            throw new IllegalArgumentException("found engine '" + name + "' but expected one of "
                    + byName.values().stream()
                            .filter(LpEngineProvider::available)
                            .map(LpEngineProvider::name)
                            .collect(Collectors.joining(", ")));
        }
        return provider.create();
    }
}
