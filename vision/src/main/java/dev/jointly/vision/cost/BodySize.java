package dev.jointly.vision.cost;

import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Box;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import java.util.List;
import java.util.function.ToDoubleFunction;

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
        return Math.max(extent(person, Joint::x), extent(person, Joint::y)) / 2;
    }

    /** How far apart along one side the outermost marked joints are. */
    public static double extent(Person person, ToDoubleFunction<Joint> side) {
        double[] places = person.joints().stream()
                .filter(joint -> joint.mark() != Mark.ABSENT)
                .mapToDouble(side)
                .sorted()
                .toArray();
        return places.length == 0 ? 0 : places[places.length - 1] - places[0];
    }
}
