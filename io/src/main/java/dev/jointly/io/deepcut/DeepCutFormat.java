package dev.jointly.io.deepcut;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Measure;
import dev.jointly.io.InputFormat;
import java.util.List;

/** DeepCut's HDF5, a file for each image; never from standard input, as HDF5 is read out of order. */
public final class DeepCutFormat implements InputFormat {
    /** For {@link java.util.ServiceLoader}. */
    public DeepCutFormat() {}

    @Override
    public String name() {
        return "deepcut";
    }

    @Override
    public String description() {
        return "HDF5 with part-class-probabilities and join-probabilities.";
    }

    @Override
    public List<String> endings() {
        return List.of(".h5", ".hdf5");
    }

    @Override
    public Measure measure() {
        return Measure.PROBABILITY;
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
