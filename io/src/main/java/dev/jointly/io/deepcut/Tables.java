package dev.jointly.io.deepcut;

import dev.jointly.io.BadInputException;
import dev.jointly.io.InputFile;
import io.jhdf.HdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.api.Node;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Tables of numbers in an HDF5 file, whatever their type and whichever way round they were written. */
final class Tables {
    /** Numbers of one table. */
    private static final long MOST_NUMBERS = 50_000_000;

    /**
     * Set by those who write the first axis last, as MATLAB does; a table of D rows and C columns then has the shape C, D in
     * the file.
     */
    private static final String REVERSED = "reverse-shape";

    private final String name;
    private final Path path;

    private Tables(String name, Path path) {
        this.name = name;
        this.path = path;
    }

    static Tables open(String file) {
        return new Tables(file, InputFile.readable(file));
    }

    boolean has(String table) {
        return read(file -> node(file, table) != null);
    }

    /** @param columns how many columns there must be; -1 for any number */
    double[][] table(String table, int columns) {
        return read(file -> {
            if (!(node(file, table) instanceof Dataset dataset)) {
                throw bad(table, "found nothing but expected a table of numbers");
            }
            int[] shape = dataset.getDimensions();
            long numbers = Arrays.stream(shape).asLongStream().reduce(1, Math::multiplyExact);
            if (shape.length != 2 || numbers > MOST_NUMBERS || dataset.isVariableLength() || dataset.isCompound()) {
                throw bad(
                        table,
                        "found a shape of " + Arrays.toString(shape) + " but expected a table of at most "
                                + MOST_NUMBERS + " numbers");
            }
            double[][] rows = numbers == 0 ? new double[shape[0]][shape[1]] : rows(table, dataset.getData());
            double[][] upright = dataset.getAttribute(REVERSED) != null ? transposed(rows, shape) : rows;
            if (columns >= 0 && upright.length > 0 && upright[0].length != columns) {
                throw bad(table, "found " + upright[0].length + " columns but expected " + columns);
            }
            return upright;
        });
    }

    private interface Reading<T> {
        T from(HdfFile file);
    }

    private <T> T read(Reading<T> reading) {
        try (HdfFile file = new HdfFile(path)) {
            return reading.from(file);
        } catch (BadInputException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            // the library has no one exception for what is wrong with a file
            throw new BadInputException(name + ": is not an HDF5 file that can be read: " + e.getMessage(), e);
        }
    }

    private static @Nullable Node node(HdfFile file, String table) {
        return file.getChild(table);
    }

    private double[][] rows(String table, Object data) {
        if (data instanceof double[][] doubles) {
            return doubles;
        }
        if (data instanceof float[][] floats) {
            double[][] rows = new double[floats.length][];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = new double[floats[i].length];
                for (int j = 0; j < rows[i].length; j++) {
                    rows[i][j] = floats[i][j];
                }
            }
            return rows;
        }
        throw bad(table, "found " + data.getClass().getSimpleName() + " but expected floating-point numbers");
    }

    private static double[][] transposed(double[][] rows, int[] shape) {
        double[][] columns = new double[shape[1]][shape[0]];
        for (int i = 0; i < shape[0]; i++) {
            for (int j = 0; j < shape[1]; j++) {
                columns[j][i] = rows[i][j];
            }
        }
        return columns;
    }

    private BadInputException bad(String table, String what) {
        return new BadInputException(name + ": " + table + ": " + what);
    }
}
