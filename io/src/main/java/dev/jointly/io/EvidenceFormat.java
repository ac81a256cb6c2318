package dev.jointly.io;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Measure;
import java.util.ArrayList;
import java.util.List;

/** Evidence of any network, {@code jointly/evidence@1}, a document for each image. */
public final class EvidenceFormat extends FixedInputFormat {
    /** For {@link java.util.ServiceLoader}. */
    public EvidenceFormat() {
        super(
                "evidence",
                "jointly/evidence@1 of any network, one document or NDJSON. Without --costs affinities are"
                        + " read as those of OpenPose, up to 1.",
                Measure.FIELD,
                ".json",
                ".ndjson",
                ".jsonl");
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
