package dev.jointly.io.export;

import dev.jointly.io.export.Solved.Person;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One table for spreadsheets and data frames: a row per joint. People are numbered from 1 in each image, the strongest
 * first. Cells of coordinates and scores that the problem does not have are empty.
 *
 * <p>Not thread-safe.
 */
public final class JointsCsv implements Exporter {
    /** The format by its name. */
    public static final class Format implements OutputFormat {
        /** For {@link java.util.ServiceLoader}. */
        public Format() {}

        @Override
        public String name() {
            return "csv";
        }

        @Override
        public String note() {
            return "has one row per joint.";
        }

        @Override
        public boolean takesTracks() {
            return true;
        }

        @Override
        public Exporter open(Target target) {
            return new JointsCsv(target.out(), target.tracked(), target.safe());
        }
    }

    private final OutputStream out;
    private final boolean tracked;
    private final Csv csv;
    private boolean begun;
    private boolean scored;

    /** Without tracks, with names as they are. */
    public JointsCsv(OutputStream out) {
        this(out, false, false);
    }

    /**
     * A table.
     *
     * @param tracked whether there is a column for tracks
     * @param safe whether names get an apostrophe if a spreadsheet would take them for formulas
     */
    public JointsCsv(OutputStream out, boolean tracked, boolean safe) {
        this.out = out;
        this.tracked = tracked;
        this.csv = new Csv(safe);
    }

    /** Written late: there is a column for the scores of people if the first image has any. */
    private void header(boolean scores) throws IOException {
        if (!begun) {
            begun = true;
            scored = scores;
            Csv.line(
                    out,
                    "image,person,strength,cost,part,detection,x,y,score"
                            + (scored ? ",personScore" : "")
                            + (tracked ? ",track" : ""));
        }
    }

    @Override
    public void add(Solved solved) throws IOException {
        header(solved.problem().personScore() != null);
        int number = 0;
        for (Person person : solved.people()) {
            number++;
            for (Map.Entry<Integer, Integer> joint : person.global().entrySet()) {
                Detection detection = solved.problem().detections().get(joint.getValue());
                Csv.line(
                        out,
                        String.join(
                                        ",",
                                        csv.quoted(solved.problem().id()),
                                        Integer.toString(number),
                                        Double.toString(person.strength()),
                                        Micro.toString(person.cost()),
                                        csv.quoted(solved.parts().get(joint.getKey())),
                                        joint.getValue().toString(),
                                        cell(detection.x()),
                                        cell(detection.y()),
                                        cell(detection.score()))
                                + score(person)
                                + track(person));
            }
        }
    }

    private String score(Person person) {
        if (!scored) {
            return "";
        }
        return ","
                + (person.score().isPresent() ? Double.toString(person.score().getAsDouble()) : "");
    }

    private String track(Person person) {
        if (!tracked) {
            return "";
        }
        return person.tracked() ? "," + person.track() : ",";
    }

    private static String cell(@Nullable Double value) {
        return value == null ? "" : value.toString();
    }

    @Override
    public void close() throws IOException {
        header(false);
        out.flush();
    }
}
