package dev.jointly.io.export;

import dev.jointly.io.export.Solved.Person;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Micro;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * One table for spreadsheets and data frames: a row per joint. People are numbered from 1 in each image, the strongest
 * first. Cells of coordinates and scores that the problem does not have are empty.
 *
 * <p>Not thread-safe.
 */
public final class JointsCsv implements Exporter {
    /** The format by its name. */
    public static final OutputFormat FORMAT = new BuiltInFormat(
            "csv", "has one row per joint.", true, to -> new JointsCsv(to.out(), to.tracked(), to.safe(), to.fills()));

    private final OutputStream out;
    private final boolean tracked;
    private final boolean fills;
    private final Csv csv;
    private boolean begun;
    private boolean scored;
    private boolean movable;

    /** Without tracks, with names as they are. */
    public JointsCsv(OutputStream out) {
        this(out, false, false, false);
    }

    /**
     * A table.
     *
     * @param tracked whether there is a column for tracks
     * @param safe whether names get an apostrophe if a spreadsheet would take them for formulas
     * @param fills whether there is a column that marks people who were filled in
     */
    public JointsCsv(OutputStream out, boolean tracked, boolean safe, boolean fills) {
        this.fills = fills;
        this.out = out;
        this.tracked = tracked;
        this.csv = new Csv(safe);
    }

    /** Written late: there are columns for scores of people and for moves if the first image may have any. */
    private void header(boolean scores, boolean moves) throws IOException {
        if (!begun) {
            begun = true;
            scored = scores;
            movable = moves;
            Csv.line(
                    out,
                    "image,person,strength,cost,part,detection,x,y,score"
                            + (scored ? ",personScore" : "")
                            + (movable ? ",moved" : "")
                            + (tracked ? ",track" : "")
                            + (fills ? ",filled" : ""));
        }
    }

    @Override
    public void add(Solved solved) throws IOException {
        header(solved.problem().personScore() != null, solved.placed() != null);
        int number = 0;
        for (Person person : solved.people()) {
            number++;
            boolean filled = solved.isFilled(person);
            for (Map.Entry<Integer, Integer> joint : person.global().entrySet()) {
                int d = joint.getValue();
                StringJoiner row = new StringJoiner(",")
                        .add(csv.quoted(solved.problem().id()))
                        .add(Integer.toString(number))
                        .add(Double.toString(person.strength()))
                        .add(Micro.toString(person.cost()))
                        .add(csv.quoted(solved.parts().get(joint.getKey())))
                        .add(filled ? "" : Integer.toString(d))
                        .add(places(solved, d, filled));
                if (scored) {
                    row.add(
                            person.score().isPresent()
                                    ? Double.toString(person.score().getAsDouble())
                                    : "");
                }
                if (movable) {
                    row.add(Boolean.toString(solved.moved(d)));
                }
                if (tracked) {
                    row.add(person.tracked() ? Integer.toString(person.track()) : "");
                }
                if (fills) {
                    row.add(Boolean.toString(filled));
                }
                Csv.line(out, row.toString());
            }
        }
    }

    private static String places(Solved solved, int d, boolean filled) {
        if (filled) {
            return solved.joint(d).x() + "," + solved.joint(d).y() + ",";
        }
        Detection detection = solved.problem().detections().get(d);
        Double x = detection.x();
        Double y = detection.y();
        return String.join(
                ",",
                x == null ? "" : Double.toString(solved.within(x, Image::width)),
                y == null ? "" : Double.toString(solved.within(y, Image::height)),
                Objects.toString(detection.score(), ""));
    }

    @Override
    public void close() throws IOException {
        header(false, false);
        out.flush();
    }
}
