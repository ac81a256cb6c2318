package dev.jointly.io.dlc;

import dev.jointly.io.BadInputException;
import dev.jointly.io.hdf5.PandasFrame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table in HDF5, as pandas writes it for DeepLabCut; its cells are those that pandas would write as csv. */
final class DlcFrameTable implements DlcTable {
    private static final List<String> ONE_ANIMAL = List.of("scorer", "bodyparts", "coords");
    private static final List<String> SEVERAL_ANIMALS = List.of("scorer", "individuals", "bodyparts", "coords");

    private final String file;
    private final PandasFrame frame;
    private final List<String> levels;
    private int row;

    DlcFrameTable(String file, PandasFrame frame) {
        this.file = file;
        this.frame = frame;
        int depth = frame.columns().isEmpty() ? 0 : frame.columns().get(0).size();
        if (depth != ONE_ANIMAL.size() && depth != SEVERAL_ANIMALS.size()) {
            throw new BadInputException(file + ": found columns with " + depth + " levels of labels but expected "
                    + String.join(", ", SEVERAL_ANIMALS) + ", as in CollectedData_*.h5 of DeepLabCut");
        }
        this.levels = depth == ONE_ANIMAL.size() ? ONE_ANIMAL : SEVERAL_ANIMALS;
    }

    @Override
    public @Nullable List<String> row() {
        int at = row++;
        List<String> cells = new ArrayList<>();
        if (at < levels.size()) {
            int index = frame.rows().isEmpty() ? 1 : frame.rows().get(0).size();
            cells.add(levels.get(at));
            cells.addAll(Collections.nCopies(index - 1, ""));
            frame.columns().forEach(labels -> cells.add(labels.get(at)));
            return cells;
        }
        int number = at - levels.size();
        if (number >= frame.rows().size()) {
            return null;
        }
        cells.addAll(frame.rows().get(number));
        for (double value : frame.values()[number]) {
            cells.add(Double.isNaN(value) ? "" : Double.toString(value));
        }
        return cells;
    }

    @Override
    public String place() {
        return file + ": row " + row;
    }
}
