package dev.jointly.solve.option;

import java.util.EnumMap;
import java.util.Map;

/**
 * A value for each {@link SolveOption}.
 *
 * @param changed those that differ from the defaults
 */
public record SolveOptions(Map<SolveOption, Double> changed) {
    private static final SolveOptions DEFAULTS = new SolveOptions(Map.of());

    /** @throws IllegalArgumentException if a value is out of range */
    public SolveOptions {
        changed = Map.copyOf(changed);
        changed.forEach(SolveOption::require);
    }

    public static SolveOptions defaults() {
        return DEFAULTS;
    }

    /**
     * A copy with one value changed.
     *
     * @throws IllegalArgumentException if the value is out of range
     */
    public SolveOptions with(SolveOption option, double value) {
        Map<SolveOption, Double> values = new EnumMap<>(SolveOption.class);
        values.putAll(changed);
        if (value == option.defaultValue()) {
            values.remove(option);
        } else {
            values.put(option, value);
        }
        return new SolveOptions(values);
    }

    public double get(SolveOption option) {
        return changed.getOrDefault(option, option.defaultValue());
    }

    /** The value of an option that is an integer. */
    public int count(SolveOption option) {
        if (!option.integer()) {
            throw new IllegalArgumentException(option.label() + " is no integer");
        }
        return (int) get(option);
    }
}
