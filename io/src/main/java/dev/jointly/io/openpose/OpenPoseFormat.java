package dev.jointly.io.openpose;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Measure;
import dev.jointly.io.FixedInputFormat;
import java.util.List;

/** OpenPose's JSON, a file for each frame. */
public final class OpenPoseFormat extends FixedInputFormat {
    /** For {@link java.util.ServiceLoader}. */
    public OpenPoseFormat() {
        super("openpose", "JSON written with --part_candidates, of 18 or 25 parts.", Measure.NONE, ".json");
    }

    @Override
    public List<Evidence> read(String file, Source source) {
        return List.of(OpenPoseReader.read(file, source.standardInput()));
    }

    @Override
    public boolean takesLimbs() {
        return false;
    }

    @Override
    public Anatomy anatomy(List<Evidence> frames, List<String> majors) {
        Anatomy body = OpenPoseReader.body(frames.get(0));
        for (Evidence frame : frames) {
            if (!frame.parts().equals(body.parts())) {
                throw new IllegalArgumentException("frame \"" + frame.id() + "\" has "
                        + frame.parts().size() + " parts but the first has " + body.size());
            }
        }
        return majors.isEmpty()
                ? body
                : new Anatomy(
                        body.name(),
                        body.parts(),
                        majors.stream().map(body::partNamed).toList(),
                        body.limbs());
    }
}
