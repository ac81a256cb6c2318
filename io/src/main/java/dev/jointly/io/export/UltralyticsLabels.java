package dev.jointly.io.export;

import dev.jointly.io.export.Solved.Person;
import dev.jointly.pose.Person.Joint;
import dev.jointly.problem.Image;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Ultralytics' pose labels, one text file per image, one line per person: class 0, the box by its centre and size, then x,
 * y and visibility of every part, all in units of the image's width and height. Ultralytics leaves out an image with
 * numbers beyond 0 and 1, so what lies outside of the image is moved to its edge. A line has no space for
 * anything else but the number of a track: it comes last, where Ultralytics itself writes it when it tracks.
 */
public final class UltralyticsLabels {
    /** The format by its name. */
    static final OutputFormat FORMAT = new BuiltInFormat("ultralytics", true, ".txt", UltralyticsLabels::write);

    private static final String VISIBLE = "2";
    private static final String FILLED = "1";
    private static final String ABSENT = " 0 0 0";

    private UltralyticsLabels() {}

    /** All people of an image. */
    public static void write(Solved solved, OutputStream out) throws IOException {
        Image image = solved.image("Ultralytics");
        StringBuilder text = new StringBuilder();
        for (Person person : solved.people()) {
            double[] box = solved.box(person);
            double left = box[0] / image.width();
            double top = box[1] / image.height();
            double width = box[2] / image.width();
            double height = box[3] / image.height();
            text.append('0');
            number(left + width / 2, text);
            number(top + height / 2, text);
            number(width, text);
            number(height, text);
            for (int part = 0; part < solved.parts().size(); part++) {
                Integer d = person.global().get(part);
                if (d == null) {
                    text.append(ABSENT);
                } else {
                    Joint joint = solved.joint(d);
                    number(joint.x() / image.width(), text);
                    number(joint.y() / image.height(), text);
                    text.append(' ').append(solved.isFilled(person) ? FILLED : VISIBLE);
                }
            }
            if (person.tracked()) {
                text.append(' ').append(person.track());
            }
            text.append('\n');
        }
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static void number(double share, StringBuilder text) {
        text.append(' ').append(String.format(Locale.ROOT, "%.6f", share));
    }
}
