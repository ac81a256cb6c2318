package dev.jointly.io.export;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.export.Solved.Person;
import dev.jointly.pose.Person.Joint;
import dev.jointly.problem.Micro;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * DeepLabCut's CSV of several animals: four header rows (scorer, individuals, bodyparts, coords), then one row per
 * frame. Without tracks individual1 of a frame is its strongest animal. With tracks individuals are tracks, the same animal in
 * the same columns in all frames, and those of most frames come first; animals in no track are left out. Those filled in along their
 * track have the likelihood 0. The table has no space for anything
 * else, so the costs of animals, their duplicates and the bounds go to a second table, one row per animal.
 *
 * <p>Not thread-safe.
 */
public final class DlcCsv implements Exporter {
    /** The format by its name. */
    public static final OutputFormat FORMAT = new BuiltInFormat(
            "dlc-csv",
            "writes costs and bounds beside FILE.csv, into FILE.people.csv.",
            true,
            Optional.empty(),
            file -> Optional.of(file.replaceFirst("(\\.csv)?(\\.gz)?$", ".people.csv$2")),
            to -> new DlcCsv(to.out(), to.second(), to.tracked(), to.safe(), to.fills()));

    private static final String SCORER = "jointly";
    private static final String[] COORDS = {"x", "y", "likelihood"};

    private final OutputStream out;
    private final @Nullable OutputStream people;
    private final boolean tracked;
    private final boolean fills;
    private final Csv csv;
    private final List<String> ids = new ArrayList<>();
    /** For each frame, the cells of each individual. */
    private final List<SortedMap<Integer, String>> rows = new ArrayList<>();

    private @Nullable List<String> parts;

    /**
     * A table.
     *
     * @param people where the second table goes; null to do without
     * @param tracked whether individuals are tracks
     * @param safe whether names get an apostrophe if a spreadsheet would take them for formulas
     * @param fills whether the second table marks people who were filled in
     */
    public DlcCsv(OutputStream out, @Nullable OutputStream people, boolean tracked, boolean safe, boolean fills)
            throws IOException {
        this.fills = fills;
        this.out = out;
        this.csv = new Csv(safe);
        this.people = people;
        this.tracked = tracked;
        if (people != null) {
            Csv.line(
                    people,
                    "frame,individual,cost,duplicates,status,objective,lower_bound,gap" + (fills ? ",filled" : ""));
        }
    }

    @Override
    public void add(Solved solved) throws IOException {
        if (parts != null && !parts.equals(solved.parts())) {
            throw new BadInputException(
                    "problem " + Excerpt.quoted(solved.problem().id())
                            + " has other parts than those before it, but one table has one set of columns");
        }
        parts = solved.parts();
        SortedMap<Integer, String> row = new TreeMap<>();
        for (int i = 0; i < solved.people().size(); i++) {
            Person person = solved.people().get(i);
            String cells = cells(solved, person);
            if (!tracked || person.tracked()) {
                row.put(tracked ? person.track() : i + 1, cells);
            }
        }
        ids.add(solved.problem().id());
        rows.add(row);
        if (people != null) {
            people(solved, people);
        }
    }

    private static String cells(Solved solved, Person person) {
        StringBuilder cells = new StringBuilder();
        for (int part = 0; part < solved.parts().size(); part++) {
            Integer d = person.global().get(part);
            if (d == null) {
                cells.append(",,,");
            } else {
                Joint joint = solved.joint(d);
                cells.append(',').append(joint.x()).append(',').append(joint.y());
                cells.append(',').append(joint.score());
            }
        }
        return cells.toString();
    }

    private void people(Solved solved, OutputStream table) throws IOException {
        Bounds bounds = solved.bounds();
        for (int i = 0; i < solved.people().size(); i++) {
            Person person = solved.people().get(i);
            int individual = tracked ? person.track() : i + 1;
            Csv.line(
                    table,
                    String.join(
                                    ",",
                                    csv.quoted(solved.problem().id()),
                                    tracked && !person.tracked() ? "" : name(individual),
                                    Micro.toString(person.cost()),
                                    csv.quoted(Extras.duplicates(solved, person)),
                                    bounds.status(),
                                    Micro.toString(bounds.objective()),
                                    Micro.toString(bounds.lowerBound()),
                                    Double.toString(bounds.gap()))
                            + (fills ? "," + solved.isFilled(person) : ""));
        }
    }

    private String name(int individual) {
        return (tracked ? "track" : "individual") + individual;
    }

    /** Individuals in the order of their columns. */
    private List<Integer> individuals() {
        SortedMap<Integer, Integer> frames = new TreeMap<>();
        rows.forEach(row -> row.keySet().forEach(individual -> frames.merge(individual, 1, Integer::sum)));
        List<Integer> order = new ArrayList<>(frames.keySet());
        if (tracked) {
            // stable: the earlier one of two of the same length comes first
            order.sort(Comparator.comparingInt(individual -> -frames.getOrDefault(individual, 0)));
        }
        return order;
    }

    /** The columns are known only now. */
    @Override
    public void close() throws IOException {
        List<Integer> order = individuals();
        List<String> columns = parts == null ? List.of() : parts;
        String[] names = {"scorer", "individuals", "bodyparts", "coords"};
        for (int level = 0; level < names.length; level++) {
            StringJoiner row = new StringJoiner(",").add(names[level]);
            for (int individual : order) {
                for (String part : columns) {
                    for (String coord : COORDS) {
                        row.add(List.of(SCORER, name(individual), csv.quoted(part), coord)
                                .get(level));
                    }
                }
            }
            Csv.line(out, row.toString());
        }
        String absent = ",".repeat(columns.size() * COORDS.length);
        for (int i = 0; i < rows.size(); i++) {
            StringBuilder line = new StringBuilder(csv.quoted(ids.get(i)));
            for (int individual : order) {
                line.append(rows.get(i).getOrDefault(individual, absent));
            }
            Csv.line(out, line.toString());
        }
        out.flush();
        if (people != null) {
            people.flush();
        }
    }
}
