package dev.jointly.io.dlc;

import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.InputFile;
import dev.jointly.io.Reading;
import dev.jointly.io.hdf5.Hdf5Content;
import dev.jointly.io.hdf5.PandasFrame;
import dev.jointly.io.json.Limits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Labels of a DeepLabCut project, {@code CollectedData_*.csv} or {@code .h5}: header rows scorer, individuals (in projects of several
 * animals), bodyparts and coords; then a row for each labelled frame, which begins with its path in one cell or in three.
 * An empty cell means that the joint is not in the image. Tables of found animals have a third column for each part, the likelihood, which
 * is not read. Labels of the individual {@code single} belong to no animal.
 */
public final class DlcLabels {
    private static final int MAX_COLUMNS = 100_000;
    private static final String SHARED = "single";
    private static final Joint ABSENT = new Joint(0, 0, Mark.ABSENT);

    private final DlcTable table;
    private final List<String> parts = new ArrayList<>();
    private final List<String> animals = new ArrayList<>();
    private int index;

    /** Positions of x of each joint: animal, part; -1 where the table has no column for it. */
    private int[][] columns = {};

    private int width;

    private DlcLabels(DlcTable table) {
        this.table = table;
    }

    /** The labels of every frame, with its path as id; {@code -} is standard input, which is csv. */
    public static List<Truth> read(String file, InputStream standardInput) {
        String name = InputFile.name(file);
        return Reading.of(name, () -> {
            try {
                if (isHdf5(file)) {
                    return new DlcLabels(new DlcFrameTable(file, PandasFrame.read(Hdf5Content.open(file)))).truths();
                }
                try (BufferedReader lines = new BufferedReader(
                        new InputStreamReader(InputFile.open(file, standardInput), StandardCharsets.UTF_8))) {
                    return new DlcLabels(new DlcCsvTable(name, lines)).truths();
                }
            } catch (IOException e) {
                throw new BadInputException(name + ": " + InputFile.transport(e), e);
            }
        });
    }

    /** Whether a file is a table of DeepLabCut in HDF5, by its name. */
    public static boolean isHdf5(String file) {
        return file.toLowerCase(Locale.ROOT).endsWith(".h5");
    }

    private List<Truth> truths() throws IOException {
        header();
        Map<String, Truth> truths = new LinkedHashMap<>();
        for (List<String> row = row(); row != null; row = row()) {
            if (row.size() != width) {
                throw bad("found " + row.size() + " cells but expected " + width + ", as in the rows before");
            }
            String path = path(row);
            if (truths.put(path, new Truth(path, null, parts, people(row))) != null) {
                throw bad("found " + Excerpt.quoted(path) + " a second time but expected every frame once");
            }
        }
        return List.copyOf(truths.values());
    }

    private void header() throws IOException {
        List<String> scorers = headerRow("scorer");
        width = scorers.size();
        index = 1;
        // the path of a frame may have three cells, whose headers are empty
        while (index < width && scorers.get(index).isEmpty()) {
            index++;
        }
        List<String> second = row();
        List<String> individuals = null;
        if (second != null && second.get(0).equals("individuals")) {
            individuals = expect("individuals", second);
            second = row();
        }
        List<String> bodyparts = expect("bodyparts", second);
        List<String> coords = expect("coords", row());
        Map<String, Map<String, Integer>> found = new LinkedHashMap<>();
        for (int i = index, wide; i < width; i += wide) {
            wide = i + 2 < width && coords.get(i + 2).equals("likelihood") ? 3 : 2;
            if (i + 1 >= width
                    || !coords.get(i).equals("x")
                    || !coords.get(i + 1).equals("y")
                    || !bodyparts.get(i).equals(bodyparts.get(i + 1))
                    || !bodyparts.get(i).equals(bodyparts.get(i + wide - 1))) {
                throw bad("found " + Excerpt.quoted(coords.get(i)) + " in column " + (i + 1)
                        + " but expected x and y of each part, as in CollectedData_*.csv");
            }
            String animal = individuals == null ? "individual1" : individuals.get(i);
            String part = bodyparts.get(i);
            if (animal.equals(SHARED)) {
                continue;
            }
            if (found.computeIfAbsent(animal, name -> new TreeMap<>()).put(part, i) != null) {
                throw bad("found " + Excerpt.quoted(part) + " of " + Excerpt.quoted(animal) + " in two columns");
            }
            if (!parts.contains(part)) {
                parts.add(part);
            }
        }
        if (parts.isEmpty() || parts.size() > Limits.PARTS) {
            throw bad("found " + parts.size() + " parts of animals but expected 1 to " + Limits.PARTS);
        }
        animals.addAll(found.keySet());
        columns = new int[animals.size()][parts.size()];
        for (int a = 0; a < columns.length; a++) {
            Map<String, Integer> own = found.getOrDefault(animals.get(a), Map.of());
            Arrays.setAll(columns[a], p -> own.getOrDefault(parts.get(p), -1));
        }
    }

