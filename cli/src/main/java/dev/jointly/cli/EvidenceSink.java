package dev.jointly.cli;

import dev.jointly.evidence.Evidence;
import dev.jointly.io.EvidenceWriter;
import dev.jointly.io.Layout;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where evidence goes, a line each: a file that appears at the end with all complete records, or nowhere. */
final class EvidenceSink implements Consumer<Evidence>, AutoCloseable {
    private final String name;
    private final @Nullable OutputFile file;

    private EvidenceSink(String name, @Nullable OutputFile file) {
        this.name = name;
        this.file = file;
    }

    /** @param name of the file, or null */
    static EvidenceSink open(@Nullable String name, PoseOutputs outputs) {
        return name == null ? new EvidenceSink("nowhere", null) : new EvidenceSink(name, outputs.file(name));
    }

    @Override
    public void accept(Evidence evidence) {
        if (file != null) {
            try {
                EvidenceWriter.write(evidence, Layout.LINE, file.stream());
                file.keep();
            } catch (IOException e) {
                throw new CannotWriteException(name, e);
            }
        }
    }

    /** Puts what was written in place. */
    @Override
    public void close() throws IOException {
        if (file != null) {
            try (file) {
                file.commitKept();
            }
        }
    }
}
