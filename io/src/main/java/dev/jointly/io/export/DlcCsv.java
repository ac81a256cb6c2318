package dev.jointly.io.export;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.export.Solved.Joint;
import dev.jointly.io.export.Solved.Person;
import dev.jointly.problem.Micro;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * DeepLabCut's CSV of several animals: four header rows (scorer, individuals, bodyparts, coords), then one row per
 * frame. There is no tracking: individual1 of a frame is its strongest animal. The table has no space for anything
 * else, so the costs of animals, their duplicates and the bounds go to a second table, one row per animal.
 *
 * <p>Not thread-safe.
 */
public final class DlcCsv implements Exporter {
    /** The format by its name. */
    public static final class Format implements OutputFormat {
        /** For {@link java.util.ServiceLoader}. */
        public Format() {}

        @Override
        public String name() {
            return "dlc-csv";
        }

        @Override
        public String note() {
            return "writes costs and bounds beside FILE.csv, into FILE.people.csv.";
        }

        @Override
        public Optional<String> second(String file) {
            return Optional.of(file.replaceFirst("(\\.csv)?(\\.gz)?$", ".people.csv$2"));
        }

        @Override
        public Exporter open(Target target) throws IOException {
            return new DlcCsv(target.out(), target.second());
        }
    }

    private static final String SCORER = "jointly";
    private static final String[] COORDS = {"x", "y", "likelihood"};

    private final OutputStream out;
    private final @Nullable OutputStream people;
    private final List<String> ids = new ArrayList<>();
    private final List<String> rows = new ArrayList<>();
    private final List<Integer> animals = new ArrayList<>();
    private @Nullable List<String> parts;

    /** @param people where the second table goes; null to do without */
    public DlcCsv(OutputStream out, @Nullable OutputStream people) throws IOException {
        this.out = out;
        this.people = people;
        if (people != null) {
            Csv.line(people, "frame,individual,cost,duplicates,status,objective,lower_bound,gap");
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
        StringBuilder row = new StringBuilder();
        for (Person person : solved.people()) {
            for (int part = 0; part < solved.parts().size(); part++) {
                Integer d = person.global().get(part);
                if (d == null) {
                    row.append(",,,");
                } else {
                    Joint joint = solved.joint(d);
                    row.append(',').append(joint.x()).append(',').append(joint.y());
                    row.append(',').append(joint.score());
                }
            }
        }
        ids.add(solved.problem().id());
        rows.add(row.toString());
        animals.add(solved.people().size());
        if (people != null) {
            people(solved, people);
        }
    }

    private static void people(Solved solved, OutputStream people) throws IOException {
        Bounds bounds = solved.bounds();
        for (int i = 0; i < solved.people().size(); i++) {
            Person person = solved.people().get(i);
            Csv.line(
                    people,
                    String.join(
                            ",",
                            Csv.quoted(solved.problem().id()),
                            "individual" + (i + 1),
                            Micro.toString(person.cost()),
                            Csv.quoted(Extras.duplicates(solved, person)),
                            bounds.status(),
                            Micro.toString(bounds.objective()),
                            Micro.toString(bounds.lowerBound()),
                            Double.toString(bounds.gap())));
        }
    }

    /** The number of columns is known only now. */
    @Override
    public void close() throws IOException {
        int most = animals.stream().mapToInt(Integer::intValue).max().orElse(0);
        List<String> columns = parts == null ? List.of() : parts;
        StringBuilder scorers = new StringBuilder("scorer");
        StringBuilder individuals = new StringBuilder("individuals");
        StringBuilder bodyparts = new StringBuilder("bodyparts");
        StringBuilder coords = new StringBuilder("coords");
        for (int animal = 1; animal <= most; animal++) {
            for (String part : columns) {
                for (String coord : COORDS) {
                    scorers.append(',').append(SCORER);
                    individuals.append(",individual").append(animal);
                    bodyparts.append(',').append(Csv.quoted(part));
                    coords.append(',').append(coord);
                }
            }
        }
        Csv.line(out, scorers.toString());
        Csv.line(out, individuals.toString());
        Csv.line(out, bodyparts.toString());
        Csv.line(out, coords.toString());
        for (int i = 0; i < rows.size(); i++) {
            int missing = (most - animals.get(i)) * columns.size() * COORDS.length;
            Csv.line(out, Csv.quoted(ids.get(i)) + rows.get(i) + ",".repeat(missing));
        }
        out.flush();
        if (people != null) {
            people.flush();
        }
    }
}
