package dev.jointly.vision.cost;

import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Box;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import java.util.List;

/** The size of a person in an image, in pixels: the unit of tolerances. */
public final class BodySize {
    /** COCO's own area is that of the outline; where it is not given, that share of the box stands for it. */
    private static final double COVERED = 0.53;

    private BodySize() {}

    /** The truth with areas guessed from boxes where it has none. */
    public static Truth withAreas(Truth truth) {
        List<Person> people = truth.people().stream()
                .map(person -> {
                    Box box = person.box();
                    double area =
                            person.area() > 0 || box == null ? person.area() : COVERED * box.width() * box.height();
                    return new Person(person.joints(), box, area, person.crowd());
                })
                .toList();
        return new Truth(truth.id(), truth.image(), truth.parts(), people);
    }

    /** The root of the area where it is known, otherwise half the longer side of the box, or of the joints' extent. */
    public static double of(Person person) {
        if (person.area() > 0) {
            return Math.sqrt(person.area());
        }
        Box box = person.box();
        if (box != null) {
            return Math.max(box.width(), box.height()) / 2;
        }
        double[] x = marked(person, true);
        double[] y = marked(person, false);
        return x.length == 0 ? 0 : Math.max(x[x.length - 1] - x[0], y[y.length - 1] - y[0]) / 2;
    }

    private static double[] marked(Person person, boolean horizontal) {
        return person.joints().stream()
                .filter(joint -> joint.mark() != Mark.ABSENT)
                .mapToDouble(horizontal ? Joint::x : Joint::y)
                .sorted()
                .toArray();
    }
}
