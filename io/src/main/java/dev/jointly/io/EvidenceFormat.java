package dev.jointly.io;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Measure;
import java.util.ArrayList;
import java.util.List;

/** Evidence of any network, {@code jointly/evidence@1}, a document for each image. */
public final class EvidenceFormat implements InputFormat {
    /** For {@link java.util.ServiceLoader}. */
    public EvidenceFormat() {}

    @Override
    public String name() {
        return "evidence";
    }

    @Override
    public String description() {
        return "jointly/evidence@1 of any network, one document or NDJSON. Without --costs affinities are"
                + " read as those of OpenPose, up to 1.";
    }

    @Override
    public List<String> endings() {
        return List.of(".json", ".ndjson", ".jsonl");
    }

    @Override
    public Measure measure() {
        return Measure.FIELD;
    }

    @Override
    public List<Evidence> read(String file, Source source) {
        List<Evidence> frames = new ArrayList<>();
        try (EvidenceReader reader = EvidenceReader.open(file, source.standardInput())) {
            reader.forEachRemaining(frames::add);
        }
        return frames;
    }
}
