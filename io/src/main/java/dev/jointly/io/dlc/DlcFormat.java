package dev.jointly.io.dlc;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.AnatomyChoice;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Measure;
import dev.jointly.io.FixedInputFormat;
import java.util.List;
import java.util.Optional;

/** DeepLabCut's pickles, each with the frames of a video. */
public final class DlcFormat extends FixedInputFormat {
    /** For {@link java.util.ServiceLoader}. */
    public DlcFormat() {
        super(
                "dlc",
                "DeepLabCut's _full.pickle. The anatomy is that of --config or --limbs, or chosen from the scored pairs of parts.",
                Measure.DEEPLABCUT,
                "_full.pickle",
                "_full.pkl");
    }

    @Override
    public List<Evidence> read(String file, Source source) {
        return DlcFile.read(file, source.standardInput()).frames();
    }

    /** A file's name without its folder and what DeepLabCut adds to it; frames are numbered in each video. */
    @Override
    public Optional<String> scope(String file) {
        String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        return Optional.of(name.replaceFirst("(_full)?\\.(pickle|pkl)(\\.gz)?$", ""));
    }

    @Override
    public boolean takesConfig() {
        return true;
    }

    @Override
    public Anatomy anatomy(List<Evidence> frames, List<String> majors) {
        return AnatomyChoice.of("deeplabcut", frames, majors);
    }
}
