package dev.jointly.evidence;

import dev.jointly.problem.Image;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The annotations of one image: its people and their joints.
 *
 * @param id that of the evidence of the same image
 * @param parts names; people list their joints in this order
 */
public record Truth(String id, @Nullable Image image, List<String> parts, List<Person> people) {

    /** How a joint is marked; the order is that of COCO's v flags. */
    public enum Mark {
        ABSENT,
        HIDDEN,
        VISIBLE
    }

    /** One joint. If it is absent, x and y have no meaning. */
    public record Joint(double x, double y, Mark mark) {
        public Joint {
            if (!Double.isFinite(x) || !Double.isFinite(y)) {
                throw new IllegalArgumentException("joint at (" + x + ", " + y + ") must have finite coordinates");
            }
        }
    }

    /** A box with horizontal and vertical sides, in pixels. */
    public record Box(double left, double top, double width, double height) {}

    /**
     * One person.
     *
     * @param area of the person in square pixels, by which evaluations scale; 0 where unknown
     * @param crowd marks a region of many people who are not distinguished, which evaluations ignore
     */
    public record Person(List<Joint> joints, @Nullable Box box, double area, boolean crowd) {
        public Person {
            joints = List.copyOf(joints);
            if (!(area >= 0)) {
                throw new IllegalArgumentException("area " + area + " must not be negative");
            }
        }

        /** Number of annotated joints. */
        public int marked() {
            return (int)
                    joints.stream().filter(joint -> joint.mark() != Mark.ABSENT).count();
        }
    }

    public Truth {
        parts = List.copyOf(parts);
        people = List.copyOf(people);
        for (Person person : people) {
            if (person.joints().size() != parts.size()) {
                throw new IllegalArgumentException(
                        "a person has " + person.joints().size() + " joints but there are " + parts.size() + " parts");
            }
        }
    }
}
