package dev.jointly.io.dlc;

import dev.jointly.io.BadInputException;
import dev.jointly.io.InputFile;
import dev.jointly.io.Reading;
import dev.jointly.io.pickle.Pickle;
import dev.jointly.io.pickle.PickleReader;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * DeepLabCut's own grouping, {@code _assemblies.pickle}, for comparison.
 *
 * <p>The map is not copied and must not change.
 *
 * @param frames number of a frame to its animals; frames without animals may be missing
 */
public record DlcAssemblies(SortedMap<Integer, List<Animal>> frames) {
    /**
     * One animal.
     *
     * @param joints for each part [x, y, confidence]; NaN where it was not placed. Parts that belong to no animal may be
     *     missing at the end
     */
    public record Animal(double[][] joints) {
        /** Joints that were placed. */
        public int placed() {
            int placed = 0;
            for (double[] joint : joints) {
                placed += Double.isFinite(joint[0]) && Double.isFinite(joint[1]) ? 1 : 0;
            }
            return placed;
        }
    }

    /** Reads a pickle, plain or gzip; {@code -} is standard input. */
    public static DlcAssemblies read(String file, InputStream standardInput) {
        String name = InputFile.name(file);
        return Reading.of(name, () -> of(name, PickleReader.read(file, standardInput)));
    }

    private static DlcAssemblies of(String name, Pickle pickle) {
        Place top = Place.top(name, pickle);
        if (top.dictionary().containsKey("metadata")) {
            throw new BadInputException(name + ": has detections but expected animals, as in _assemblies.pickle;"
                    + " group them first, with jointly import dlc and jointly solve");
        }
        SortedMap<Integer, List<Animal>> frames = new TreeMap<>();
        for (Map.Entry<Object, Object> entry : top.dictionary().entrySet()) {
            // "single" holds parts of which there is one per frame; they belong to no animal
            if ("single".equals(entry.getKey())) {
                continue;
            }
            int frame = top.beside("number of a frame", entry.getKey()).index(Integer.MAX_VALUE);
            List<Animal> animals = new ArrayList<>();
            for (Place animal :
                    top.beside(Integer.toString(frame), entry.getValue()).items()) {
                animals.add(animal(animal));
            }
            frames.put(frame, animals);
        }
        return new DlcAssemblies(frames);
    }

    private static Animal animal(Place place) {
        double[][] rows = place.matrix();
        double[][] joints = new double[rows.length][3];
        for (int i = 0; i < rows.length; i++) {
            if (rows[i].length < 3) {
                throw place.bad("rows of x, y, confidence");
            }
            System.arraycopy(rows[i], 0, joints[i], 0, 3);
        }
        return new Animal(joints);
    }
}
