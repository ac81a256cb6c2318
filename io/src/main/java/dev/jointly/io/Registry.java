package dev.jointly.io;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;

/** Finds implementations of an interface on the class path by their service files. */
public final class Registry {
    private Registry() {}

    /**
     * All implementations in the order of the class path.
     *
     * @param first those that come before them
     * @param name by which users choose one, so no two may share it
     */
    public static <T> List<T> all(List<T> first, Class<T> type, Function<T, String> name) {
        List<T> found = new ArrayList<>(first);
        ServiceLoader.load(type).forEach(found::add);
        return distinct(found, name);
    }

    static <T> List<T> distinct(Iterable<T> found, Function<T, String> name) {
        Map<String, T> byName = new LinkedHashMap<>();
        for (T one : found) {
            T other = byName.putIfAbsent(name.apply(one), one);
            if (other != null) {
                throw new IllegalStateException(other.getClass().getName() + " and "
                        + one.getClass().getName() + " are both named " + name.apply(one)
                        + "; remove one of their jars from the class path");
            }
        }
        return List.copyOf(byName.values());
    }
}
