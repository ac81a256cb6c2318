package dev.jointly.io;

import dev.jointly.evidence.Measure;
import java.util.List;

/** An input format of one name, one description and one measure. */
public abstract class FixedInputFormat implements InputFormat {
    private final String name;
    private final String description;
    private final Measure measure;
    private final List<String> endings;

    /** See the methods of the same names. */
    protected FixedInputFormat(String name, String description, Measure measure, String... endings) {
        this.name = name;
        this.description = description;
        this.measure = measure;
        this.endings = List.of(endings);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return description;
    }

    @Override
    public final Measure measure() {
        return measure;
    }

    @Override
    public final List<String> endings() {
        return endings;
    }
}
