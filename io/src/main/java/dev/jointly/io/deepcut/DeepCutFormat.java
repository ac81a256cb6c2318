package dev.jointly.io.deepcut;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Measure;
import dev.jointly.io.FixedInputFormat;
import java.util.List;

/** DeepCut's HDF5, a file for each image; never from standard input, as HDF5 is read out of order. */
public final class DeepCutFormat extends FixedInputFormat {
    /** For {@link java.util.ServiceLoader}. */
    public DeepCutFormat() {
        super(
                "deepcut",
                "HDF5 with part-class-probabilities and join-probabilities.",
                Measure.PROBABILITY,
                ".h5",
                ".hdf5");
    }

    @Override
    public boolean takesPartNames() {
        return true;
    }

    @Override
    public List<Evidence> read(String file, Source source) {
        return List.of(DeepCutReader.read(file, source.partNames()));
    }
}
