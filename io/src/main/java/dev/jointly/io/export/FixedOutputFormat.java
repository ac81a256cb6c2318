package dev.jointly.io.export;

/** An output format of one name and one note. */
public abstract class FixedOutputFormat implements OutputFormat {
    private final String name;
    private final String note;
    private final boolean takesTracks;

    /** See the methods of the same names. */
    protected FixedOutputFormat(String name, String note, boolean takesTracks) {
        this.name = name;
        this.note = note;
        this.takesTracks = takesTracks;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String note() {
        return note;
    }

    @Override
    public final boolean takesTracks() {
        return takesTracks;
    }
}