    private List<String> headerRow(String name) throws IOException {
        List<String> cells = row();
        if (cells == null || !cells.get(0).equals(name)) {
            throw bad("found " + (cells == null ? "nothing" : Excerpt.quoted(cells.get(0))) + " but expected a row \""
                    + name + "\", as in CollectedData_*.csv of DeepLabCut");
        }
        return cells;
    }

    private List<String> expect(String name, @Nullable List<String> cells) {
        if (cells == null || !cells.get(0).equals(name) || cells.size() != width) {
            throw bad("found " + (cells == null ? "nothing" : Excerpt.quoted(cells.get(0)) + ", " + cells.size())
                    + " but expected a row \"" + name + "\" of " + width + " cells");
        }
        return cells;
    }

    private String path(List<String> row) {
        String path = String.join("/", row.subList(0, index)).replace('\\', '/');
        if (path.isBlank() || path.length() > 1_000 || !Excerpt.printable(path)) {
            throw bad("found " + Excerpt.quoted(path) + " but expected the path of an image");
        }
        return path;
    }

    /** Animals with at least one label. */
    private List<Person> people(List<String> row) {
        List<Person> people = new ArrayList<>();
        for (int[] own : columns) {
            List<Joint> joints = new ArrayList<>();
            for (int column : own) {
                joints.add(column < 0 ? ABSENT : joint(row.get(column), row.get(column + 1)));
            }
            Person person = new Person(joints, null, 0, false);
            if (person.marked() > 0) {
                people.add(person);
            }
        }
        return people;
    }

    private Joint joint(String x, String y) {
        if (absent(x) && absent(y)) {
            return ABSENT;
        }
        try {
            return new Joint(Double.parseDouble(x), Double.parseDouble(y), Mark.VISIBLE);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(
                    at("found " + Excerpt.quoted(x + "," + y) + " but expected x and y in pixels, or two empty cells"),
                    e);
        }
    }

    private static boolean absent(String cell) {
        return cell.isEmpty() || cell.equalsIgnoreCase("nan");
    }

    private @Nullable List<String> row() throws IOException {
        List<String> cells = table.row();
        if (cells != null && cells.size() > MAX_COLUMNS) {
            throw bad("found " + cells.size() + " cells but expected at most " + MAX_COLUMNS);
        }
        return cells;
    }

    private BadInputException bad(String message) {
        return new BadInputException(at(message));
    }

    private String at(String message) {
        return table.place() + ": " + message;
    }

    /** A table as csv. Its cells contain no quotes. */
    private static final class DlcCsvTable implements DlcTable {
        private final String file;
        private final BufferedReader lines;
        private int line;

        DlcCsvTable(String file, BufferedReader lines) {
            this.file = file;
            this.lines = lines;
        }

        @Override
        public @Nullable List<String> row() throws IOException {
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                line++;
                if (!text.isBlank()) {
                    return Arrays.stream(text.split(",", -1))
                            .map(cell -> cell.strip().replaceFirst("^\ufeff?\"(.*)\"$", "$1"))
                            .toList();
                }
            }
            return null;
        }

        @Override
        public String place() {
            return file + ": line " + line;
        }
    }

    /** A table in HDF5, as pandas writes it for DeepLabCut; its cells are those that pandas would write as csv. */
    private static final class DlcFrameTable implements DlcTable {
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

    /** Cells of a table of DeepLabCut, header rows first, whatever the file. */
    private interface DlcTable {
        /** The cells of the next row; null at the end. */
        @Nullable
        List<String> row() throws IOException;

        /** The file and where in it the last row is, for messages. */
        String place();
    }
}
