package dev.jointly.io.deepcut;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Reading;
import dev.jointly.io.hdf5.Hdf5Content;
import dev.jointly.io.hdf5.Hdf5Matrices;
import dev.jointly.io.hdf5.Matrix;
import dev.jointly.io.json.Limits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Reads DeepCut's problems: {@code part-class-probabilities} (a row for each detection, a column for each part class),
 * {@code join-probabilities} (rows of detection, detection, class, class, probability) and, where it is there,
 * {@code coordinates-vertices} (a row [x, y] for each detection). A detection of DeepCut may be of any class; each class of sufficient probability makes one detection.
 */
public final class DeepCutReader {
    /** A detection that is less likely of a class than this is no candidate for it. */
    static final double LEAST_PROBABILITY = 0.05;

    private final String file;
    private final Matrix classes;
    private final List<Candidate> candidates = new ArrayList<>();

    /** Position of a candidate among those of its class, by detection and class; -1 where it is none. */
    private final int[] rank;

    private final int[] count;

    private DeepCutReader(String file, Matrix classes, Matrix places) {
        this.file = file;
        this.classes = classes;
        this.rank = new int[classes.rows() * classes.columns()];
        this.count = new int[classes.columns()];
        for (int c = 0; c < classes.columns(); c++) {
            for (int d = 0; d < classes.rows(); d++) {
                double p = probability(classes.at(d, c), "part-class-probabilities", d);
                rank[rank(d, c)] = p >= LEAST_PROBABILITY ? count[c]++ : -1;
                if (p >= LEAST_PROBABILITY) {
                    candidates.add(new Candidate(c, coordinate(places, d, 0), coordinate(places, d, 1), p));
                }
            }
            if (candidates.size() > Limits.DETECTIONS) {
                throw bad("part-class-probabilities", "found more than " + Limits.DETECTIONS + " detections");
            }
        }
    }

    private int rank(int detection, int partClass) {
        return detection * classes.columns() + partClass;
    }

    /**
     * The evidence in a file.
     *
     * @param partNames names of the classes, which the file does not know; empty for part0, part1, ...
     */
    public static Evidence read(String file, List<String> partNames) {
        return Reading.of(file, () -> evidence(file, new Hdf5Matrices(Hdf5Content.open(file)), partNames));
    }

    /** The evidence in what a file would hold. */
    static Evidence read(String name, ByteBuffer content, List<String> partNames) {
        return Reading.of(name, () -> evidence(name, new Hdf5Matrices(new Hdf5Content(name, content)), partNames));
    }

    private static Evidence evidence(String file, Hdf5Matrices tables, List<String> partNames) {
        Matrix classes = tables.table("part-class-probabilities", -1);
        int width = classes.rows() == 0 ? 0 : classes.columns();
        if (width == 0 || width > Limits.PARTS) {
            throw new BadInputException(
                    file + ": part-class-probabilities: found " + width + " classes but expected 1 to " + Limits.PARTS);
        }
        if (!partNames.isEmpty() && partNames.size() != width) {
            throw new BadInputException(
                    file + ": found " + width + " part classes but " + partNames.size() + " names for them");
        }
        Matrix joins = tables.table("join-probabilities", 5);
        Matrix places = tables.has("coordinates-vertices")
                ? tables.table("coordinates-vertices", 2)
                : Matrix.zeros(classes.rows(), 2);
        if (places.rows() != classes.rows()) {
            throw new BadInputException(file + ": coordinates-vertices: found " + places.rows()
                    + " rows but expected one for each of " + classes.rows() + " detections");
        }
        List<String> parts = partNames.isEmpty()
                ? IntStream.range(0, width).mapToObj(c -> "part" + c).toList()
                : partNames;
        DeepCutReader reader = new DeepCutReader(file, classes, places);
        String id = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
                .replaceFirst("\\.(h5|hdf5)$", "");
        return new Evidence(id, null, parts, reader.candidates, reader.edges(joins));
    }

    private List<Edge> edges(Matrix joins) {
        Map<Long, Edge> edges = new TreeMap<>();
        long affinities = 0;
        for (int j = 0; j < joins.rows(); j++) {
            int d0 = index(joins.at(j, 0), classes.rows(), "a detection", j);
            int d1 = index(joins.at(j, 1), classes.rows(), "a detection", j);
            int c0 = index(joins.at(j, 2), count.length, "a part class", j);
            int c1 = index(joins.at(j, 3), count.length, "a part class", j);
            double p = probability(joins.at(j, 4), "join-probabilities", j);
            int first = rank[rank(d0, c0)];
            int second = rank[rank(d1, c1)];
            if (first < 0 || second < 0) {
                continue;
            }
            int low = Math.min(c0, c1);
            int high = Math.max(c0, c1);
            Edge edge = edges.get((long) low << 32 | high);
            if (edge == null) {
                affinities += (long) count[low] * count[high];
                if (affinities > Limits.PAIRS) {
                    throw bad("join-probabilities", "found more than " + Limits.PAIRS + " affinities");
                }
                edge = new Edge(low, high, unknown(count[low], count[high]));
                edges.put((long) low << 32 | high, edge);
            }
            int row = c0 <= c1 ? first : second;
            int column = c0 <= c1 ? second : first;
            edge.affinity()[row][column] = p;
            if (low == high) {
                edge.affinity()[column][row] = p;
            }
        }
        return new ArrayList<>(edges.values());
    }

    private static double[][] unknown(int rows, int columns) {
        double[][] affinity = new double[rows][columns];
        for (double[] row : affinity) {
            Arrays.fill(row, Double.NaN);
        }
        return affinity;
    }

    private int index(double value, int below, String what, int row) {
        if (!(value >= 0 && value < below && value == Math.rint(value))) {
            throw bad(
                    "join-probabilities",
                    "row " + row + ": found " + value + " but expected " + what + ", a whole number from 0 to below "
                            + below);
        }
        return (int) value;
    }

    private double coordinate(Matrix places, int detection, int axis) {
        double value = places.at(detection, axis);
        if (!Double.isFinite(value)) {
            throw bad(
                    "coordinates-vertices",
                    "row " + detection + ": found " + value + " but expected a finite coordinate");
        }
        return value;
    }

    private double probability(double value, String table, int row) {
        if (!(value >= 0 && value <= 1)) {
            throw bad(table, "row " + row + ": found " + value + " but expected a probability from 0 to 1");
        }
        return value;
    }

    private BadInputException bad(String table, String what) {
        return new BadInputException(file + ": " + table + ": " + what);
    }
}
