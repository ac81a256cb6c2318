package dev.jointly.bench.scene;

import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Box;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.problem.Image;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * People of one image as they are, or of several images put together: everybody keeps their pose and their place, in a
 * frame of the first image's size to which the others are scaled.
 *
 * @param members the people of each image, already in the common frame
 */
record Crowd(String id, Image image, List<Truth> members) {
    Crowd {
        members = List.copyOf(members);
        if (members.isEmpty()) {
            throw new IllegalArgumentException("crowd \"" + id + "\" has no image");
        }
    }

    static Crowd of(String id, List<Truth> pictures) {
        Image frame = image(pictures.get(0));
        List<Truth> members = new ArrayList<>();
        for (Truth picture : pictures) {
            Image own = image(picture);
            double wider = frame.width() / (double) own.width();
            double higher = frame.height() / (double) own.height();
            // one factor for both directions, or people would be squeezed
            double factor = Math.min(wider, higher);
            List<Person> people =
                    picture.people().stream().map(p -> scaled(p, factor)).toList();
            members.add(new Truth(picture.id(), frame, picture.parts(), people));
        }
        return new Crowd(id, frame, members);
    }

    /** All people of all members as one truth, in the order of the members. */
    Truth everybody() {
        List<Person> people =
                members.stream().flatMap(member -> member.people().stream()).toList();
        return new Truth(id, image, members.get(0).parts(), people);
    }

    private static Person scaled(Person person, double factor) {
        List<Joint> joints = person.joints().stream()
                .map(j -> new Joint(factor * j.x(), factor * j.y(), j.mark()))
                .toList();
        return new Person(joints, scaled(person.box(), factor), factor * factor * person.area(), person.crowd());
    }

    private static @Nullable Box scaled(@Nullable Box box, double factor) {
        return box == null
                ? null
                : new Box(factor * box.left(), factor * box.top(), factor * box.width(), factor * box.height());
    }

    private static Image image(Truth picture) {
        return Objects.requireNonNull(picture.image(), () -> "image " + picture.id() + " has no size");
    }
}
